// SPDX-License-Identifier: MIT
// Two clusters below a meta-scheduler, which gives them jobs in turns. The host of the first one's scheduler
// and gateway goes: its jobs run in the second.
#include "returning_hosts.hpp"

namespace malha::testing {
namespace gone_clusters_test {

using Lines = std::vector<std::string>;

/// The meta-scheduler on host-0; schedulers and gateways on host-1 and host-2; the nodes of the first
/// cluster, host-3 and host-4, are resources 0 and 1, those of the second, host-5 and host-6, are 2 and 3.
class TwoClusters {
public:
  TwoClusters(Seconds goes, Seconds returns) : platform_(7, 1, goes, returns), run_(platform_.file()) {
    run_.place("multicluster/meta_scheduler", "host-0", {},
               {{"queue", ScriptedRun::shipped("multicluster/blocking")},
                {"selection", ScriptedRun::shipped("multicluster/rr")}});
    for (const std::string number : {"1", "2"}) {
      const std::string nodes = number == "1" ? "host-[3-4]" : "host-[5-6]";
      run_.place("multicluster/gateway", "host-" + number, {{"site", "site-" + number}},
                 {{"limit", ScriptedRun::shipped("multicluster/static_limit")},
                  {"estimator", ScriptedRun::shipped("multicluster/sdpn")}});
      run_.place("cluster/scheduler", "host-" + number, {{"site", "site-" + number}, {"nodes", nodes}},
                 {{"", ScriptedRun::shipped("cluster/fcfs")}});
    }
    run_.place("cluster/node", "host-[3-6]", {});
  }

  ScriptedRun& run() { return run_; }

private:
  const HostThatReturns platform_;
  ScriptedRun run_;
};

// Jobs 0 and 2 are in the first cluster, 1 and 3 in the second, all from 0 to 10 s. The first goes at 4 s.
// Its jobs wait for the second, where they run from 10 to 20 s.
TEST(GoneCluster, ItsJobsRunInTheOther) {
  TwoClusters clusters(4, 100);
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
  TwoClusters clusters(4, 6);
  auto& run = clusters.run();
  run.instant();
  run.jobs({job_of(0, {task_of(10)}), job_of(7, {task_of(2)}), job_of(7, {task_of(2)})});
  const auto outcome = run.run();
  ASSERT_EQ(outcome.status, Status::done) << outcome.message;
  EXPECT_EQ(run.schedule(), (Lines{"1 7 9 0", "2 7 9 3", "0 4 14 2"}));
}

// The offer takes 13 ms and more to the cluster, and the job starts when it is there. Its end, 10 s later, is
// told with a message of 13 ms: the cluster goes at 10.03 s, after the end, and before anybody is told. What
// it has written down says that the job has ended, and it does not run again.
TEST(GoneCluster, WhatHasEndedThereDoesNotRunAgain) {
  TwoClusters clusters(10.03, 1000);
  auto& run = clusters.run();
  run.jobs({job_of(0, {task_of(10)})});
  const auto outcome = run.run();
  ASSERT_EQ(outcome.status, Status::done) << outcome.message;
  EXPECT_EQ(run.schedule().size(), 1U);
  EXPECT_TRUE(run.lines("attempts.csv").empty());
  EXPECT_GT(ScriptedRun::metric(outcome, "simulated_time"), 10.03);
}

} // namespace gone_clusters_test
} // namespace malha::testing
