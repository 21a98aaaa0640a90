// SPDX-License-Identifier: MIT
#include "actors/environment/failure_plan.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace malha::testing {
namespace failure_plan_test {

using environment::FailureModel;
using environment::FailurePlan;
using environment::WeibullTimes;
using Switch = FailurePlan::Switch;

struct Given {
  std::size_t hosts = 4;
  double shape = 1;
  double rack_share = 0;
  std::size_t rack = 2;
  Seconds mtbf = 1000, mttr = 50, horizon = never;
  std::uint64_t seed = 1;
};

/// The first `number` switches; fewer where no more come.
std::vector<Switch> switches_of(const Given& given, std::size_t number) {
  RandomStreams random(given.seed);
  std::vector<std::reference_wrapper<RandomStreams::Engine>> engines;
  FailureModel model{WeibullTimes(given.mtbf, given.shape),
                     WeibullTimes(given.mttr, 1),
                     {},
                     given.rack_share,
                     given.horizon};
  for (std::size_t host = 0; host < given.hosts; ++host) {
    engines.emplace_back(random.stream("failures.host-" + std::to_string(host)));
    model.racks.push_back(host / given.rack);
  }
  FailurePlan plan(std::move(model), engines);
  std::vector<Switch> switches;
  while (switches.size() < number)
    if (const auto next = plan.next())
      switches.push_back(*next);
    else
      break;
  return switches;
}

/// The dates at which a host is switched.
std::vector<Seconds> dates_of(const std::vector<Switch>& switches, std::size_t host) {
  std::vector<Seconds> dates;
  for (const auto& one : switches)
    if (one.host == host)
      dates.push_back(one.date);
  return dates;
}

TEST(FailurePlan, SwitchesEachHostOffAndOnInTurnByDate) {
  for (const double share : {0.0, 0.5, 1.0}) {
    Given given;
    given.rack_share = share;
    std::vector<bool> is_on(given.hosts, true);
    Seconds last = 0;
    for (const auto& [date, host, on] : switches_of(given, 10000)) {
      EXPECT_GE(date, last);
      EXPECT_NE(is_on.at(host), on) << host << " at " << date;
      is_on[host] = on;
      last = date;
    }
  }
}

// The mean of n exponential times with mean m has the standard deviation m / sqrt(n). That of Weibull times
// of shape k is m sqrt(G(1 + 2/k) / G(1 + 1/k)^2 - 1) / sqrt(n), where G is the gamma function. The squares
// of the times have the mean m^2 G(1 + 2/k) / G(1 + 1/k)^2: 2 m^2 at k = 1, 6 m^2 at k = 1/2, since G(5) = 24
// and G(3) = 2. Five standard deviations of the mean; the second moments are told apart by far.
TEST(FailurePlan, DrawsTimesWithTheirMeansAndShape) {
  for (const auto& [shape, second_moment] : {std::pair(1.0, 2.0), {0.5, 6.0}}) {
    Given given;
    given.hosts = 1;
    given.shape = shape;
    const auto dates = dates_of(switches_of(given, 40000), 0);
    Seconds up = 0, down = 0, squares = 0, since = 0;
    for (std::size_t i = 0; i < dates.size(); ++i) {
      const Seconds time = dates[i] - std::exchange(since, dates[i]);
      (i % 2 == 0 ? up : down) += time;
      squares += i % 2 == 0 ? time * time : 0;
    }
    EXPECT_NEAR(up / 20000, 1000, 5 * 1000 * std::sqrt(second_moment - 1) / std::sqrt(20000.0));
    EXPECT_NEAR(down / 20000, 50, 5 * 50 / std::sqrt(20000.0));
    EXPECT_NEAR(squares / 20000, second_moment * 1e6, 0.15 * second_moment * 1e6) << shape;
  }
}

TEST(FailurePlan, OfAHostDoesNotDependOnOthersWithoutRacks) {
  Given few, many;
  many.hosts = 40;
  const auto alone = dates_of(switches_of(few, 100), 3), among = dates_of(switches_of(many, 2000), 3);
  ASSERT_GE(among.size(), 10u);
  ASSERT_GE(alone.size(), 10u);
  EXPECT_TRUE(std::equal(alone.begin(), alone.begin() + 10, among.begin()));
}

TEST(FailurePlan, DependsOnTheSeedAlone) {
  Given given, other;
  other.seed = 2;
  EXPECT_EQ(dates_of(switches_of(given, 100), 0), dates_of(switches_of(given, 100), 0));
  EXPECT_NE(dates_of(switches_of(given, 100), 0), dates_of(switches_of(other, 100), 0));
}

// Racks are {0, 1} and {2, 3}. Where each failure takes its rack, both hosts of a rack always go at one date
// and return at one date, and the two racks are independent.
TEST(FailurePlan, TakesWholeRacks) {
  Given given;
  given.rack_share = 1;
  const auto switches = switches_of(given, 400);
  EXPECT_EQ(dates_of(switches, 0), dates_of(switches, 1));
  EXPECT_EQ(dates_of(switches, 2), dates_of(switches, 3));
  EXPECT_NE(dates_of(switches, 0), dates_of(switches, 2));
}

// A failure begins at each of the two hosts of a rack at rate 1/1000 while it is up, and a quarter of them
// take both. So a host is taken down at rate 1.25/1000, and of all times at which it goes 2 * 0.25 / 1.25 =
// 40 % it goes with its mate, or finds it down. Repairs of 1 ms make the last negligible. Of n = 20000 the
// share has the standard deviation sqrt(0.4 * 0.6 / 20000) = 0.0035. Five of them.
TEST(FailurePlan, TakesTheGivenShareOfRacks) {
  Given given;
  given.hosts = 2;
  given.rack_share = 0.25;
  given.mttr = 0.001;
  const auto switches = switches_of(given, 80000);
  std::multiset<Seconds> dates;
  std::size_t of_first = 0, together = 0;
  for (const auto& [date, host, on] : switches)
    if (!on)
      dates.insert(date);
  for (const auto& [date, host, on] : switches)
    if (!on && host == 0) {
      ++of_first;
      together += dates.count(date) == 2;
    }
  EXPECT_NEAR(static_cast<double>(together) / static_cast<double>(of_first), 0.4, 5 * 0.0035);
}

TEST(FailurePlan, EndsAtTheHorizonWithAllHostsUp) {
  Given given;
  given.horizon = 5000;
  const auto switches = switches_of(given, 100000);
  ASSERT_FALSE(switches.empty());
  EXPECT_LT(switches.size(), 100000u);
  std::vector<bool> is_on(given.hosts, true);
  for (const auto& [date, host, on] : switches) {
    EXPECT_TRUE(on || date <= 5000);
    is_on.at(host) = on;
  }
  EXPECT_EQ(is_on, std::vector<bool>(given.hosts, true));
}

} // namespace failure_plan_test
} // namespace malha::testing
