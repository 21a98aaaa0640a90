// SPDX-License-Identifier: MIT
// Pools of machines that belong to owners: who gives how many.
#include "tests/support/catalog.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>

namespace malha::testing {
namespace owned_pool_test {

PlatformPlan plan_of(const std::map<std::string, std::string>& settings, std::uint64_t seed = 1) {
  const auto& generator = *shipped_catalog().platforms().at("owned_pool");
  RandomStreams random(seed);
  return generator.plan(Parameters(generator.parameters, settings), random);
}

/// Machines of user-1, user-2 …
std::vector<int> shares_of(const PlatformPlan& plan) {
  std::vector<int> shares;
  for (auto host = plan.hosts.begin() + 1; host != plan.hosts.end(); ++host) {
    const auto user = std::stoul(host->properties.at("owner").substr(5));
    shares.resize(std::max(shares.size(), user));
    ++shares[user - 1];
  }
  return shares;
}

std::vector<int> drawn(int machines, int owners, std::uint64_t seed) {
  return shares_of(
      plan_of({{"machines", std::to_string(machines)}, {"owners", std::to_string(owners)}}, seed));
}

TEST(OwnedPool, HasTheMachinesOfEachOwnerInTurn) {
  const auto plan = plan_of({{"machines", "2,0,1"}, {"speeds", "1e9,2e9,3e9"}});
  ASSERT_EQ(plan.hosts.size(), 4u);
  EXPECT_EQ(plan.hosts[0].name, "master");
  EXPECT_EQ(plan.hosts[0].properties.count("owner"), 0u);
  const std::vector<std::pair<std::string, double>> expected{
      {"user-1", 1e9}, {"user-1", 1e9}, {"user-3", 3e9}};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(plan.hosts[i + 1].name, "host-" + std::to_string(i));
    EXPECT_EQ(plan.hosts[i + 1].properties.at("role"), "worker");
    EXPECT_EQ(plan.hosts[i + 1].properties.at("owner"), expected[i].first);
    EXPECT_EQ(plan.hosts[i + 1].speed, expected[i].second);
  }
}

TEST(OwnedPool, IsTheSameUnderAllSeedsWhereSharesAreGiven) {
  EXPECT_EQ(shares_of(plan_of({{"machines", "3,9,2"}}, 1)), (std::vector<int>{3, 9, 2}));
  EXPECT_EQ(shares_of(plan_of({{"machines", "3,9,2"}}, 2)), (std::vector<int>{3, 9, 2}));
}

TEST(OwnedPool, DividesAllMachinesAmongOwnersWhoAllGetOne) {
  for (std::uint64_t seed = 0; seed < 100; ++seed)
    for (const int owners : {1, 2, 5, 8, 40}) {
      const auto shares = drawn(40, owners, seed);
      ASSERT_EQ(shares.size(), static_cast<std::size_t>(owners));
      EXPECT_EQ(std::accumulate(shares.begin(), shares.end(), 0), 40);
      EXPECT_EQ(shares.front(), *std::max_element(shares.begin(), shares.end()));
      const auto least = *std::min_element(shares.begin(), shares.end());
      EXPECT_EQ(shares[owners > 1 ? 1 : 0], least);
      EXPECT_GE(least, 1);
    }
}

// Three owners of five machines: the rows are cut in two of four gaps, six ways. Three of them give 3, 1, 1
// in some order, and three give 2, 2, 1. The largest comes first and the least second, so that two kinds are
// left: each is half of all seeds. The standard deviation of their number in 2000 seeds is
// sqrt(2000 / 4) = 22.4.
TEST(OwnedPool, DrawsAllDivisionsAlike) {
  std::map<std::vector<int>, int> seen;
  for (std::uint64_t seed = 0; seed < 2000; ++seed)
    ++seen[drawn(5, 3, seed)];
  ASSERT_EQ(seen.size(), 2u);
  EXPECT_NEAR((seen[{3, 1, 1}]), 1000, 5 * 22.4);
  EXPECT_NEAR((seen[{2, 1, 2}]), 1000, 5 * 22.4);
}

// Two owners of ten machines: the first has 1 to 9 alike, and the largest share is that of user-1. So 5, 5 is
// one of nine, and each of 6, 4 to 9, 1 two of nine.
TEST(OwnedPool, DrawsSharesOfAllSizes) {
  std::map<std::vector<int>, int> seen;
  for (std::uint64_t seed = 0; seed < 1800; ++seed)
    ++seen[drawn(10, 2, seed)];
  ASSERT_EQ(seen.size(), 5u);
  EXPECT_NEAR((seen[{5, 5}]), 200, 5 * 13.4); // sqrt(1800 * 1/9 * 8/9)
  for (int most = 6; most < 10; ++most)
    EXPECT_NEAR((seen[{most, 10 - most}]), 400, 5 * 17.7) << most; // sqrt(1800 * 2/9 * 7/9)
}

} // namespace owned_pool_test
} // namespace malha::testing
