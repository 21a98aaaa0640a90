// SPDX-License-Identifier: MIT
// Campaigns spread over several commands, and put together again.
#include "campaign.hpp"

namespace malha::testing {
namespace collect_test {

namespace fs = std::filesystem;

class Shards : public Campaign {
protected:
  Shards() : Campaign(batch_scenario(11, 10)) {}

  Said run_shard(int part, const std::string& options = "") const {
    const auto number = std::to_string(part);
    return malha("run ./scenario.xml --shard " + number + "/4 -o part" + number + " " + options);
  }
  void run_shards(std::initializer_list<int> parts) const {
    for (const int part : parts) {
      const auto said = run_shard(part);
      ASSERT_EQ(said.status, 0) << said.err;
    }
  }
};

// 22 runs in four shards: 6, 6, 5 and 5.
TEST_F(Shards, SayHowManyRunsTheyHold) {
  EXPECT_EQ(run_shard(1).out,
            "shard 1 of 4: 6 of 22 runs are done in part1; malha collect merges the shards\n");
  EXPECT_EQ(run_shard(4).out,
            "shard 4 of 4: 5 of 22 runs are done in part4; malha collect merges the shards\n");
}

TEST_F(Shards, CollectedAreTheWhole) {
  run_into("whole");
  run_shards({1, 2, 3, 4});
  const auto said = malha("collect part3 part1 part4 part2 -o collected");
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_EQ(results_below(folder_ / "collected"), results_below(folder_ / "whole"));
  const auto whole = malha("run ./scenario.xml -o whole");
  const std::string page = "a page with figures: ";
  EXPECT_EQ(said.out.substr(0, said.out.find(page)), whole.out.substr(0, whole.out.find(page)));
}

TEST_F(Shards, CollectedGoOnAsACampaign) {
  run_shards({1, 2, 3});
  EXPECT_EQ(malha("collect part1 part2 part3 -o collected").status, 2);
  run_into("collected");
  run_into("whole");
  EXPECT_EQ(results_below(folder_ / "collected"), results_below(folder_ / "whole"));
}

TEST_F(Shards, AreCollectedInTwoCommands) {
  run_shards({1, 2, 3, 4});
  EXPECT_EQ(malha("collect part1 part2 -o collected").status, 2);
  EXPECT_EQ(malha("collect part3 part4 -o collected").status, 0);
  run_into("whole");
  EXPECT_EQ(results_below(folder_ / "collected"), results_below(folder_ / "whole"));
}

TEST_F(Shards, ThatAreMissingAreMissed) {
  run_shards({1, 3});
  const auto said = malha("collect part1 part3 -o collected");
  EXPECT_EQ(said.status, 2);
  EXPECT_EQ(said.err,
            "malha: collect: 11 of 22 runs are done; run the shards that are missing, then collect again\n");
  EXPECT_FALSE(fs::exists(folder_ / "collected/runs.csv"));
}

TEST_F(Shards, OfOtherSettingsAreNotMixed) {
  run_shards({1});
  EXPECT_EQ(run_shard(2, "--set workload.jobs=11").status, 0);
  const auto said = malha("collect part1 part2 -o collected");
  EXPECT_EQ(said.status, 2);
  EXPECT_EQ(said.err,
            "malha: collect: part2 is no part of the same campaign as part1: other scenarios, settings or "
            "inputs, or another build of Malha; valid: run again those that differ\n");
}

TEST_F(Shards, OfAScenarioThatHasChangedAreRefused) {
  run_shards({1});
  write_text(folder_ / "scenario.xml", "<scenario><question>-</question><platform name='star'/><workload "
                                       "name='rigid_jobs'/><seeds vary='nothing'/><run name='r' "
                                       "deployment='cluster.fcfs'/></scenario>");
  const auto said = malha("collect part1 -o collected");
  EXPECT_EQ(said.status, 2);
  EXPECT_EQ(said.err,
            "malha: scenario 'scenario' has changed since its runs were made; valid: run it again\n");
}

TEST_F(Shards, AreNotCollectedIntoOneOfThem) {
  run_shards({1, 2});
  const auto said = malha("collect part1 part2 -o part1");
  EXPECT_EQ(said.status, 2);
  EXPECT_EQ(said.err, "malha: collect: part1 is the folder to collect into; valid: another folder (-o)\n");
}

TEST_F(Shards, OfNoCampaignAreRefused) {
  fs::create_directory(folder_ / "part1");
  const auto said = malha("collect part1 -o collected");
  EXPECT_EQ(said.status, 2);
  EXPECT_EQ(said.err, "malha: part1: holds no campaign; valid: an output folder of run or reproduce\n");
  EXPECT_FALSE(fs::exists(folder_ / "collected"));
}

} // namespace collect_test
} // namespace malha::testing
