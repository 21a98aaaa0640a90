// SPDX-License-Identifier: MIT
// One run of which only metrics are kept.
#include "campaign.hpp"

#include <set>

namespace malha::testing {
namespace metrics_alone_test {

namespace fs = std::filesystem;

class MetricsAlone : public Campaign {
protected:
  MetricsAlone() : Campaign(batch_scenario(1, 10)) {}

  Said simulate(const std::string& more) const {
    return malha("simulate -p star --set platform.hosts=4 -d cluster.easy_backfill -w rigid_jobs --set "
                 "workload.jobs=20 --set transport=instant --metrics all " +
                 more);
  }
};

TEST_F(MetricsAlone, AreThoseOfTheRunWithRows) {
  ASSERT_EQ(simulate("-o rows").status, 0);
  const auto said = simulate("-o alone --records metrics");
  ASSERT_EQ(said.status, 0) << said.err;
  EXPECT_NE(said.out.find("mean_waiting_time"), std::string::npos);
  EXPECT_EQ(text_of(folder_ / "alone/schedule.csv"), text_of(folder_ / "rows/schedule.csv"));
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder_ / "alone"))
    names.insert(entry.path().filename());
  EXPECT_EQ(names, (std::set<std::string>{"machine.json", "manifest.json", "schedule.csv"}));
  EXPECT_NE(text_of(folder_ / "alone/manifest.json").find("\"records\": \"metrics\""), std::string::npos);
  EXPECT_EQ(text_of(folder_ / "rows/manifest.json").find("\"records\""), std::string::npos);
}

TEST_F(MetricsAlone, ReplaceRowsInTheirFolderAndAreReplacedByThem) {
  ASSERT_EQ(simulate("-o out").status, 0);
  ASSERT_EQ(simulate("-o out --records metrics").status, 0);
  EXPECT_FALSE(fs::exists(folder_ / "out/jobs.csv"));
  ASSERT_EQ(simulate("-o out --records jobs").status, 0);
  EXPECT_TRUE(fs::exists(folder_ / "out/jobs.csv"));
}

TEST_F(MetricsAlone, AreRepeatedAndNotValidated) {
  ASSERT_EQ(simulate("-o out --records metrics").status, 0);
  const auto again = malha("rerun out");
  EXPECT_EQ(again.status, 0) << again.out << again.err;
  EXPECT_EQ(again.out.find("jobs.csv"), std::string::npos) << again.out;
  const auto validated = malha("validate out");
  EXPECT_EQ(validated.status, 2);
  EXPECT_EQ(
      validated.err,
      "malha: validate: out was made with --records metrics, and has no rows; valid: a run with rows\n");
}

// Of up to ten hosts, on a cluster of four: as many as the run with rows has. Only rows say which jobs they
// are.
TEST_F(MetricsAlone, CountRejectedJobs) {
  const std::string larger = " --set workload.max_resources=10";
  const auto with_rows = simulate("-o rows" + larger);
  const auto said = simulate("-o out --records metrics" + larger);
  ASSERT_EQ(said.status, 0) << said.err;
  const auto rows = text_of(folder_ / "rows/jobs.csv");
  int rejected = 0;
  for (auto at = rows.find(",REJECTED,"); at != std::string::npos; at = rows.find(",REJECTED,", at + 1))
    ++rejected;
  ASSERT_GT(rejected, 0);
  const auto sentence = "rejected, and in no mean: " + std::to_string(rejected) + " of 20 jobs\n";
  EXPECT_NE(said.out.find(sentence), std::string::npos) << said.out;
  EXPECT_NE(with_rows.out.find("rejected: job "), std::string::npos) << with_rows.out;
  EXPECT_EQ(said.out.find("rejected: job "), std::string::npos) << said.out;
}

} // namespace metrics_alone_test
} // namespace malha::testing
