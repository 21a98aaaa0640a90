// SPDX-License-Identifier: MIT
// The host of the scheduler and gateway of a cluster goes: its jobs run in the other one.
#include "two_clusters.hpp"

namespace malha::testing {
namespace gone_clusters_test {

using Lines = std::vector<std::string>;

// Jobs 0 and 2 are in the first cluster, 1 and 3 in the second, all from 0 to 10 s. The first goes at 4 s.
// Its jobs wait for the second, where they run from 10 to 20 s.
TEST(GoneCluster, ItsJobsRunInTheOther) {
  TwoClusters clusters({{"front-1", TwoClusters::off(4, 100)}});
  auto& run = clusters.run();
  run.instant();
  run.jobs({job_of(0, {task_of(10)}), job_of(0, {task_of(10)}), job_of(0, {task_of(10)}),
            job_of(0, {task_of(10)})});
  const auto outcome = run.run();
  ASSERT_EQ(outcome.status, Status::done) << outcome.message;
  EXPECT_EQ(run.schedule(), (Lines{"1 0 10 2", "3 0 10 3", "0 10 20 2", "2 10 20 3"}));
  EXPECT_EQ(run.lines("attempts.csv").size(), 4U); // two each of jobs 0 and 2
  EXPECT_EQ(ScriptedRun::metric(outcome, "restarts"), 2);
}

// Job 0 begins in the second cluster when the first goes, which is back at 6 s with nothing to do. Job 1 is
// the next for the first, job 2 for the second, where host-6 is free.
TEST(GoneCluster, BeginsAnewWhenItIsBack) {
  TwoClusters clusters({{"front-1", TwoClusters::off(4, 6)}});
  auto& run = clusters.run();
  run.instant();
  run.jobs({job_of(0, {task_of(10)}), job_of(7, {task_of(2)}), job_of(7, {task_of(2)})});
  const auto outcome = run.run();
  ASSERT_EQ(outcome.status, Status::done) << outcome.message;
  EXPECT_EQ(run.schedule(), (Lines{"1 7 9 0", "2 7 9 3", "0 4 14 2"}));
}

// The first cluster is gone from 4 to 9 s, and its node 0 is off from 5 to 7 s: that is one outage of the
// node. Job 0 runs in the other cluster from 4 to 14 s.
TEST(GoneCluster, HasOneOutageOfANodeThatIsSwitchedMeanwhile) {
  TwoClusters clusters({{"front-1", TwoClusters::off(4, 9)}, {"node-1-1", TwoClusters::off(5, 7)}});
  auto& run = clusters.run();
  run.instant();
  run.jobs({job_of(0, {task_of(10)})});
  const auto outcome = run.run();
  ASSERT_EQ(outcome.status, Status::done) << outcome.message;
  EXPECT_EQ(run.schedule(), Lines{"0 4 14 2"});
  EXPECT_EQ(run.lines("outages.csv"), (Lines{"0,4,9", "1,4,9"}));
}

// The offer takes 13 ms and more to the cluster, and the job starts when it is there. Its end, 10 s later, is
// told with a message of 13 ms: the cluster goes at 10.03 s, after the end, and before anybody is told. What
// it has written down says that the job has ended, and it does not run again.
TEST(GoneCluster, WhatHasEndedThereDoesNotRunAgain) {
  TwoClusters clusters({{"front-1", TwoClusters::off(10.03, 1000)}});
  auto& run = clusters.run();
  run.jobs({job_of(0, {task_of(10)})});
  const auto outcome = run.run();
  ASSERT_EQ(outcome.status, Status::done) << outcome.message;
  EXPECT_EQ(run.schedule().size(), 1U);
  EXPECT_TRUE(run.lines("attempts.csv").empty());
  EXPECT_GT(ScriptedRun::metric(outcome, "simulated_time"), 10.03);
}

// The job needs both nodes of the first cluster, one of which goes at 4 s for good. It runs in the second
// from then on.
TEST(LostNodes, LeaveAJobToTheOtherCluster) {
  TwoClusters clusters(TwoClusters::States{{"node-1-1", "4 0\n"}});
  auto& run = clusters.run();
  run.instant();
  run.jobs({job_of(0, {task_of(10, 0, 2)}), job_of(5, {task_of(2)})});
  const auto outcome = run.run();
  ASSERT_EQ(outcome.status, Status::done) << outcome.message;
  EXPECT_EQ(run.schedule(), (Lines{"1 5 7 1", "0 4 14 2-3"}));
  EXPECT_EQ(run.lines("attempts.csv").size(), 2U);
  EXPECT_EQ(ScriptedRun::metric(outcome, "jobs_rejected"), 0);
}

// One node of each cluster is left.
TEST(LostNodes, LeaveAJobThatNoClusterCanRun) {
  TwoClusters clusters(TwoClusters::States{{"node-1-1", "4 0\n"}, {"node-2-1", "2 0\n"}});
  auto& run = clusters.run();
  run.instant();
  run.jobs({job_of(0, {task_of(10, 0, 2)})});
  const auto outcome = run.run();
  ASSERT_EQ(outcome.status, Status::done) << outcome.message;
  EXPECT_EQ(ScriptedRun::metric(outcome, "jobs_rejected"), 1);
}

/// A job of two nodes, which says how long it takes.
Job asking_for_two(Seconds submitted) {
  auto job = job_of(submitted, {task_of(10, 0, 2)});
  job.walltime = 10;
  return job;
}

// Each cluster has one node at 3 s, and says that it cannot run the job. The second cluster may get a node
// back at 6 s, but loses the other one at 4 s for good.
TEST(LostNodes, AreToldThoughNoClusterHasTheJob) {
  TwoClusters clusters({{"node-1-1", "1 0\n"}, {"node-2-1", TwoClusters::off(1, 6)}, {"node-2-2", "4 0\n"}},
                       "multicluster/tat");
  auto& run = clusters.run();
  run.jobs({asking_for_two(3)});
  const auto outcome = run.run();
  ASSERT_EQ(outcome.status, Status::done) << outcome.message;
  EXPECT_EQ(ScriptedRun::metric(outcome, "jobs_rejected"), 1);
}

// The same, and the meta-scheduler is down from 3.5 to 5 s.
class LostNodesToldLater : public ::testing::TestWithParam<std::string> {};

TEST_P(LostNodesToldLater, WhenTheMetaSchedulerIsBack) {
  TwoClusters clusters({{"meta", TwoClusters::off(3.5, 5)},
                        {"node-1-1", "1 0\n"},
                        {"node-2-1", TwoClusters::off(1, 6)},
                        {"node-2-2", "4 0\n"}},
                       "multicluster/tat");
  auto& run = clusters.run();
  run.set("transport", GetParam());
  run.jobs({asking_for_two(3)});
  const auto outcome = run.run();
  ASSERT_EQ(outcome.status, Status::done) << outcome.message;
  EXPECT_EQ(ScriptedRun::metric(outcome, "jobs_rejected"), 1);
}

INSTANTIATE_TEST_SUITE_P(Transports, LostNodesToldLater, ::testing::Values("instant", "network"));

} // namespace gone_clusters_test
} // namespace malha::testing
