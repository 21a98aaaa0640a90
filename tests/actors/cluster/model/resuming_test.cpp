// SPDX-License-Identifier: MIT
// Jobs that run when the run begins, in the model of the batch scheduler.
#include "batch_run.hpp"
#include "policies/sdk/numbers.hpp"
#include "policies/sdk/recorded_state.hpp"
#include "tests/support/thrown.hpp"

#include <gtest/gtest.h>

namespace malha::testing {
namespace resuming_test {

/// A job that runs since that date on these machines, with one CPU or more of each, until its walltime.
Job running(JobId id, Seconds since, Seconds walltime, const std::vector<RunsAlready::Part>& on) {
  int size = 0;
  for (const auto& part : on)
    size += part.resources;
  Job job = rigid_job(id, since - 1, size, walltime, walltime);
  job.extensions.set(RunsAlready{since, on});
  return job;
}

/// Starts and ends of all jobs, by id.
std::vector<std::pair<Seconds, Seconds>> dates(const std::string& policy, const std::vector<Job>& jobs,
                                               int nodes = 2) {
  const auto made = test::make<cluster::Queue>(policy);
  std::vector<std::pair<Seconds, Seconds>> all;
  for (const auto& row : conformance::QueueRun(nodes, *made).run(jobs))
    all.emplace_back(row.start, row.finish);
  return all;
}

/// Machine 1 is held by a job until 10. A job that needs both nodes waits, and behind it one of 10 s and one
/// of 11 s, of one node each.
std::vector<Job> one_runs_three_wait() {
  return {running(0, -5, 15, {{"1", 1}}), rigid_job(1, -3, 2, 10, 10), rigid_job(2, -2, 1, 10, 10),
          rigid_job(3, -1, 1, 11, 11)};
}

using Dates = std::vector<std::pair<Seconds, Seconds>>;

// Job 1 starts when the nodes are free, at 10. Jobs 2 and 3 are behind it.
TEST(RunningJob, HoldsItsNodesUnderFcfs) {
  EXPECT_EQ(dates("cluster/fcfs", one_runs_three_wait()), (Dates{{-5, 10}, {10, 20}, {20, 30}, {20, 31}}));
}

// Job 2 ends by 10, and fills the gap; job 3 would not.
TEST(RunningJob, IsSeenByPoliciesThatPlan) {
  for (const auto* policy : {"cluster/easy_backfill", "cluster/conservative_backfill",
                             "cluster/machine_backfill", "cluster/easy_push"})
    EXPECT_EQ(dates(policy, one_runs_three_wait()), (Dates{{-5, 10}, {10, 20}, {0, 10}, {20, 31}})) << policy;
}

// TORQUE starts what fits, smallest first, and reserves nothing: at 10 job 3 goes before job 1, which gets
// its two nodes when that has ended.
TEST(RunningJob, IsSeenByTorque) {
  EXPECT_EQ(dates("cluster/torque_fifo", one_runs_three_wait()),
            (Dates{{-5, 10}, {21, 31}, {0, 10}, {10, 21}}));
}

// It ends at its own date, also if that is before its walltime: the policy hears of it.
TEST(RunningJob, MayEndEarly) {
  auto jobs = one_runs_three_wait();
  jobs[0].tasks[0] = rigid_job(0, -6, 1, 9, 15).tasks[0];
  for (const auto* policy : {"cluster/fcfs", "cluster/easy_backfill", "cluster/conservative_backfill"})
    EXPECT_EQ(dates(policy, jobs)[0], (std::pair<Seconds, Seconds>{-5, 4})) << policy;
  // Node 1 is free from 4 on. Both nodes are at 10, when job 2 has ended.
  EXPECT_EQ(dates("cluster/easy_backfill", jobs), (Dates{{-5, 4}, {10, 20}, {0, 10}, {20, 31}}));
  // Nobody has started yet but job 0: job 1 starts at 4.
  EXPECT_EQ(dates("cluster/fcfs", jobs), (Dates{{-5, 4}, {4, 14}, {14, 24}, {14, 25}}));
}

/// Notes what it is told.
struct Hearing : cluster::Priority {
  double priority(const cluster::QueuedJob& job, const cluster::PriorityView&) override {
    heard.push_back("priority of " + std::to_string(job.id));
    return 0;
  }
  void started(const cluster::QueuedJob& job, Seconds now) override {
    heard.push_back(std::to_string(job.id) + " starts " + shortest(now));
  }
  void ended(const cluster::QueuedJob& job, Seconds start, Seconds end) override {
    heard.push_back(std::to_string(job.id) + " held nodes " + shortest(start) + " to " + shortest(end));
  }

