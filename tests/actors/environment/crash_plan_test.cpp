// SPDX-License-Identifier: MIT
#include "actors/environment/crash_plan.hpp"

#include <gtest/gtest.h>

#include <set>

namespace malha::testing {
namespace crash_plan_test {

using environment::planned_crashes;
using Crash = std::pair<std::size_t, Seconds>;

std::set<Crash> crashes_of(std::size_t hosts, double share, Seconds horizon, std::uint64_t seed = 1) {
  RandomStreams random(seed);
  std::set<Crash> found;
  for (const auto& crash : planned_crashes(hosts, share, horizon, random.stream("crashes")))
    found.emplace(crash.host, crash.date);
  return found;
}

// round(0.25 * 10) and round(0.35 * 10) are 3 and 4, halves away from 0; round(0.04 * 10) is 0.
TEST(CrashPlan, HasTheShareOfTheHostsEachOnceByDate) {
  for (const auto& [share, number] :
       {std::pair(0.0, 0u), {0.04, 0u}, {0.25, 3u}, {0.35, 4u}, {0.5, 5u}, {1.0, 10u}}) {
    RandomStreams random(1);
    const auto crashes = planned_crashes(10, share, 6000, random.stream("crashes"));
    EXPECT_EQ(crashes.size(), number) << share;
    std::set<std::size_t> hosts;
    Seconds last = 0;
    for (const auto& crash : crashes) {
      EXPECT_TRUE(hosts.insert(crash.host).second) << crash.host;
      EXPECT_LT(crash.host, 10u);
      EXPECT_GE(crash.date, last);
      EXPECT_LT(crash.date, 6000);
      last = crash.date;
    }
  }
  EXPECT_TRUE(crashes_of(0, 1, 6000).empty());
}

TEST(CrashPlan, OfALargerShareHoldsThatOfASmallerOne) {
  std::set<Crash> smaller;
  for (const double share : {0.1, 0.25, 0.5, 0.75, 1.0}) {
    const auto larger = crashes_of(100, share, 6000);
    EXPECT_TRUE(std::includes(larger.begin(), larger.end(), smaller.begin(), smaller.end())) << share;
    EXPECT_GT(larger.size(), smaller.size());
    smaller = larger;
  }
}

// A date is a draw from 0 to 1 times the horizon: twice the horizon is twice the date, to the last digit.
TEST(CrashPlan, OfALongerHorizonHasTheSameHostsLater) {
  std::set<Crash> twice;
  for (const auto& [host, date] : crashes_of(100, 0.5, 3000))
    twice.emplace(host, 2 * date);
  EXPECT_EQ(crashes_of(100, 0.5, 6000), twice);
}

TEST(CrashPlan, DependsOnTheSeedAlone) {
  EXPECT_EQ(crashes_of(100, 0.5, 6000, 4), crashes_of(100, 0.5, 6000, 4));
  EXPECT_NE(crashes_of(100, 0.5, 6000, 4), crashes_of(100, 0.5, 6000, 5));
}

// 10000 dates: the number in a tenth of the horizon is binomial, mean 1000, standard deviation
// sqrt(10000 * 0.1 * 0.9) = 30. So is, over as many seeds, how often each of 10 hosts is the only one of
// share 0.1. Five of them.
TEST(CrashPlan, DrawsDatesAndHostsUniformly) {
  std::vector<int> by_tenth(10), by_host(10);
  for (const auto& [host, date] : crashes_of(10000, 1, 6000))
    ++by_tenth.at(static_cast<std::size_t>(date / 600));
  RandomStreams random(1);
  for (int i = 0; i < 10000; ++i)
    ++by_host.at(planned_crashes(10, 0.1, 6000, random.stream("crashes")).at(0).host);
  for (std::size_t i = 0; i < 10; ++i) {
    EXPECT_NEAR(by_tenth[i], 1000, 5 * 30) << i;
    EXPECT_NEAR(by_host[i], 1000, 5 * 30) << i;
  }
}

} // namespace crash_plan_test
} // namespace malha::testing
