// SPDX-License-Identifier: MIT
// A real trace through the program: simulated, validated, written back as SWF, read again.
#include "results/csv_reader.hpp"
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

namespace malha::testing {
namespace trace_test {

const std::string trace = MALHA_SOURCE_FOLDER "/tests/workload/nasa-ipsc-1993-first-jobs.swf";

/// "job start finish nodes" of each job that ran, by row.
std::vector<std::string> schedule_in(const std::filesystem::path& folder) {
  std::vector<std::string> rows;
  CsvReader jobs(folder / "jobs.csv");
  while (jobs.next())
    if (jobs.text("final_state") != "REJECTED")
      rows.push_back(jobs.text("job") + " " + jobs.text("starting_time") + " " + jobs.text("finish_time") +
                     " " + jobs.text("allocated_resources"));
  return rows;
}

struct Setting {
  const char* policy;
  int nodes; ///< jobs of the trace take up to 128; on fewer, many wait and the largest are rejected
};

class RealTrace : public ::testing::TestWithParam<Setting> {};

TEST_P(RealTrace, GivesTheSameScheduleWhenItIsWrittenAndReadAgain) {
  const TemporaryFolder folder;
  const auto run = [&](const std::string& workload, const std::string& out) {
    const auto said = run_shell("$MALHA simulate -p star --set transport=instant --set platform.hosts=" +
                                    std::to_string(GetParam().nodes) + " -d cluster." + GetParam().policy +
                                    " -w '" + workload + "' -o " + out + " && $MALHA validate " + out,
                                folder.path());
    EXPECT_EQ(said.status, 0) << said.out << said.err;
  };
  run(trace, "out");
  const auto said = run_shell("$MALHA convert out again.swf", folder.path());
  ASSERT_EQ(said.status, 0) << said.err;
  run("again.swf", "again");
  const auto first = schedule_in(folder / "out");
  EXPECT_EQ(first.size(), GetParam().nodes == 128 ? 165U : 160U); // five jobs take all 128 nodes
  EXPECT_EQ(schedule_in(folder / "again"), first);
  EXPECT_NE(text_of(folder / "again.swf").find("; Acknowledge: Bill Nitzberg\n"), std::string::npos);
}

const std::vector<Setting> all_settings{{"fcfs", 128},
                                        {"fcfs", 36},
                                        {"easy_backfill", 128},
                                        {"easy_backfill", 36},
                                        {"conservative_backfill", 128},
                                        {"conservative_backfill", 36}};
INSTANTIATE_TEST_SUITE_P(Under, RealTrace, ::testing::ValuesIn(all_settings), [](const auto& one) {
  return std::string(one.param.policy) + "_on_" + std::to_string(one.param.nodes);
});

/// makespan of the only run, as runs.csv has it.
std::string makespan_in(const std::filesystem::path& runs) {
  CsvReader rows(runs);
  while (rows.next())
    if (rows.text("metric") == "makespan")
      return rows.text("value");
  return "";
}

// A scenario names the file from its own folder, wherever the command is given. A job of 50 s; then the file
// changes, to 70 s, and the run is made again.
TEST(TraceInAScenario, IsFoundBesideItAndIsPartOfWhatARunIs) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "mine");
  write_text(folder / "mine/jobs.swf", "1 0 -1 50 1 -1 -1 1 100 -1 1 -1 -1 -1 -1 -1 -1 -1\n");
  write_text(folder / "mine/trace.xml",
             "<scenario><question>-</question><platform name='star'/><workload name='jobs.swf'/>"
             "<seeds vary='nothing'/><set key='transport' value='instant'/>"
             "<run name='only' deployment='cluster.fcfs'/></scenario>");
  const std::string command = "$MALHA run mine/trace.xml -o out";
  auto said = run_shell(command, folder.path());
  ASSERT_EQ(said.status, 0) << said.err;
  EXPECT_EQ(makespan_in(folder / "out/runs.csv"), "50");
  write_text(folder / "mine/jobs.swf", "1 0 -1 70 1 -1 -1 1 100 -1 1 -1 -1 -1 -1 -1 -1 -1\n");
  said = run_shell(command, folder.path());
  ASSERT_EQ(said.status, 0) << said.err;
  EXPECT_EQ(makespan_in(folder / "out/runs.csv"), "70");
}

} // namespace trace_test
} // namespace malha::testing