  std::vector<std::string> heard;
};

// What was used before date 0 is a part of what the site says of usage.
TEST(RunningJob, IsChargedFromTheBeginningOfTheRun) {
  const auto made = test::make<cluster::Queue>("cluster/fcfs");
  conformance::QueueRun run(2, *made);
  Hearing hearing;
  run.priority = &hearing;
  run.run({running(0, -5, 15, {{"1", 1}})});
  EXPECT_EQ(hearing.heard, (std::vector<std::string>{"priority of 0", "0 starts 0", "0 held nodes 0 to 10"}));
}

std::string refusal(const std::vector<Job>& jobs,
                    const std::vector<std::pair<std::string, int>>& machines = {{"n1", 1}, {"n2", 1}}) {
  const auto made = test::make<cluster::Queue>("cluster/fcfs");
  return thrown<InputError>([&] { conformance::QueueRun(machines_of(machines), *made).run(jobs); });
}

TEST(RunningJob, IsRefusedOnANodeThatIsNotThere) {
  EXPECT_EQ(refusal({running(17, -5, 15, {{"n9", 1}})}),
            "workload '': job 17 runs on node 'n9', which the cluster does not have; valid: n1, n2");
}

TEST(RunningJob, IsRefusedOnANodeOfAnother) {
  EXPECT_EQ(
      refusal({running(17, -5, 15, {{"n1", 1}}), running(18, -4, 15, {{"n2", 1}, {"n1", 1}})}),
      "workload '': job 18 runs on node 'n1', which job 17 holds, too; valid: one job on a node, or CPUs "
      "of nodes (allocation=core)");
}

// A list may have a node twice.
TEST(RunningJob, IsRefusedTwiceOnANode) {
  EXPECT_EQ(refusal({running(17, -5, 15, {{"n1", 1}, {"n1", 1}})}),
            "workload '': job 17 runs on node 'n1', which it has twice; valid: each node once");
}

// Three CPUs of four, then two.
TEST(RunningJob, SharesTheCpusOfAMachine) {
  const std::vector<std::pair<std::string, int>> machines{{"n1", 4}, {"n2", 4}};
  const auto made = test::make<cluster::Queue>("cluster/fcfs");
  const auto rows = conformance::QueueRun(machines_of(machines), *made)
                        .run({running(17, -5, 15, {{"n1", 3}, {"n2", 1}}), running(18, -4, 15, {{"n1", 1}})});
  EXPECT_EQ(rows.at(0).nodes.text(), "0-2 4");
  EXPECT_EQ(rows.at(1).nodes.text(), "3");
  EXPECT_EQ(refusal({running(17, -5, 15, {{"n1", 3}}), running(18, -4, 15, {{"n1", 2}})}, machines),
            "workload '': job 18 runs on node 'n1', which job 17 holds, too; valid: as many CPUs as the host "
            "has");
  EXPECT_EQ(refusal({running(17, -5, 15, {{"n1", 5}})}, machines),
            "workload '': job 17 runs on 5 CPUs of 'n1', which has 4; valid: a platform with such hosts");
}

} // namespace resuming_test
} // namespace malha::testing
