// SPDX-License-Identifier: MIT
// `malha validate` of a jobs.csv that Batsim 4 wrote: its columns, six decimals, and ids of two workloads.
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

namespace malha::testing {
namespace batsim_test {

const std::string header =
    "job_id,workload_name,profile,submission_time,requested_number_of_resources,requested_time,success,"
    "final_state,starting_time,execution_time,finish_time,waiting_time,turnaround_time,stretch,"
    "consumed_energy,allocated_resources,metadata\n";

/// Job w0!1 has nodes 0 and 1 for 16/3 s. Job w1!1 waits for them from 1 on, with all four, to 10: it runs
/// for 14/3 s after 13/3 s, stretched by 9 / (14/3) = 27/14. Job w0!3 is killed after 3 s on node 3; job
/// w0!4 asks for nine nodes of four.
const std::string good =
    header +
    "1,w0,delay,0.000000,2,10.000000,1,COMPLETED_SUCCESSFULLY,0.000000,5.333333,5.333333,0.000000,5.333333,"
    "1.000000,-1.000000,0-1,\"\"\n"
    "1,w1,delay,1.000000,4,20.000000,1,COMPLETED_SUCCESSFULLY,5.333333,4.666667,10.000000,4.333333,"
    "9.000000,1.928571,-1.000000,0-3,\"\"\n"
    "w0!3,w0,delay,2.000000,1,3.000000,0,COMPLETED_WALLTIME_REACHED,10.000000,3.000000,13.000000,8.000000,"
    "11.000000,3.666667,-1.000000,3,\"\"\n"
    "4,w0,delay,3.000000,9,-1.000000,0,REJECTED,,,,,,,,,\"\"\n";

class Batsim : public ::testing::Test {
protected:
  Said validate(const std::string& text, const std::string& platform = "-p star --set platform.hosts=4") {
    write_text(folder_ / "jobs.csv", text);
    return run_shell("\"$MALHA\" validate jobs.csv " + platform, folder_.path());
  }
  /// The lines of violations, when one text is another in the good file.
  std::string violations(const std::string& from, const std::string& to) {
    auto text = good;
    EXPECT_NE(text.find(from), std::string::npos) << from;
    const auto said = validate(text.replace(text.find(from), from.size(), to));
    EXPECT_EQ(said.err, "");
    EXPECT_EQ(said.status, said.out.find("violation: ") == std::string::npos ? 0 : 1) << said.out;
    const auto first = said.out.find("violation: ");
    return first == std::string::npos ? "" : said.out.substr(first, said.out.rfind("4 jobs") - first);
  }
  void expect_refused(const std::string& text, const std::string& message) {
    const auto said = validate(text);
    EXPECT_EQ(said.status, 2);
    EXPECT_EQ(said.out, "");
    EXPECT_EQ(said.err, "malha: " + message + "\n");
  }

