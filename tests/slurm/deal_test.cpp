// SPDX-License-Identifier: MIT
// How runs are dealt to shards, and what is known of their cost.
#include "policies/sdk/errors.hpp"
#include "scenarios/campaign/costs.hpp"
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace malha::testing {
namespace deal_test {

// Seven runs of 1 s in three parts: 3, 2 and 2, one after the other.
TEST(Deal, GoesRoundWhereAllCostTheSame) {
  EXPECT_EQ(dealt(std::vector<Seconds>(7, 1.0), 3), (std::vector<int>{0, 1, 2, 0, 1, 2, 0}));
}

// 9 goes to part 0 and 5 to part 1. 4 goes to part 1, which then has 9 as part 0 has: 3 goes to part 0 (12),
// and the last 3 to part 1 (12).
TEST(Deal, GivesTheDearestFirstToWhoHasLeast) {
  EXPECT_EQ(dealt({3, 9, 4, 3, 5}, 2), (std::vector<int>{0, 0, 1, 1, 1}));
}

TEST(Deal, LeavesPartsEmptyWhereThereAreMoreThanRuns) {
  EXPECT_EQ(dealt({1, 1}, 4), (std::vector<int>{0, 1}));
}

// Longest first, each to the least loaded: no part exceeds the mean by more than one run (Graham 1969). Of
// runs in turns of 1 and 9 s, dealt in turns to two parts, one part would have nine tenths of the work.
TEST(Deal, IsBalancedWithinOneRun) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> cost(0.01, 10);
  for (int parts = 1; parts <= 16; ++parts) {
    std::vector<Seconds> costs(200), work(static_cast<std::size_t>(parts), 0);
    Seconds sum = 0;
    for (auto& one : costs)
      sum += one = cost(random);
    const auto part_of = dealt(costs, parts);
    for (std::size_t i = 0; i < costs.size(); ++i)
      work[static_cast<std::size_t>(part_of[i])] += costs[i];
    EXPECT_LE(*std::max_element(work.begin(), work.end()), sum / parts + 10);
    EXPECT_EQ(dealt(costs, parts), part_of);
  }
}

CampaignRun run(const std::string& scenario, const std::string& name, const std::string& parameters) {
  return {scenario, name, parameters, 0, ""};
}

TEST(Costs, AreOfTheCellElseTheMeanOfTheRunElseOfTheScenario) {
  const TemporaryFolder folder;
  write_text(folder / "costs.csv", "scenario,run,parameters,seconds_per_run\n"
                                   "a,fast,k=1,1\na,fast,k=2,3\na,slow,\"k=1,2\",8\nb,,,5\n");
  const Costs costs(folder / "costs.csv");
  EXPECT_EQ(costs.of(run("a", "fast", "k=2")), 3);
  EXPECT_EQ(costs.of(run("a", "fast", "k=3")), 2);   // (1 + 3) / 2
  EXPECT_EQ(costs.of(run("a", "slow", "k=1,2")), 8); // a comma in it is no border
  EXPECT_EQ(costs.of(run("a", "other", "k=1")), 4);  // (1 + 3 + 8) / 3
  EXPECT_EQ(costs.of(run("b", "any", "")), 5);
  EXPECT_FALSE(costs.of(run("c", "any", "")));
  costs.write(folder / "again.csv");
  EXPECT_EQ(text_of(folder / "again.csv"), text_of(folder / "costs.csv"));
}

TEST(Costs, OfTheShippedScenariosAreThere) {
  const Costs costs(MALHA_SOURCE_FOLDER "/scenarios/run_times.csv");
  EXPECT_TRUE(costs.knows("gridts-granularity"));
  EXPECT_FALSE(costs.knows("none"));
}

TEST(Costs, MustBeAboveZero) {
  const TemporaryFolder folder;
  write_text(folder / "costs.csv", "scenario,seconds_per_run\na,0\n");
  try {
    const Costs costs(folder / "costs.csv");
    FAIL() << "accepted";
  } catch (const InputError& error) {
    EXPECT_EQ(std::string(error.what()),
              (folder / "costs.csv").string() + ":2: seconds_per_run cannot be 0; valid: above 0");
  }
}

} // namespace deal_test
} // namespace malha::testing
