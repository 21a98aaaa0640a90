// SPDX-License-Identifier: MIT
#include "actors/environment/local_plan.hpp"

#include <gtest/gtest.h>

namespace malha::testing {
namespace local_plan_test {

using environment::LocalPlan;
using environment::Placement;
using Users = std::vector<bool>;

/// Clusters a, b, … of these sizes, one host after the other.
std::vector<std::string> clusters_of(const std::vector<std::size_t>& sizes) {
  std::vector<std::string> clusters;
  for (std::size_t i = 0; i < sizes.size(); ++i)
    clusters.insert(clusters.end(), sizes[i], std::string(1, static_cast<char>('a' + i)));
  return clusters;
}

/// Those of the first periods.
std::vector<Users> users_of(const std::vector<std::size_t>& sizes, double share, Placement placement,
                            Seconds redraw = 0, std::size_t periods = 1, std::uint64_t seed = 1) {
  RandomStreams random(seed);
  LocalPlan plan(clusters_of(sizes), share, placement, redraw, random.stream("local_users"));
  std::vector<Users> all{plan.has_user()};
  for (; all.size() < periods; all.push_back(plan.has_user()))
    plan.advance();
  return all;
}

/// How many users each cluster has.
std::vector<std::size_t> by_cluster(const std::vector<std::size_t>& sizes, const Users& users) {
  std::vector<std::size_t> numbers;
  auto next = users.begin();
  for (const auto size : sizes) {
    const auto end = next + static_cast<std::ptrdiff_t>(size);
    numbers.push_back(static_cast<std::size_t>(std::count(next, end, true)));
    next = end;
  }
  return numbers;
}

using Numbers = std::vector<std::size_t>;
const Numbers unequal{8, 4, 4};

// round(0.3 * 16) = round(4.8) = 5, round(0.5 * 16) = 8, round(0.03 * 16) = round(0.48) = 0.
TEST(LocalPlan, HasTheShareOfTheHosts) {
  for (const auto placement : {Placement::uniform, Placement::grouped, Placement::random})
    for (const auto& [share, number] :
         {std::pair(0.0, 0), {0.03, 0}, {0.3, 5}, {0.5, 8}, {0.6, 10}, {1.0, 16}})
      for (const auto& users : users_of(unequal, share, placement, 60, 5))
        EXPECT_EQ(std::count(users.begin(), users.end(), true), number) << share;
}

// 10 of 16: clusters take turns at 1/16, 3/16 … of the first and at 1/8, 3/8 … of the others. Up to 9/16
// these are 5 of the first (1, 3, 5, 7, 9 of 16) and 2 of each other one (2, 6 of 16): 9. The next turn,
// 10/16, is that of the second cluster and of the third, of which the second comes first.
TEST(LocalPlan, SpreadsUniformUsersOverTheClusters) {
  for (const auto& users : users_of(unequal, 0.6, Placement::uniform, 60, 5))
    EXPECT_EQ(by_cluster(unequal, users), (Numbers{5, 3, 2}));
  for (const auto& users : users_of(unequal, 0.5, Placement::uniform, 60, 5))
    EXPECT_EQ(by_cluster(unequal, users), (Numbers{4, 2, 2}));
}

TEST(LocalPlan, FillsOneClusterAfterTheOtherWithGroupedUsers) {
  for (const auto& users : users_of(unequal, 0.6, Placement::grouped, 60, 5))
    EXPECT_EQ(by_cluster(unequal, users), (Numbers{8, 2, 0}));
}

// Each of 16 hosts has a user in half of 10000 periods: binomial, standard deviation sqrt(10000 / 4) = 50.
// Five of them.
TEST(LocalPlan, DrawsHostsUniformly) {
  std::vector<int> by_host(16);
  for (const auto& users : users_of(unequal, 0.5, Placement::random, 60, 10000))
    for (std::size_t host = 0; host < users.size(); ++host)
      by_host[host] += users[host];
  for (const int periods : by_host)
    EXPECT_NEAR(periods, 5000, 5 * 50);
}

TEST(LocalPlan, OfALargerShareHoldsThatOfASmallerOne) {
  for (const auto placement : {Placement::uniform, Placement::grouped, Placement::random}) {
    auto smaller = users_of(unequal, 0, placement, 60, 20);
    for (const double share : {0.1, 0.3, 0.6, 1.0}) {
      const auto larger = users_of(unequal, share, placement, 60, 20);
      for (std::size_t period = 0; period < larger.size(); ++period)
        for (std::size_t host = 0; host < 16; ++host)
          EXPECT_TRUE(larger[period][host] || !smaller[period][host]);
      smaller = larger;
    }
  }
}

TEST(LocalPlan, DependsOnTheSeedAlone) {
  EXPECT_EQ(users_of(unequal, 0.5, Placement::random, 60, 5, 4),
            users_of(unequal, 0.5, Placement::random, 20, 5, 4));
  EXPECT_NE(users_of(unequal, 0.5, Placement::random, 60, 5, 4),
            users_of(unequal, 0.5, Placement::random, 60, 5, 5));
}

// Periods of 60 s begin at 60, 120, 180 …
TEST(LocalPlan, ChangesWhenAPeriodEnds) {
  RandomStreams random(1);
  LocalPlan plan(clusters_of(unequal), 0.5, Placement::random, 60, random.stream("local_users"));
  for (const Seconds date : {60, 120, 180}) {
    EXPECT_EQ(plan.next_change(), date);
    const auto before = plan.has_user();
    plan.advance();
    EXPECT_NE(plan.has_user(), before); // one of 16! / (8! 8!) = 12870 draws is the same
  }
}

TEST(LocalPlan, NeverChangesWithoutRedrawsOrWhereAllOrNoneHaveUsers) {
  for (const auto& [share, redraw] : {std::pair(0.5, 0.0), {0.0, 60.0}, {0.03, 60.0}, {1.0, 60.0}}) {
    RandomStreams random(1);
    const LocalPlan plan(clusters_of(unequal), share, Placement::random, redraw,
                         random.stream("local_users"));
    EXPECT_EQ(plan.next_change(), never) << share << ' ' << redraw;
  }
}

TEST(LocalPlan, MayHaveNoHost) {
  EXPECT_EQ(users_of({}, 1, Placement::uniform), std::vector<Users>{Users{}});
}

} // namespace local_plan_test
} // namespace malha::testing