  TemporaryFolder folder_;
};

TEST_F(Batsim, ARoundedScheduleIsValid) {
  const auto said = validate(good);
  EXPECT_EQ(said.status, 0);
  EXPECT_EQ(said.err, "");
  EXPECT_EQ(said.out,
            "checked: every start is at or after its submission, every finish at or after its\nstart\n"
            "checked: waiting, execution and turnaround times and stretch agree with the\ndates\n"
            "checked: no job runs longer than its walltime, and jobs that reached it ran\nexactly as long\n"
            "checked: no resource runs more tasks at once than it has slots\n"
            "not checked: speed: jobs.csv has no column 'work'\n"
            "4 jobs, valid\n");
}

// Three dates are off by half of the last decimal each: 4.666667 of 4.666667 ± 1.5e-6, and no more.
TEST_F(Batsim, ColumnsAgreeToTheSixthDecimal) {
  EXPECT_EQ(violations("4.666667", "4.666668"), "");
  EXPECT_EQ(violations("4.666667", "4.666670"), "violation: columns agree: job 1 (jobs.csv:3) has "
                                                "execution_time 4.666670, its dates say 4.666667\n");
  EXPECT_EQ(violations("8.000000,11", "8.100000,11"),
            "violation: columns agree: job w0!3 (jobs.csv:4) has waiting_time 8.100000, its dates say 8\n");
  EXPECT_EQ(
      violations("11.000000,3.666667", "12.000000,3.666667"),
      "violation: columns agree: job w0!3 (jobs.csv:4) has turnaround_time 12.000000, its dates say 11\n");
  EXPECT_EQ(violations("11.000000,3.666667", "11.000000,3.700000"),
            "violation: columns agree: job w0!3 (jobs.csv:4) has stretch 3.700000, its dates say "
            "3.6666666666666665\n");
}

// Dates of a long trace do not make the columns coarser: 0.1 s at 1e8 s is no rounding.
TEST_F(Batsim, ColumnsAgreeAtLateDatesToo) {
  const std::string row = "1,w0,delay,100000000.000000,2,10.000000,1,COMPLETED_SUCCESSFULLY,100000000.333333,"
                          "5.333333,100000005.666667,0.333333,5.666667,1.062500,-1.000000,0-1,\"\"\n";
  EXPECT_EQ(validate(header + row).status, 0);
  auto wrong = row;
  wrong.replace(wrong.find("0.333333,5.66"), 8, "0.433333");
  EXPECT_EQ(validate(header + wrong).status, 1);
}

// What takes no time has no stretch.
TEST_F(Batsim, AJobOfNoTimeMayHaveAnyStretch) {
  for (const auto* stretch : {"-nan", "inf", "0.000000"})
    EXPECT_EQ(validate(header +
                       "1,w0,delay,0.000000,2,10.000000,1,COMPLETED_SUCCESSFULLY,1.000000,0.000000,"
                       "1.000000,1.000000,1.000000," +
                       stretch + ",-1.000000,0-1,\"\"\n")
                  .status,
              0)
        << stretch;
}

TEST_F(Batsim, IdsRepeatInAnotherWorkloadOnly) {
  EXPECT_EQ(violations("1,w1,", "1,w0,"), "violation: conservation: job 1 (jobs.csv:3) is listed twice\n");
  EXPECT_EQ(violations("4,w0,delay,3", "3,w0,delay,3"), // as w0!3
            "violation: conservation: job 3 (jobs.csv:5) is listed twice\n");
}

TEST_F(Batsim, AStartIsAtOrAfterItsSubmission) {
  EXPECT_EQ(violations("w0!3,w0,delay,2.000000,1,3.000000,0,COMPLETED_WALLTIME_REACHED,10.000000,3.000000,"
                       "13.000000,8.000000,11.000000,3.666667",
                       "w0!3,w0,delay,11.000000,1,3.000000,0,COMPLETED_WALLTIME_REACHED,10.000000,3.000000,"
                       "13.000000,-1.000000,2.000000,0.666667"),
            "violation: start >= submission: job w0!3 (jobs.csv:4) starts at 10, submitted at 11\n");
}

// Job w1!1 starts a second early on nodes 0 and 1.
TEST_F(Batsim, NodesHaveOneJobAtATime) {
  EXPECT_EQ(violations("5.333333,4.666667,10.000000,4.333333,9.000000,1.928571",
                       "4.333333,5.666667,10.000000,3.333333,9.000000,1.588235"),
            "violation: capacity: host-0 runs 2 tasks at 4.333333 (job w1!1 the last) and has 1 slot\n"
            "violation: capacity: host-1 runs 2 tasks at 4.333333 (job w1!1 the last) and has 1 slot\n");
  EXPECT_EQ(violations("-1.000000,3,", "-1.000000,2-3,"),
            "violation: capacity: job w0!3 (jobs.csv:4) asked for 1 resources and has 2\n");
}

TEST_F(Batsim, NodesAreThoseOfThePlatform) {
  EXPECT_EQ(violations("-1.000000,3,", "-1.000000,4,"),
            "violation: capacity: job w0!3 (jobs.csv:4) is on resource 4, which is not on the platform\n");
  const auto said = validate(good, "-p star --set platform.hosts=2");
  EXPECT_EQ(said.status, 1);
  EXPECT_EQ(said.out.substr(said.out.find("violation")),
            "violation: capacity: job 1 (jobs.csv:3) is on resource 2, which is not on the platform\n"
            "violation: capacity: job w0!3 (jobs.csv:4) is on resource 3, which is not on the platform\n"
            "4 jobs, NOT valid\n");
}

TEST_F(Batsim, WalltimesHold) {
  EXPECT_EQ(violations("2,10.000000", "2,5.333332"), "");
  EXPECT_EQ(violations("2,10.000000", "2,5.000000"),
            "violation: walltime: job 1 (jobs.csv:2) ran for 5.333333 s, its walltime is 5.000000\n");
  EXPECT_EQ(violations("1,3.000000", "1,4.000000"),
            "violation: walltime: job w0!3 (jobs.csv:4) is 'COMPLETED_WALLTIME_REACHED' after 3 s, its "
            "walltime is 4.000000\n");
}

TEST_F(Batsim, FinalStatesHold) {
  EXPECT_EQ(violations("0,COMPLETED_WALL", "1,COMPLETED_WALL"),
            "violation: final state: job w0!3 (jobs.csv:4) is 'COMPLETED_WALLTIME_REACHED' with success 1\n");
  EXPECT_EQ(violations("0,COMPLETED_WALLTIME_REACHED", "0,RUNNING"),
            "violation: final state: job w0!3 (jobs.csv:4) is 'RUNNING' with success 0\n");
  EXPECT_EQ(violations("REJECTED,,,,,,,,,", "REJECTED,,,,,,,,2,"),
            "violation: final state: job 4 (jobs.csv:5) is rejected and has resources\n");
}

/// The first two jobs as Batsim 1 and 2 wrote them: processors, and no final state; the second had their
/// columns in the order of the alphabet.
const std::string first =
    "job_id,hacky_job_id,workload_name,submission_time,requested_number_of_processors,requested_time,success,"
    "starting_time,execution_time,finish_time,waiting_time,turnaround_time,stretch,consumed_energy,"
    "allocated_processors\n"
    "1,10,w0,0.000000,2,10.000000,1,0.000000,5.333333,5.333333,0.000000,5.333333,1.000000,-1.000000,0-1\n"
    "1,11,w1,1.000000,4,4.000000,0,5.333333,4.000000,9.333333,4.333333,8.333333,2.083333,-1.000000,0-3\n";
const std::string second =
    "allocated_processors,consumed_energy,execution_time,finish_time,job_id,metadata,"
    "requested_number_of_processors,requested_time,starting_time,stretch,submission_time,success,"
    "turnaround_time,waiting_time,workload_name\n"
    "0-1,-1.000000,5.333333,5.333333,1,\"\",2,10.000000,0.000000,1.000000,0.000000,1,5.333333,0.000000,w0\n";

TEST_F(Batsim, OlderColumnsAreRead) {
  for (const auto& text : {first, second}) {
    const auto said = validate(text);
    EXPECT_EQ(said.status, 0) << said.err;
    EXPECT_NE(said.out.find("checked: no job runs longer than its walltime\n"), std::string::npos);
    EXPECT_NE(said.out.find("not checked: final states: jobs.csv has no column 'final_state'\n"),
              std::string::npos);
  }
  auto wrong = first;
  const auto said = validate(wrong.replace(wrong.rfind("0-3"), 3, "0-2"));
  EXPECT_NE(said.out.find("violation: capacity: job 1 (jobs.csv:3) asked for 4 resources and has 3\n"),
            std::string::npos);
}

TEST_F(Batsim, EndsOfLinesAndAByteOrderMarkAreNoMatter) {
  std::string crlf = "\xEF\xBB\xBF";
  for (const char c : good)
    crlf += c == '\n' ? "\r\n" : std::string(1, c);
  EXPECT_EQ(validate(crlf).out, validate(good).out);
  EXPECT_EQ(validate(crlf).status, 0);
}

TEST_F(Batsim, WhatNeverEndsIsRefused) {
  const auto said = run_shell("mkfifo jobs.csv && \"$MALHA\" validate jobs.csv -p star", folder_.path());
  EXPECT_EQ(said.status, 2);
  EXPECT_EQ(said.err, "malha: jobs.csv: is a pipe or a device, which may never end; valid: a regular file\n");
}

TEST_F(Batsim, WhatCannotBeReadIsRefused) {
  expect_refused("", "jobs.csv:1: has no column 'job_id'");
  expect_refused("id,start,end\n1,2,3\n", "jobs.csv:1: has no column 'job_id'");
  expect_refused(header + "1,w0\n", "jobs.csv:2: has 2 fields where the header has 17");
  auto text = good;
  expect_refused(text.replace(text.find("5.333333"), 8, "5,333333"),
                 "jobs.csv:2: has 18 fields where the header has 17");
  text = good;
  expect_refused(text.replace(text.find("5.333333"), 8, "     nan"),
                 "jobs.csv:2: '     nan' in column 'execution_time' is not a number");
  text = good;
  expect_refused(text.replace(text.find("0.000000"), 8, "-inf"),
                 "jobs.csv:2: '-inf' in column 'submission_time' is not a finite number");
  text = good;
  expect_refused(text.replace(text.find("0-1,"), 4, "0:1,"),
                 "jobs.csv:2: '0:1' is not a set of intervals such as '0-3 5'");
}

TEST_F(Batsim, AFileThatIsNotThereIsRefused) {
  const auto said = run_shell("\"$MALHA\" validate none.csv -p star", folder_.path());
  EXPECT_EQ(said.status, 2);
  EXPECT_EQ(said.err, "malha: none.csv: cannot be read\n");
}

TEST_F(Batsim, AFolderIsRefused) {
  const auto said = run_shell("mkdir out; \"$MALHA\" validate out -p star", folder_.path());
  EXPECT_EQ(said.status, 2);
  EXPECT_EQ(said.err, "malha: out: is a folder; valid with a platform: a jobs.csv\n");
}

} // namespace batsim_test
} // namespace malha::testing
