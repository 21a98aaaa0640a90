// SPDX-License-Identifier: MIT
// The batch scheduler with first come first served, on two nodes of 1 Gflop/s.
#include "policies/cluster/queue.hpp"
#include "tests/actors/support/scripted_run.hpp"

#include <sstream>

namespace malha::cluster {
namespace scheduler_test {

using ::malha::testing::clock_precision;
using ::malha::testing::job_of;
using ::malha::testing::ScriptedRun;
using ::malha::testing::task_of;
using ::malha::testing::transfer_time;

constexpr Flops gigaflop = 1e9;

Job rigid(Seconds submitted, int resources, double gigaflops) {
  return job_of(submitted, {task_of(gigaflops * gigaflop, 0, resources)});
}

/// Starts nothing.
struct Refuses : Queue {
  Decision decide(const QueueView&) override { return {}; }
};
/// Starts all, fit or not.
struct Overbooks : Queue {
  Decision decide(const QueueView& view) override {
    Decision all;
    for (const auto& job : view.queue)
      all.start.push_back({job.handle});
    return all;
  }
};
/// Starts the last of the queue alone, if the cluster is empty.
struct LastFirst : Queue {
  Decision decide(const QueueView& view) override {
    Decision last;
    if (view.free.size() == 2 && !view.queue.empty())
      last.start.push_back({view.queue.back().handle});
    return last;
  }
};

class UnderAScheduler : public ::testing::Test {
protected:
  using Texts = std::vector<std::string>;

  void scheduler(const PolicyDescriptor& queue = ScriptedRun::shipped("cluster/fcfs"),
                 const std::string& nodes = "@role=worker") {
    run_.place("cluster/scheduler", "host-0", {{"nodes", nodes}}, {{"", queue}});
  }
  void submitter(const std::string& host) {
    run_.place("workload/submitter", host, {{"description", "1000"}});
  }

  /// Job 0 runs from 0 to 10 on one node. Job 1 needs both and waits for it: 10 to 15. Job 2 would fit beside
  /// job 0, but is behind job 1: 15 to 18. Job 3 comes at 15, where job 1 ends, finds the node that job 2
  /// leaves, and runs to 17.
  void four_jobs() { run_.jobs({rigid(0, 1, 10), rigid(1, 2, 5), rigid(2, 1, 3), rigid(15, 1, 2)}); }
  const Texts four_jobs_schedule_{"0 0 10 0", "1 10 15 0-1", "3 15 17 1", "2 15 18 0"};

  Outcome done() {
    const auto outcome = run_.run();
    EXPECT_EQ(outcome.status, Status::done) << outcome.message;
    return outcome;
  }

