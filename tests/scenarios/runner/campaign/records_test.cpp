// SPDX-License-Identifier: MIT
// What a campaign keeps of its runs.
#include "campaign.hpp"
#include "scenarios/runner/campaign/store.hpp"

namespace malha::testing {
namespace records_test {

namespace fs = std::filesystem;

class Records : public Campaign {
protected:
  Records() : Campaign(batch_scenario(3, 10, "metrics")) {}
};

TEST_F(Records, AreLeftOutOfASummaryAndTheNumbersAreTheSame) {
  run_into("metrics");
  EXPECT_EQ(results_below(folder_ / "metrics").size(), 3u); // runs.csv, summary.csv, verdicts.csv
  EXPECT_EQ(malha("run ./scenario.xml -o jobs --records jobs").status, 0);
  const auto with_jobs = results_below(folder_ / "jobs");
  EXPECT_EQ(with_jobs.size(), 3u + 6 * 5); // and five files of each of six runs
  EXPECT_EQ(with_jobs.at("runs.csv"), text_of(folder_ / "metrics/runs.csv"));
  EXPECT_EQ(with_jobs.at("verdicts.csv"), text_of(folder_ / "metrics/verdicts.csv"));
}

TEST_F(Records, CanBeAskedForAfterwards) {
  run_into("out");
  EXPECT_EQ(malha("run ./scenario.xml -o out --records jobs").status, 0);
  EXPECT_EQ(results_below(folder_ / "out").size(), 3u + 6 * 5);
}

TEST_F(Records, ThatAreGoneAreMadeAgain) {
  EXPECT_EQ(malha("run ./scenario.xml -o out --records jobs").status, 0);
  const auto before = results_below(folder_ / "out");
  fs::remove_all(folder_ / "out/scenario/fcfs/workload.interarrival=300/seed=1");
  EXPECT_EQ(malha("run ./scenario.xml -o out --records jobs").status, 0);
  EXPECT_EQ(results_below(folder_ / "out"), before);
}

// Seeds 1 and 2 of two that begin with 1 are among the seeds 0, 1, 2 of the other scenario, and the same
// runs.
TEST_F(Records, OfAScenarioWhoseSeedsBeginLaterAreThoseOfTheSeeds) {
  auto later = batch_scenario(2, 10, "jobs");
  later.insert(later.find(" number="), " first=\"1\"");
  write_text(folder_ / "later.xml", later);
  EXPECT_EQ(malha("run ./scenario.xml -o all --records jobs").status, 0);
  EXPECT_EQ(malha("run ./later.xml -o later").status, 0);
  const auto all = results_below(folder_ / "all/scenario"), some = results_below(folder_ / "later/later");
  EXPECT_EQ(some.size(), 4u * 5); // five files of each run
  for (const auto& [file, text] : some)
    EXPECT_EQ(all.at(file), text) << file;
  EXPECT_EQ(malha("run ./later.xml -o one --seeds 1").status, 0);
  EXPECT_TRUE(fs::exists(folder_ / "one/later/fcfs/workload.interarrival=300/seed=1"));
  EXPECT_FALSE(fs::exists(folder_ / "one/later/fcfs/workload.interarrival=300/seed=0"));
}

// Two scenarios of two runs each have one of them in common.
TEST_F(Records, OfARunThatScenariosShareAreThereForBoth) {
  const auto scenario = [](const std::string& tasks) {
    return "<scenario><question>-</question><platform name='star'/><workload name='bag_of_tasks'/><seeds "
           "vary='nothing'/><vary key='workload.tasks' values='" +
           tasks + "'/><run name='only' deployment='cluster.fcfs'/></scenario>";
  };
  write_text(folder_ / "one.xml", scenario("5 6"));
  write_text(folder_ / "two.xml", scenario("6 7"));
  EXPECT_EQ(malha("run ./one.xml ./two.xml -o out").status, 0);
  EXPECT_EQ(Store(folder_ / "out").finished().size(), 3u);
  EXPECT_EQ(results_below(folder_ / "out/one/only/workload.tasks=6"),
            results_below(folder_ / "out/two/only/workload.tasks=6"));
  const auto rows = text_of(folder_ / "out/runs.csv");
  EXPECT_NE(rows.find("one,only,workload.tasks=6,0,jobs_finished,6,count"), std::string::npos);
  EXPECT_NE(rows.find("two,only,workload.tasks=6,0,jobs_finished,6,count"), std::string::npos);
}

} // namespace records_test
} // namespace malha::testing
