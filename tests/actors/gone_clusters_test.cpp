// SPDX-License-Identifier: MIT
// Two clusters below a meta-scheduler, which gives them jobs in turns. The host of the first one's scheduler
// and gateway goes: its jobs run in the second.
#include "scripted_run.hpp"

#include <map>

namespace malha::testing {
namespace gone_clusters_test {

using Lines = std::vector<std::string>;

/// Hosts of 1 flop/s, any two with a link of 1 ms between them. The meta-scheduler on "meta"; the scheduler
/// and gateway of the first cluster on "front-1", which goes and returns, those of the second on "front-2".
/// The nodes of the first are resources 0 and 1, those of the second 2 and 3.
class TwoClusters {
public:
  TwoClusters(Seconds goes, Seconds returns, const std::string& states_of_node = "")
      : run_(platform(goes, returns, states_of_node)) {
    run_.place("multicluster/meta_scheduler", "meta", {},
               {{"queue", ScriptedRun::shipped("multicluster/blocking")},
                {"selection", ScriptedRun::shipped("multicluster/rr")}});
    for (const std::string site : {"1", "2"}) {
      run_.place("multicluster/gateway", "front-" + site, {{"site", site}},
                 {{"limit", ScriptedRun::shipped("multicluster/static_limit")},
                  {"estimator", ScriptedRun::shipped("multicluster/sdpn")}});
      run_.place("cluster/scheduler", "front-" + site, {{"site", site}, {"nodes", "node-*"}},
                 {{"", ScriptedRun::shipped("cluster/fcfs")}});
    }
    run_.place("cluster/node", "node-*", {});
  }

  ScriptedRun& run() { return run_; }

private:
  std::filesystem::path platform(Seconds goes, Seconds returns, const std::string& states_of_node) const {
    std::map<std::string, std::string> states{
        {"front-1", std::to_string(goes) + " 0\n" + std::to_string(returns) + " 1\n"}};
    if (!states_of_node.empty())
      states["node-1-1"] = states_of_node;
    for (const auto& [host, profile] : states)
      write_text(folder_ / (host + ".profile"), profile);
    const Lines hosts{"meta", "front-1", "front-2", "node-1-1", "node-1-2", "node-2-1", "node-2-2"};
    std::string text =
        "<?xml version='1.0'?>\n<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
        "<platform version='4.1'><zone id='zone' routing='Full'>\n";
    for (const auto& host : hosts)
      text += "<host id='" + host + "' speed='1f'" +
              (states.count(host) > 0 ? " state_file='" + host + ".profile'>" : ">") +
              (host.rfind("node-", 0) == 0 ? "<prop id='site' value='" + host.substr(5, 1) + "'/>" : "") +
              "</host>\n";
    text += "<link id='link' bandwidth='12.5MBps' latency='1ms' sharing_policy='FATPIPE'/>\n";
    for (std::size_t i = 0; i < hosts.size(); ++i)
      for (std::size_t j = i; j < hosts.size(); ++j)
        text += "<route src='" + hosts[i] + "' dst='" + hosts[j] + "'><link_ctn id='link'/></route>\n";
    write_text(folder_ / "platform.xml", text + "</zone></platform>\n");
    return folder_ / "platform.xml";
  }

  const TemporaryFolder folder_;
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

// The first cluster is gone from 4 to 9 s, and its node 0 is off from 5 to 7 s: that is one outage of the
// node. Job 0 runs in the other cluster from 4 to 14 s.
TEST(GoneCluster, HasOneOutageOfANodeThatIsSwitchedMeanwhile) {
  TwoClusters clusters(4, 9, "5 0\n7 1\n");
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
