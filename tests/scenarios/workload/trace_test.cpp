// SPDX-License-Identifier: MIT
// A real trace through the program: simulated, validated, written back as SWF, read again.
#include "results/files/csv_reader.hpp"
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

namespace malha::testing {
namespace trace_test {

const std::string trace = MALHA_SOURCE_FOLDER "/tests/scenarios/workload/nasa-ipsc-1993-first-jobs.swf";

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

/// The texts of columns, row by row.
std::vector<std::string> texts_in(const std::filesystem::path& file,
                                  const std::vector<std::string>& columns) {
  std::vector<std::string> texts;
  for (CsvReader rows(file); rows.next();) {
    texts.emplace_back();
    for (const auto& column : columns)
      texts.back() += (texts.back().empty() ? "" : " ") + rows.text(column);
  }
  return texts;
}

// One node, jobs of 10 s. The third line comes first, at 0; then, by submission, 17 and 4. All files and
// answers call them as the trace does.
TEST(NumbersOfATrace, AreThoseOfItsJobsEverywhere) {
  const TemporaryFolder folder;
  std::string lines;
  for (const auto* number_and_date : {"4 2", "17 1", "90 0"})
    lines += std::string(number_and_date) + " -1 10 1 -1 -1 1 20 -1 1 -1 -1 -1 -1 -1 -1 -1\n";
  write_text(folder / "x.swf", lines);
  const auto said =
      run_shell("$MALHA simulate -p star --set platform.hosts=1 --set transport=instant -d cluster.fcfs "
                "-w x.swf --explain=4 -o out && $MALHA validate out && $MALHA convert out again.swf",
                folder.path());
  ASSERT_EQ(said.status, 0) << said.err;
  EXPECT_EQ(texts_in(folder / "out/jobs.csv", {"job_id", "job", "starting_time"}),
            (std::vector<std::string>{"90 90 0", "17 17 10", "4 4 20"}));
  EXPECT_EQ(texts_in(folder / "out/decisions.csv", {"time", "job_id", "job", "decision"}),
            (std::vector<std::string>{"0 90 90 start", "1 17 17 wait", "2 4 4 wait", "10 17 17 start",
                                      "10 4 4 wait", "20 4 4 start"}));
  EXPECT_NE(said.out.find("\njob 4 needs 1 of 1 node; submitted at 2 s, started at 20 s, after 18 s\n"),
            std::string::npos)
      << said.out;
  EXPECT_NE(said.out.find("waiting before it: 1 job (17); running: 1 job (90)"), std::string::npos)
      << said.out;
  EXPECT_NE(said.out.find("checked: all 3 tasks have a row each\n"), std::string::npos) << said.out;
  // A trace is in order of its numbers, which these are not.
  EXPECT_NE(text_of(folder / "again.swf").find("\n3 2 18 10 1 "), std::string::npos);
}

// A row that is gone, or one too many, is seen although numbers do not count from 0.
TEST(NumbersOfATrace, AreCounted) {
  const TemporaryFolder folder;
  write_text(folder / "x.swf", "5 0 -1 10 1 -1 -1 1 20 -1 1 -1 -1 -1 -1 -1 -1 -1\n"
                               "9 1 -1 10 1 -1 -1 1 20 -1 1 -1 -1 -1 -1 -1 -1 -1\n");
  ASSERT_EQ(run_shell("$MALHA simulate -p star -d cluster.fcfs -w x.swf -o out", folder.path()).status, 0);
  const auto whole = text_of(folder / "out/jobs.csv");
  const auto last = whole.rfind('\n', whole.size() - 2) + 1;
  write_text(folder / "out/jobs.csv", whole.substr(0, last));
  EXPECT_NE(
      run_shell("$MALHA validate out", folder.path())
          .out.find("violation: conservation: the manifest has 0 unfinished tasks, and 1 have no row\n"),
      std::string::npos);
  write_text(folder / "out/jobs.csv", whole + "7" + whole.substr(last + 1));
  EXPECT_NE(run_shell("$MALHA validate out", folder.path())
                .out.find("violation: conservation: 3 jobs have a row, and 2 were submitted\n"),
            std::string::npos);
}

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
