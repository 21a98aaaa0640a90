// SPDX-License-Identifier: MIT
#include "policies/sdk/speed_profile.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace malha::testing {
namespace speed_profile_test {

using Changes = std::vector<SpeedProfile::Change>;

TEST(SpeedProfile, WithoutChangesIsAConstantSpeed) {
  const SpeedProfile profile(1, {}, std::nullopt);
  EXPECT_EQ(profile.end(3, 4), 7);
  EXPECT_EQ(profile.computed(3, 7), 4);
  EXPECT_EQ(SpeedProfile(4, {}, std::nullopt).end(3, 2), 3.5);
}

// Full speed up to 10, half of it up to 14, twice it from there on. Begun at 8, 2 are computed by 10, 4 by
// 14, and 6 by 15.
TEST(SpeedProfile, AddsUpWhatIsComputedAtEachSpeed) {
  const SpeedProfile profile(1, {{10, 0.5}, {14, 2}}, std::nullopt);
  EXPECT_EQ(profile.end(8, 2), 10);
  EXPECT_EQ(profile.end(8, 3), 12);
  EXPECT_EQ(profile.end(8, 4), 14);
  EXPECT_EQ(profile.end(8, 6), 15);
  EXPECT_EQ(profile.end(12, 1), 14);
  EXPECT_EQ(profile.end(20, 6), 23);
  EXPECT_EQ(profile.computed(8, 15), 6);
  EXPECT_EQ(profile.computed(8, 11), 2.5);
  EXPECT_EQ(profile.computed(11, 13), 1);
  EXPECT_EQ(profile.computed(20, 23), 6);
}

TEST(SpeedProfile, OfNoAmountEndsWhereItBegins) {
  const SpeedProfile profile(1, {{10, 0.5}}, 10.0);
  for (const Seconds start : {3.0, 10.0, 25.0})
    EXPECT_EQ(profile.end(start, 0), start);
  EXPECT_EQ(profile.computed(12, 12), 0);
}

TEST(SpeedProfile, HasTheLastSpeedOfADate) {
  const SpeedProfile profile(1, {{0, 5}, {0, 2}, {4, 7}, {4, 1}}, std::nullopt);
  EXPECT_EQ(profile.end(0, 8), 4);
  EXPECT_EQ(profile.end(0, 10), 6);
}

// In each period of 5 from 1 on: half speed for 2 s, full for 3 s, so 4 a period.
TEST(SpeedProfile, ComesAgainAPeriodLater) {
  const SpeedProfile profile(1, {{1, 0.5}, {3, 1}}, 5.0);
  EXPECT_EQ(profile.end(0, 1), 1);
  EXPECT_EQ(profile.end(0, 5), 6);
  EXPECT_EQ(profile.end(0, 5.5), 7);
  EXPECT_EQ(profile.end(6, 1), 8);
  EXPECT_EQ(profile.end(8, 3.25), 11.5);
  EXPECT_EQ(profile.end(7, 4000000), 7 + 5 * 1000000);
  EXPECT_EQ(profile.end(6 + 5e9, 1), 8 + 5e9);
  EXPECT_EQ(profile.computed(0, 6), 5);
  EXPECT_EQ(profile.computed(7, 7 + 5 * 1000000), 4000000);
  EXPECT_EQ(profile.computed(6 + 5e9, 8 + 5e9), 1);
}

// The last speed of a period may last no time: 3 from 4 on, where the next period begins with 1.
TEST(SpeedProfile, MayEndAPeriodAtItsLastChange) {
  const SpeedProfile profile(1, {{0, 1}, {2, 0.5}, {4, 3}}, 4.0);
  EXPECT_EQ(profile.end(0, 3), 4);
  EXPECT_EQ(profile.end(0, 4), 5);
  EXPECT_EQ(profile.computed(4, 6), 2);
}

// Dates of 1e300 s tell no periods apart. 0.75 is the mean speed.
TEST(SpeedProfile, GoesOnAtItsMeanSpeedWhereDatesTellNoPeriodsApart) {
  const SpeedProfile profile(1, {{0, 0.5}, {1, 1}}, 2.0);
  EXPECT_EQ(profile.end(0, 7.5e299), 1e300);
  EXPECT_EQ(profile.end(1e300, 10), 1e300);
  EXPECT_EQ(profile.computed(0, 1e300), 7.5e299);
}

/// By steps of a second: all dates and periods are whole numbers.
double computed_by_steps(const Changes& changes, std::optional<Seconds> period, int start, int end) {
  double amount = 0;
  for (int date = start; date < end; ++date) {
    double speed = 1;
    for (double shift = 0; shift <= date; shift += period.value_or(1e9))
      for (const auto& change : changes)
        if (change.date + shift <= date)
          speed = change.speed;
    amount += speed;
  }
  return amount;
}

// Speeds are quarters, so that all sums are exact; what is computed by a date is done at that date.
TEST(SpeedProfile, ComputesWhatStepsOfASecondDo) {
  std::mt19937 random(1);
  for (int instance = 0; instance < 500; ++instance) {
    Changes changes;
    for (int i = 0, date = static_cast<int>(random() % 4), number = static_cast<int>(1 + random() % 4);
         i < number; ++i, date += static_cast<int>(random() % 5))
      changes.push_back({double(date), 0.25 * double(1 + random() % 8)});
    std::optional<Seconds> period;
    if (random() % 2 == 0)
      period = std::max(1.0, changes.back().date - changes.front().date) + double(random() % 3);
    const SpeedProfile profile(1, changes, period);
    for (int run = 0; run < 10; ++run) {
      const auto start = static_cast<int>(random() % 40), end = start + static_cast<int>(random() % 60);
      const double amount = computed_by_steps(changes, period, start, end);
      EXPECT_EQ(profile.computed(start, end), amount) << start << " " << end;
      EXPECT_EQ(profile.end(start, amount), end) << start << " " << end;
    }
  }
}

// 8 s at the nominal speed of 2 flop/s, which halves at 5: begun at 1, the rest of 4 s takes 8.
TEST(TaskRun, IntegratesTheSpeedOfItsResource) {
  Task task;
  task.work = 16;
  const SpeedProfile profile(1, {{5, 0.5}}, std::nullopt);
  const auto run = task_run(task, 1, 2, &profile);
  EXPECT_EQ(run.time, 12);
  EXPECT_EQ(run.end, 13);
  const auto constant = task_run(task, 1, 2, nullptr);
  EXPECT_EQ(constant.time, 8);
  EXPECT_EQ(constant.end, 9);
}

// 8 s at a reference speed of 2 are 4 s at a nominal speed of 4, and as much work: half speed makes it 8.
TEST(TaskRun, TakesALengthAtAReferenceSpeedForWork) {
  Task task;
  task.work = 16;
  task.length = 8;
  task.reference_speed = 2;
  const SpeedProfile profile(1, {{0, 0.5}}, std::nullopt);
  EXPECT_EQ(task_run(task, 1, 4, &profile).end, 9);
}

} // namespace speed_profile_test
} // namespace malha::testing
