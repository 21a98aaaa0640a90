// SPDX-License-Identifier: MIT
#include "results/files/csv_reader.hpp"
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

namespace malha::testing {
namespace against_batsim_test {

/// A line of a file in the Standard Workload Format.
std::string line(int job, int submitted, int run_time, int size, int walltime) {
  const auto text = [](int number) { return std::to_string(number); };
  return text(job) + " " + text(submitted) + " -1 " + text(run_time) + " " + text(size) + " -1 -1 " +
         text(size) + " " + text(walltime) + " -1 1 -1 -1 -1 -1 -1 -1 -1\n";
}

/// The start of every job on four nodes, by its number.
std::map<std::int64_t, double> starts_of(const std::string& jobs, const std::string& policy) {
  const TemporaryFolder folder;
  write_text(folder / "jobs.swf", jobs);
  const auto said =
      run_shell("$MALHA simulate --plugin-path '" AGAINST_BATSIM "' -p star --set platform.hosts=4 -d "
                "cluster.fcfs -w jobs.swf --set transport=instant --set policy=" +
                    policy + " -o out",
                folder.path());
  EXPECT_EQ(said.status, 0) << said.err;
  std::map<std::int64_t, double> starts;
  for (CsvReader rows(folder / "out/jobs.csv"); rows.next();)
    starts[rows.integer("job_id")] = rows.real("starting_time");
  return starts;
}

// Jobs 1 to 3 get the nodes 0, 1-2 and 3. Job 4 comes at 2 and needs two nodes: only node 0 is free until job
// 2 ends at 10, when the nodes 0, 1 and 2 are free. Job 5 comes at 3 and would have node 0 until 18. Counted,
// one of the three nodes is left beside job 4 at 10, so that job 5 starts at 3. With names, job 4 has
// reserved the nodes 0 and 1, so that job 5 waits for node 2. Where there are no extra nodes, job 5 waits for
// job 4, too, since it does not end by 10.
TEST(AgainstBatsim, ReservationsOfNamedNodesKeepJobsFromThem) {
  const auto jobs = line(1, 0, 1, 1, 1) + line(2, 0, 10, 2, 10) + line(3, 0, 20, 1, 20) +
                    line(4, 2, 5, 2, 5) + line(5, 3, 15, 1, 15);
  for (const auto* counting : {"cluster/easy_backfill", "cluster/conservative_backfill"}) {
    const auto starts = starts_of(jobs, counting);
    EXPECT_EQ(starts.at(4), 10) << counting;
    EXPECT_EQ(starts.at(5), 3) << counting;
  }
  for (const auto* naming : {"against_batsim/named_nodes --set policy.backfill=easy",
                             "against_batsim/named_nodes --set policy.backfill=conservative",
                             "against_batsim/until_shadow_time"}) {
    const auto starts = starts_of(jobs, naming);
    EXPECT_EQ(starts.at(4), 10) << naming;
    EXPECT_EQ(starts.at(5), 10) << naming;
  }
}

// Jobs 1 and 2 have three of four nodes until 100 and 60 by their walltimes. Job 3 needs all four, at 100 as
// it seems. Job 1 ends at 50, so that job 3 could start at 60. Job 4 comes at 55 and would run until 75. EASY
// looks again at when job 3 could start, and makes job 4 wait until job 3 ends at 65. A shadow time that
// stays lets job 4 start.
TEST(AgainstBatsim, AShadowTimeThatStaysLetsJobsDelayTheHead) {
  const auto jobs =
      line(1, 0, 50, 2, 100) + line(2, 0, 60, 1, 60) + line(3, 1, 5, 4, 5) + line(4, 55, 20, 1, 20);
  const auto easy = starts_of(jobs, "cluster/easy_backfill");
  EXPECT_EQ(easy.at(3), 60);
  EXPECT_EQ(easy.at(4), 65);
  const auto fast = starts_of(jobs, "against_batsim/until_shadow_time");
  EXPECT_EQ(fast.at(3), 75);
  EXPECT_EQ(fast.at(4), 55);
}

// Two jobs of half of the nodes each, reserved one behind the other. Job 1 ends at 5 rather than at 10, and
// both move forward in the order of submission: job 2 to 5, then job 3 beside it.
TEST(AgainstBatsim, ConservativeReservationsMoveForwardWhenAJobEndsEarly) {
  const auto jobs = line(1, 0, 5, 4, 10) + line(2, 1, 10, 2, 10) + line(3, 2, 10, 2, 10);
  const auto starts = starts_of(jobs, "against_batsim/named_nodes --set policy.backfill=conservative");
  EXPECT_EQ(starts.at(2), 5);
  EXPECT_EQ(starts.at(3), 5);
}

void expect_refused(const std::string& command, const std::string& message) {
  const TemporaryFolder folder;
  const auto said = run_shell(command, folder.path());
  EXPECT_EQ(said.status, 2);
  EXPECT_EQ(said.err, "against_batsim: " + message + "\n");
  EXPECT_EQ(said.out, "");
}

TEST(AgainstBatsim, SaysWhatIsMissing) {
  const std::string run = "'" MALHA_SOURCE_FOLDER "/tests/benchmark/against_batsim/run'";
  expect_refused("BATSIM=/no/batsim " + run,
                 "there is no program '/no/batsim'; valid: batsim on the PATH, or its path in BATSIM");
  expect_refused("BATSIM=true BATSCHED=/no/batsched " + run,
                 "there is no program '/no/batsched'; valid: batsched on the PATH, or its path in BATSCHED");
  expect_refused(run + " jobs.swf",
                 "the arguments are 'jobs.swf'; valid: a file of jobs and the number of nodes, or nothing");
  expect_refused(run + " no.swf 4", "no.swf cannot be read; valid: a file in the Standard Workload Format");
  expect_refused("touch a.swf; " + run + " a.swf four",
                 "'four' is no number of nodes; valid: a number from 1 to 99999");
  expect_refused("ROUNDS=0 " + run, "ROUNDS='0'; valid: a number from 1 to 999");
}

} // namespace against_batsim_test
} // namespace malha::testing
