// SPDX-License-Identifier: MIT
#include "release_asking.hpp"
#include "tests/support/scaled.hpp"

namespace malha::test {
namespace wait_for_carbon_test {

constexpr const char* policy = "cluster/wait_for_carbon";

const StepSeries low_at_3600({{0, 100}, {3600, 50}, {7200, 200}, {10'800, 100}}, {});

Seconds start(Seconds delay, Seconds now, Seconds walltime, const StepSeries& series = low_at_3600) {
  return release_of(policy, {{"delay", std::to_string(delay)}}, series, now, walltime);
}

// A job of 1800 s fits wholly into the hour of 50 from 3600 to 5400 s on. One of 5400 s takes 450 000 from 0
// on (3600 x 100 + 1800 x 50), 540 000 from 3600 s on (3600 x 50 + 1800 x 200), and 360 000 from 1800 s on
// (1800 x 100 + 3600 x 50): it ends with that hour.
TEST(WaitForCarbon, FindsTheStartThatTakesTheLeast) {
  EXPECT_EQ(start(7200, 0, 1800), 3600);
  EXPECT_EQ(start(7200, 0, 5400), 1800);
  EXPECT_EQ(start(7200, 4000, 1800), 4000);
}

// By 1000 s the hour is nearer than at any date before.
TEST(WaitForCarbon, GoesToTheEndOfTheDelay) {
  EXPECT_EQ(start(1000, 0, 5400), 1000);
  EXPECT_EQ(start(3600, 0, 1800), 3600);
  EXPECT_EQ(start(3599, 0, 1800), 3599);
}

TEST(WaitForCarbon, TakesTheEarliestOfSeveral) {
  EXPECT_EQ(start(86'400, 5, 600, StepSeries({{0, 70}}, {})), 5);
  EXPECT_EQ(start(86'400, 12'000, 600), 12'000);
  // 0 to 99: 3, 100 to 199: 1, and again every 200 s; and dates that binary numbers only come near to.
  EXPECT_EQ(start(86'400, 0.5, 60, StepSeries({{0, 3}, {100, 1}}, 200)), 100);
  const StepSeries tenths({{0, 0.3}, {0.1, 0.1}}, 0.7);
  EXPECT_NEAR(start(1000, 7.05, 0.6, tenths), 7.1, 1e-9); // 7.1 to 7.7: 0.1; any other start reaches into 0.3
}

TEST(WaitForCarbon, LetsAJobGoWithoutDelay) { EXPECT_EQ(start(0, 0, 1800), 0); }

// Prices may be below 0. A run of 300 s fits into the time of -2. One of 500 s takes 100 x 4 - 400 x 2 = -400
// from 400 s on, and 100 x 3 - 400 x 2 = -500 from 500 s on. By carbon alone it would start at 0.
TEST(WaitForCarbon, GoesByThePriceInstead) {
  const StepSeries flat({{0, 9}}, {}), price({{0, 4}, {500, -2}, {900, 3}}, {});
  EXPECT_EQ(release_of(policy, {{"by", "price"}}, flat, 0, 300, &price), 500);
  EXPECT_EQ(release_of(policy, {{"by", "price"}}, flat, 0, 500, &price), 500);
  EXPECT_EQ(release_of(policy, {{"by", "carbon"}}, flat, 0, 300, &price), 0);
}

// The user of the job lets it begin at 4000 s: the delay begins there. A job that its user never releases is
// planned as if at once.
TEST(WaitForCarbon, CountsFromTheFirstDateOfTheUser) {
  cluster::Request request;
  request.dates.begin = 4000;
  cluster::QueuedJob job;
  job.walltime = 1800;
  job.request = &request;
  const auto waits = make<cluster::JobRelease>(policy, {{"delay", "7000"}});
  EXPECT_EQ(waits->release(job, {0, &low_at_3600, nullptr}), 4000);
  request.dates.begin = 5500; // 1700 x 50 + 100 x 200 = 105 000; from 10 800 on 180 000
  EXPECT_EQ(waits->release(job, {0, &low_at_3600, nullptr}), 5500);
  request.dates.held_until = never;
  EXPECT_EQ(waits->release(job, {100, &low_at_3600, nullptr}), 3600);
}

TEST(WaitForCarbon, SaysWhatItNeeds) {
  const auto carbon = make<cluster::JobRelease>(policy),
             price = make<cluster::JobRelease>(policy, {{"by", "price"}});
  EXPECT_TRUE(carbon->needs_carbon() && !carbon->needs_price() && carbon->needs_walltimes());
  EXPECT_TRUE(!price->needs_carbon() && price->needs_price() && price->holds_back());
  EXPECT_FALSE(make<cluster::JobRelease>(policy, {{"delay", "0"}})->holds_back());
  EXPECT_THROW(make<cluster::JobRelease>(policy, {{"delay", "-1"}}), std::invalid_argument);
}

// Against the sum over each second of each run that starts at a whole second: where all steps are at whole
// seconds, so is a best start.
TEST(WaitForCarbonProperties, EqualsAFineGrid) {
  int waits = 0;
  for (unsigned seed = 0; seed < testing::scaled(300U); ++seed) {
    const WholeSeries whole(seed, 60);
    std::mt19937 random(seed + 1'000'000);
    const long now = static_cast<long>(random() % 400), delay = static_cast<long>(random() % 300),
               walltime = 1 + static_cast<long>(random() % 200);
    long sum = 0, best = now;
    for (long second = now; second < now + walltime; ++second)
      sum += whole.value_at(second);
    for (long first = now, least = sum; first < now + delay; ++first) {
      sum += whole.value_at(first + walltime) - whole.value_at(first);
      if (sum < least) {
        least = sum;
        best = first + 1;
      }
    }
    ASSERT_EQ(start(static_cast<Seconds>(delay), static_cast<Seconds>(now), static_cast<Seconds>(walltime),
                    whole.series()),
              static_cast<Seconds>(best))
        << seed;
    waits += best > now;
  }
  EXPECT_GT(waits, 100);
}

} // namespace wait_for_carbon_test
} // namespace malha::test