  ScriptedRun run_{Settings{{"hosts", "2"}}};
};

TEST_F(UnderAScheduler, JobsRunFirstComeFirstServed) {
  four_jobs();
  run_.instant();
  scheduler();
  const auto outcome = done();
  EXPECT_EQ(run_.schedule(), four_jobs_schedule_);
  EXPECT_EQ(ScriptedRun::metric(outcome, "simulated_time"), 18);
  // Waiting: 0, 10 - 1, 15 - 2 and 0.
  EXPECT_EQ(ScriptedRun::metric(outcome, "mean_waiting_time"), 22.0 / 4);
}

TEST_F(UnderAScheduler, ASubmitterChangesNothingUnderInstantTransport) {
  four_jobs();
  run_.instant();
  scheduler();
  submitter("host-1");
  EXPECT_EQ(ScriptedRun::metric(done(), "messages"), 0);
  EXPECT_EQ(run_.schedule(), four_jobs_schedule_);
}

TEST_F(UnderAScheduler, WithoutASubmitterTheNetworkCostsNothing) {
  four_jobs();
  scheduler();
  done();
  EXPECT_EQ(run_.schedule(), four_jobs_schedule_);
}

// Each job comes 1000 bytes later, and so does all that follows from it; beside the last travels the byte
// that says that none will follow.
TEST_F(UnderAScheduler, OnANetworkAllIsLaterByTheMessageThatBringsAJob) {
  four_jobs();
  scheduler();
  submitter("host-1");
  const auto outcome = done();
  const auto found = run_.schedule();
  ASSERT_EQ(found.size(), four_jobs_schedule_.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    std::istringstream ours(found[i]), instant(four_jobs_schedule_[i]);
    TaskId id = -1, expected_id = -1;
    Seconds start = 0, finish = 0, expected_start = 0, expected_finish = 0;
    ours >> id >> start >> finish;
    instant >> expected_id >> expected_start >> expected_finish;
    EXPECT_EQ(id, expected_id);
    const Seconds later = transfer_time(id == 3 ? 1001 : 1000);
    EXPECT_NEAR(start, expected_start + later, clock_precision) << found[i];
    EXPECT_NEAR(finish, expected_finish + later, clock_precision) << found[i];
  }
  EXPECT_EQ(run_.messages("submission", "workload/submitter>cluster/scheduler"), "4 4000");
  EXPECT_EQ(ScriptedRun::metric(outcome, "message_bytes"), 4001);
}

// The jobs come at 0, 1, 2 and 15 s: gaps of 1, 1 and 13 s, of which a third lies in [11, 15).
TEST_F(UnderAScheduler, ASubmitterMeasuresTheGapsBetweenItsJobs) {
  four_jobs();
  scheduler();
  run_.place("workload/submitter", "host-1", {{"gap_at", "13"}, {"gap_width", "4"}});
  const auto outcome = done();
  EXPECT_NEAR(ScriptedRun::metric(outcome, "mean_gap"), 5, clock_precision);
  EXPECT_EQ(ScriptedRun::metric(outcome, "gap_density"), 1.0 / 3 / 4);
}

// Two of the three gaps are 1 s, where [1, 3) begins and [-1, 1) ends.
TEST_F(UnderAScheduler, AGapCountsFromTheBeginningOfItsInterval) {
  four_jobs();
  scheduler();
  run_.place("workload/submitter", "host-1", {{"gap_at", "2"}, {"gap_width", "2"}});
  EXPECT_EQ(ScriptedRun::metric(done(), "gap_density"), 2.0 / 3 / 2);
}

TEST_F(UnderAScheduler, AGapDoesNotCountAtTheEndOfItsInterval) {
  four_jobs();
  scheduler();
  run_.place("workload/submitter", "host-1", {{"gap_at", "0"}, {"gap_width", "2"}});
  EXPECT_EQ(ScriptedRun::metric(done(), "gap_density"), 0);
}

// The same gaps where the scheduler reads the jobs itself. The submitter then measures them only if it is
// asked for their density.
TEST_F(UnderAScheduler, ASubmitterMeasuresTheGapsOfJobsThatItNeedNotSend) {
  run_.instant();
  four_jobs();
  scheduler();
  run_.place("workload/submitter", "host-1", {{"gap_at", "13"}, {"gap_width", "4"}});
  const auto outcome = done();
  EXPECT_EQ(ScriptedRun::metric(outcome, "mean_gap"), 5);
  EXPECT_EQ(ScriptedRun::metric(outcome, "gap_density"), 1.0 / 3 / 4);
}

/// Which of the metrics of gaps there are.
std::vector<std::string> gaps_measured(const Outcome& outcome) {
  std::vector<std::string> found;
  for (const auto& metric : outcome.metrics)
    if (metric.name == "mean_gap" || metric.name == "gap_density")
      found.push_back(metric.name);
  return found;
}

TEST_F(UnderAScheduler, TheDensityOfGapsIsMeasuredWhereItHasAWidth) {
  four_jobs();
  scheduler();
  submitter("host-1");
  EXPECT_EQ(gaps_measured(done()), Texts{"mean_gap"});
}

TEST_F(UnderAScheduler, OneJobHasNoGap) {
  run_.jobs({rigid(3, 1, 10)});
  scheduler();
  run_.place("workload/submitter", "host-1", {{"gap_width", "2"}});
  EXPECT_EQ(gaps_measured(done()), Texts{});
}

TEST_F(UnderAScheduler, ASubmitterThatSubmitsNothingMeasuresNoGapUnasked) {
  four_jobs();
  run_.instant();
  scheduler();
  submitter("host-1");
  EXPECT_EQ(gaps_measured(done()), Texts{});
}

// A bag of three tasks of 4 Gflop on two nodes: 0 and 1 at once, 2 when the first node is free.
TEST_F(UnderAScheduler, TheTasksOfABagAreQueuedOneByOne) {
  run_.jobs({job_of(0, std::vector<Task>(3, task_of(4 * gigaflop)))});
  run_.instant();
  scheduler();
  done();
  EXPECT_EQ(run_.schedule(), (Texts{"0 0 4 0", "1 0 4 1", "2 4 8 0"}));
}

// A parallel job is as slow as its slowest node: 4 Gflop at 0.5 Gflop/s.
TEST(SchedulerOfUnequalNodes, GivesAJobTheTimeOfItsSlowestNode) {
  ScriptedRun run(Settings{{"hosts", "2"}, {"speeds", "1e9,5e8"}});
  run.jobs({rigid(0, 2, 4)});
  run.instant();
  run.place("cluster/scheduler", "host-0", {}, {{"", ScriptedRun::shipped("cluster/fcfs")}});
  EXPECT_EQ(run.run().status, Status::done);
  EXPECT_EQ(run.schedule(), std::vector<std::string>{"0 0 8 0-1"});
}

TEST_F(UnderAScheduler, OnlyTheNodesItIsGivenRunJobs) {
  run_.jobs({job_of(0, std::vector<Task>(2, task_of(4 * gigaflop)))});
  run_.instant();
  scheduler(ScriptedRun::shipped("cluster/fcfs"), "host-1");
  done();
  EXPECT_EQ(run_.lines("resources.csv"), Texts{"0,host-1,1e+09,1,cluster,,1"});
  EXPECT_EQ(run_.schedule(), (Texts{"0 0 4 0", "1 4 8 0"}));
}

// Jobs of 1, 2 and 3 s, each on its own, the last first: 0-3, 3-5, 5-6.
TEST_F(UnderAScheduler, AJobMayStartBeforeThoseAheadOfIt) {
  run_.jobs({rigid(0, 1, 1), rigid(0, 1, 2), rigid(0, 1, 3)});
  run_.instant();
  scheduler(policy<LastFirst>("test/last_first", "", ""));
  done();
  EXPECT_EQ(run_.schedule(), (Texts{"2 0 3 0", "1 3 5 0", "0 5 6 0"}));
}

TEST_F(UnderAScheduler, AnEmptyWorkloadEndsAtOnce) {
  run_.instant();
  scheduler();
  EXPECT_EQ(ScriptedRun::metric(done(), "simulated_time"), 0);
}

TEST_F(UnderAScheduler, AQueueThatNeverStartsIsADeadlock) {
  run_.jobs({rigid(3, 1, 1)});
  run_.instant();
  scheduler(policy<Refuses>("test/refuses", "", ""));
  const auto outcome = run_.run();
  EXPECT_EQ(outcome.status, Status::not_ended);
  EXPECT_EQ(outcome.message,
            "deadlock at t=3 s: nothing can happen any more; cluster/scheduler@host-0 waits for its "
            "policy to start a queued job");
  EXPECT_EQ(outcome.tasks_unfinished, 1);
}

TEST_F(UnderAScheduler, AQueueThatNeverStartsIsADeadlockOnANetworkToo) {
  run_.jobs({rigid(3, 1, 1)});
  scheduler(policy<Refuses>("test/refuses", "", ""));
  submitter("host-1");
  const auto outcome = run_.run();
  EXPECT_EQ(outcome.status, Status::not_ended);
  EXPECT_NE(outcome.message.find("cluster/scheduler@host-0 waits for its policy to start a queued job"),
            std::string::npos)
      << outcome.message;
}

// Job 0 leaves one node free, and job 1 needs two.
TEST_F(UnderAScheduler, AJobThatDoesNotFitBreaksARule) {
  run_.jobs({rigid(0, 1, 10), rigid(1, 2, 5)});
  run_.instant();
  scheduler(policy<Overbooks>("test/overbooks", "", ""));
  const auto outcome = run_.run();
  EXPECT_EQ(outcome.status, Status::rule_broken);
  EXPECT_EQ(outcome.message,
            "policy 'test/overbooks' broke a rule at t=1 s: it starts job 1 on 2 nodes with 1 free");
}

TEST_F(UnderAScheduler, AJobLargerThanTheClusterIsRejectedAndTheOthersRun) {
  run_.jobs({rigid(0, 3, 1), rigid(0, 2, 4)});
  run_.instant();
  scheduler();
  const auto outcome = done();
  EXPECT_EQ(ScriptedRun::metric(outcome, "jobs_rejected"), 1);
  EXPECT_EQ(ScriptedRun::metric(outcome, "jobs_finished"), 1);
  EXPECT_EQ(
      run_.lines("jobs.csv"),
      (Texts{"0,given,rigid,0,3,-1,0,REJECTED,,,,,,,,-1,,0,,,cluster,0,0,0,1e+09",
             "1,given,rigid,0,2,-1,1,COMPLETED_SUCCESSFULLY,0,4,4,0,4,1,0-1,-1,,1,,,cluster,0,0,0,4e+09"}));
}

// Two nodes. Task 0 runs from 0 to 10 s. Its children 1 and 2 are in the queue from then on, and start at
// once; 3 waits for both. Job 1, which comes at 12 s, is before 3 in the queue, which is ready at 25 s: it
// starts when 1 ends, at 15 s, and ends at 35 s. So 3 starts at 25 s, where 2 ends.
TEST_F(UnderAScheduler, ADagRunsAsItsTasksBecomeReady) {
  Job dag = job_of(0, {task_of(10e9), task_of(5e9), task_of(15e9), task_of(1e9)});
  dag.precedences = {{0, 1}, {0, 2}, {1, 3}, {2, 3}};
  run_.jobs({dag, rigid(12, 1, 20)});
  run_.instant();
  scheduler();
  done();
  EXPECT_EQ(run_.schedule(), (Texts{"0 0 10 0", "1 10 15 0", "2 10 25 1", "3 25 26 1", "4 15 35 0"}));
  EXPECT_EQ(run_.lines("dag_tasks.csv"), (Texts{"0,0,,,0,0", "1,0,,0,0,0", "2,0,,0,0,0", "3,0,,1-2,0,0"}));
}

// Task 0 is killed at its walltime, 2 s. What waits for it, also through others, never runs; 3 does not.
TEST_F(UnderAScheduler, WhatWaitsForAKilledTaskNeverRuns) {
  Job dag = job_of(0, {task_of(3e9), task_of(1e9), task_of(1e9), task_of(1e9)});
  dag.walltime = 2;
  dag.precedences = {{0, 1}, {1, 2}, {3, 2}};
  run_.jobs({dag});
  run_.instant();
  scheduler();
  done();
  EXPECT_EQ(run_.lines("jobs.csv"),
            (Texts{"3,given,dag,0,1,2,1,COMPLETED_SUCCESSFULLY,0,1,1,0,1,1,1,-1,,0,,,cluster,0,0,0,1e+09",
                   "0,given,dag,0,1,2,0,COMPLETED_WALLTIME_REACHED,0,2,2,0,2,1,0,-1,,0,,,cluster,0,0,0,3e+09",
                   "1,given,dag,0,1,2,0,DEPENDENCY_NEVER_SATISFIED,,,,,,,,-1,,0,,,cluster,0,0,0,1e+09",
                   "2,given,dag,0,1,2,0,DEPENDENCY_NEVER_SATISFIED,,,,,,,,-1,,0,,,cluster,0,0,0,1e+09"}));
}

TEST_F(UnderAScheduler, AJobWithoutTasksIsRefused) {
  run_.jobs({job_of(0, {task_of(1)}), job_of(0, {})});
  run_.instant();
  scheduler();
  const auto outcome = run_.run();
  EXPECT_EQ(outcome.status, Status::bad_input);
  EXPECT_EQ(outcome.message, "workload 'given': job 1 has no tasks; valid: at least one");
}

} // namespace scheduler_test
} // namespace malha::cluster
