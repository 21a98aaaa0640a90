// SPDX-License-Identifier: MIT
// How runs are dealt to shards, and what is known of their cost.
#include "policies/sdk/errors.hpp"
#include "scenarios/runner/campaign/costs.hpp"
#include "scenarios/runner/campaign/shard.hpp"
#include "scenarios/runner/campaign/submission.hpp"
#include "scenarios/runner/campaign/time_probes.hpp"
#include "scenarios/runner/runs/identity.hpp"
#include "tests/scenarios/runner/campaign/campaign.hpp"

#include <algorithm>
#include <deque>
#include <random>

namespace malha::testing {
namespace deal_test {

// Seven runs of 1 s in three parts: 3, 2 and 2, one after the other.
TEST(Deal, GoesRoundWhereAllCostTheSame) {
  EXPECT_EQ(split_by_cost(std::vector<Seconds>(7, 1.0), 3), (std::vector<int>{0, 1, 2, 0, 1, 2, 0}));
}

// 9 goes to part 0 and 5 to part 1. 4 goes to part 1, which then has 9 as part 0 has: 3 goes to part 0 (12),
// and the last 3 to part 1 (12).
TEST(Deal, GivesTheDearestFirstToWhoHasLeast) {
  EXPECT_EQ(split_by_cost({3, 9, 4, 3, 5}, 2), (std::vector<int>{0, 0, 1, 1, 1}));
}

TEST(Deal, LeavesPartsEmptyWhereThereAreMoreThanRuns) {
  EXPECT_EQ(split_by_cost({1, 1}, 4), (std::vector<int>{0, 1}));
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
    const auto part_of = split_by_cost(costs, parts);
    for (std::size_t i = 0; i < costs.size(); ++i)
      work[static_cast<std::size_t>(part_of[i])] += costs[i];
    EXPECT_LE(*std::max_element(work.begin(), work.end()), sum / parts + 10);
    EXPECT_EQ(split_by_cost(costs, parts), part_of);
  }
}

CampaignRun run(const std::string& scenario, const std::string& name, const std::string& parameters) {
  return {scenario, name, parameters, 0, ""};
}

TEST(Costs, AreOfTheCellElseTheMeanOfTheRunElseOfTheScenario) {
  const TemporaryFolder folder;
  write_text(folder / "costs.csv", "scenario,run,parameters,seconds_per_run,lower_bound\n"
                                   "a,fast,k=1,1,\na,fast,k=2,3,yes\na,slow,\"k=1,2\",8,\nb,,,5,\n");
  const Costs costs(folder / "costs.csv");
  EXPECT_EQ(costs.of(run("a", "fast", "k=2")), 3);
  EXPECT_EQ(costs.of(run("a", "fast", "k=3")), 2);   // (1 + 3) / 2
  EXPECT_EQ(costs.of(run("a", "slow", "k=1,2")), 8); // a comma in it is no border
  EXPECT_EQ(costs.of(run("a", "other", "k=1")), 4);  // (1 + 3 + 8) / 3
  EXPECT_EQ(costs.of(run("b", "any", "")), 5);
  EXPECT_FALSE(costs.of(run("c", "any", "")));
  EXPECT_EQ(costs.lower_bounds(), 1u);
  costs.write(folder / "again.csv");
  EXPECT_EQ(text_of(folder / "again.csv"), text_of(folder / "costs.csv"));
}

/// Runs of a campaign with their costs: x is 2 s, y is 6 s, and nobody knows z.
class ExpectedTimes : public ::testing::Test {
protected:
  ExpectedTimes() {
    costs_.add("s", "x", "", 2);
    costs_.add("t", "y", "", 6);
    add("s", "x", "1");
    add("t", "y", "2");
    add("u", "z", "3");
    add("v", "z", "1"); // the same simulation as the first
  }
  void add(const std::string& scenario, const std::string& name, const std::string& hash) {
    auto& of_scenario = scenarios_.emplace_back();
    of_scenario.name = scenario;
    of_scenario.cells.push_back({name, {}, {}});
    runs_.push_back({&of_scenario, &of_scenario.cells.front(), 0, hash});
  }

  Costs costs_;
  std::deque<Scenario> scenarios_; ///< to which the runs refer
  std::vector<PlannedRun> runs_;
};

// z takes the mean of what is known of different simulations: (2 + 6) / 2. The work of all is 2 + 6 + 4.
TEST_F(ExpectedTimes, AreTheSameForDealingAndPlanning) {
  EXPECT_EQ(expected_times(runs_, costs_), (std::vector<Seconds>{2, 6, 4, 2}));
  EXPECT_DOUBLE_EQ(planned_shards(runs_, costs_, 1, 1).front().time, 12);
  EXPECT_EQ(split_by_cost(runs_, costs_, 2), (std::vector<int>{1, 0, 1, 1}));
}

TEST_F(ExpectedTimes, AreASecondWhereNothingIsKnown) {
  EXPECT_EQ(expected_times(runs_, Costs()), (std::vector<Seconds>{1, 1, 1, 1}));
}

class Trial : public Campaign {
protected:
  Trial() : Campaign(batch_scenario(3, 10, "metrics")) {}

  TimeProbes try_all(const ProbeLimits& limits) const {
    const Library library(std::vector<std::filesystem::path>{});
    const CampaignRequest request{{(folder_ / "scenario.xml").string()}, {}, {}, {}, {}};
    const auto scenarios = read_scenarios(request, library);
    Identifier identifier(library);
    return probe_times(planned_runs(request, scenarios, library, identifier), Costs(), library, limits);
  }
};

TEST_F(Trial, IsMadeOfEachCell) {
  const auto probes = try_all({1e6, 1e6});
  EXPECT_EQ(probes.timed, 2u);
  EXPECT_EQ(probes.costs.lower_bounds(), 0u);
  EXPECT_EQ(text_of(probes), "expected times: 2 of 2 cells were tried here to the end");
}

// A probe of no time at all is killed. The cost is what it took until then, and more is not known.
TEST_F(Trial, ThatIsCutShortIsALowerBound) {
  const auto probes = try_all({1e-9, 1e6});
  EXPECT_EQ(probes.cut, 2u);
  EXPECT_EQ(probes.costs.lower_bounds(), 2u);
  EXPECT_EQ(text_of(probes),
            "expected times: 0 of 2 cells were tried here to the end, 2 were cut short, so that "
            "what it took is a lower bound");
}

// The minute is over after the first probe.
TEST_F(Trial, SaysWhatIsGuessed) {
  const auto probes = try_all({1e6, 0});
  EXPECT_EQ(probes.timed, 1u);
  EXPECT_EQ(probes.cells, 2u);
  EXPECT_NE(text_of(probes).find(" guessed from these"), std::string::npos) << text_of(probes);
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
