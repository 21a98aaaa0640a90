// SPDX-License-Identifier: MIT
#include "policies/cluster/queue/gap_sweep.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

namespace malha::cluster {
namespace gap_sweep_test {

std::map<Seconds, int> steps_of(const Profile& profile) {
  std::map<Seconds, int> steps;
  for (const auto& step : profile.steps())
    steps[step.from] = step.free;
  return steps;
}

// 4 nodes are free from 0 on. A job takes 3 of them from 10 to 20, and another one 1 from 20 to 30.
Profile profile_of_two_jobs() {
  Profile profile;
  profile.reset(0, 4, {});
  profile.add(10, 20, -3);
  profile.add(20, 30, -1);
  return profile;
}

TEST(Profile, HasAStepWhereverTheNumberOfFreeNodesChanges) {
  auto profile = profile_of_two_jobs();
  EXPECT_EQ(steps_of(profile), (std::map<Seconds, int>{{0, 4}, {10, 1}, {20, 3}, {30, 4}}));
  profile.add(10, 20, 2); // 3 nodes are free from 10 on: nothing changes at 20
  EXPECT_EQ(steps_of(profile), (std::map<Seconds, int>{{0, 4}, {10, 3}, {30, 4}}));
  profile.add(5, 30, -1); // 3 nodes from 5 on, 2 from 10 on
  EXPECT_EQ(steps_of(profile), (std::map<Seconds, int>{{0, 4}, {5, 3}, {10, 2}, {30, 4}}));
  profile.add(10, never, 1); // 3 nodes from 5 on, and 5 from 30 on
  EXPECT_EQ(steps_of(profile), (std::map<Seconds, int>{{0, 4}, {5, 3}, {30, 5}}));
}

// Against a plain array of the free nodes at each whole date: 200 random changes.
TEST(Profile, DoesWhatAPlainArrayDoes) {
  constexpr int dates = 40;
  std::mt19937 random(1);
  const auto below = [&](int limit) { return static_cast<int>(random() % static_cast<unsigned>(limit)); };
  Profile profile;
  profile.reset(0, 50, {});
  std::vector<int> plain(dates, 50);
  for (int change = 0; change < 200; ++change) {
    const int from = below(dates - 1), to = from + 1 + below(dates - from - 1), nodes = below(7) - 3;
    profile.add(from, to, nodes);
    std::map<Seconds, int> expected;
    for (int date = 0; date < dates; ++date) {
      plain[static_cast<std::size_t>(date)] += date >= from && date < to ? nodes : 0;
      const int free = plain[static_cast<std::size_t>(date)];
      if (expected.empty() || std::prev(expected.end())->second != free)
        expected[date] = free;
    }
    ASSERT_EQ(steps_of(profile), expected) << "change " << change;
  }
}

// A reservation that is put forward leaves what giving back its nodes and taking them earlier does: 2000
// times, among 20 reservations.
TEST(Profile, PutsAReservationForward) {
  std::mt19937 random(3);
  const auto below = [&](int limit) { return static_cast<int>(random() % static_cast<unsigned>(limit)); };
  int number = 0;
  while (number < 2000) {
    Profile profile;
    profile.reset(0, 50, {});
    for (int i = 0; i < 20; ++i) {
      const int from = below(60);
      profile.add(from, from + 1 + below(20), -1 - below(3));
    }
    const Seconds old = 1 + below(70), walltime = below(20) == 0 ? never : 1 + below(15);
    const auto step = static_cast<std::size_t>(below(static_cast<int>(profile.steps().size())));
    const Seconds start = profile.steps()[step].from;
    if (!(start < old))
      continue;
    ++number;
    const int nodes = 1 + below(3);
    profile.add(old, old + walltime, -nodes);
    auto expected = profile;
    expected.add(old, old + walltime, nodes);
    expected.add(start, start + walltime, -nodes);
    const auto& steps = profile.steps();
    const auto first = std::find_if(steps.begin(), steps.end(), [&](auto& one) { return one.from == start; });
    profile.put_forward(static_cast<std::size_t>(first - steps.begin()), old, walltime, nodes);
    ASSERT_EQ(steps_of(profile), steps_of(expected)) << "reservation " << number;
    ASSERT_EQ(steps.size(), expected.steps().size());
  }
}

// A job of 2 nodes that is promised 20 waits behind the job of 10 to 20. It can start at 0 if it takes no
// more than 10 s, and otherwise not earlier: only 1 node is free before 20. A job of 3 nodes that is promised
// 30 can start at 20, where the first job ends, up to its promise.
TEST(GapSweep, FindsAGapThatIsLongEnoughOrGoesOnUpToThePromise) {
  const auto profile = profile_of_two_jobs();
  GapSweep gaps(profile);
  EXPECT_EQ(gaps.earliest_before(20, 2, 10), 0);
  EXPECT_EQ(gaps.earliest_before(20, 2, 11), 20);
  EXPECT_EQ(gaps.earliest_before(30, 3, 1000), 20);
  EXPECT_EQ(gaps.earliest_before(30, 4, 11), 30);
}

// 4 nodes are free from 0 to 10. When 2 of them are taken, and 1 node from 10 to 30, then 2, 0 and 2 nodes
// are free until 10, 20 and 30: a job of 3 nodes has no gap before 30, and one of 2 nodes for 10 s has that
// from 0.
TEST(GapSweep, StepsBackToTheDateOfAChange) {
  auto profile = profile_of_two_jobs();
  GapSweep gaps(profile);
  EXPECT_EQ(gaps.earliest_before(30, 3, 10), 0);
  gaps.step_back_to(0);
  profile.add(0, 10, -2);
  profile.add(10, 30, -1);
  EXPECT_EQ(gaps.earliest_before(30, 3, 10), 30);
  EXPECT_EQ(gaps.earliest_before(30, 2, 10), 0);
}

// Against a search for each job of its own, which `Profile` does: 300 random profiles, with a promise at each
// step.
TEST(GapSweep, FindsWhatASearchForEachJobFinds) {
  std::mt19937 random(2);
  const auto below = [&](int limit) { return static_cast<int>(random() % static_cast<unsigned>(limit)); };
  int earlier = 0;
  for (int number = 0; number < 300; ++number) {
    Profile profile;
    profile.reset(0, 16, {});
    for (int change = 0; change < 30; ++change) {
      const double from = below(1000) / 7.0;
      profile.add(from, from + 1 + below(300) / 3.0, below(2) == 0 ? -1 - below(4) : below(3));
    }
    GapSweep gaps(profile);
    for (const auto& step : profile.steps()) {
      const int size = 1 + below(20);
      const Seconds walltime = 1 + below(600) / 7.0;
      const Seconds expected = profile.earliest_before(step.from, size, walltime);
      ASSERT_EQ(gaps.earliest_before(step.from, size, walltime), expected) << "profile " << number;
      earlier += expected < step.from;
    }
  }
  EXPECT_GT(earlier, 300);
}

// In the profile of two jobs 1 more node is given back up to 20: 2 nodes are free then from 10 on. A job of 2
// nodes that is promised 30 gains by it, one of 4 does not: no gap that began before 20 has room for it, and
// that is known without a look at what follows.
TEST(GapSweep, GoesOnAsLongAsThereIsAGapThatBeganBeforeWhatWasGivenBackEnds) {
  auto profile = profile_of_two_jobs();
  GapSweep gaps(profile);
  profile.add(10, 20, 1);
  gaps.restart(20);
  EXPECT_TRUE(gaps.may_hold(4, GapSweep::class_of(4), 100)); // nothing is known before a look
  EXPECT_EQ(gaps.earliest_before(30, 2, 100), 0);
  EXPECT_TRUE(gaps.may_hold(2, GapSweep::class_of(2), 100));
  EXPECT_FALSE(gaps.may_hold(4, GapSweep::class_of(4), 100));
  EXPECT_TRUE(gaps.may_hold(4, GapSweep::class_of(4), 10)); // 4 nodes were free up to 10
  gaps.give_to(40);
  EXPECT_TRUE(gaps.may_hold(4, GapSweep::class_of(4), 100));
}

} // namespace gap_sweep_test
} // namespace malha::cluster
