// SPDX-License-Identifier: MIT
// The simulation behind estimates, and the times of jobs under SDPN.
#include "estimating.hpp"
#include "tests/support/thrown.hpp"

namespace malha::multicluster {
namespace sdpn_test {

using test::estimated;
using test::HandMadeCluster;

constexpr const char* sdpn = "multicluster/sdpn";

TEST(Sdpn, TakesTheDedicatedTimeOnAnEmptyCluster) {
  HandMadeCluster cluster(2);
  EXPECT_EQ(estimated(sdpn, cluster, 2, cluster.application(7, 3)), "0 10 0"); // 7 + 3
}

// Nothing is known of the application: the estimate of the user is its time.
TEST(Sdpn, TakesTheEstimateOfTheUserForAnUnknownApplication) {
  HandMadeCluster cluster(2);
  const auto policy = test::make<Estimator>(sdpn);
  EXPECT_EQ(test::text_of(policy->estimate(cluster.state(), {0, 1, 12, "ann"})), "0 12 0");
}

// Both nodes run a job from 0 to 10. The job that waits runs from 10 to 15 on one of them; the job that comes
// at 4 needs both: from 15 on, after 11 s.
TEST(Sdpn, LetsTheJobWaitForAllBeforeIt) {
  HandMadeCluster cluster(2);
  cluster.now = 4;
  cluster.run("0 1", 0, cluster.application(10));
  cluster.wait(1, cluster.application(5));
  EXPECT_EQ(estimated(sdpn, cluster, 2, cluster.application(3)), "11 3 0");
}

// One of two nodes runs a job until 10, for which a job of both waits. A job of one node and 6 s comes: under
// FCFS it waits for the other's end at 15, and backfilling starts it at once.
TEST(Sdpn, DrivesThePolicyOfTheCluster) {
  HandMadeCluster cluster(2);
  cluster.run("0", 0, cluster.application(10));
  cluster.wait(2, cluster.application(5));
  const auto* job = cluster.application(6);
  EXPECT_EQ(estimated(sdpn, cluster, 1, job), "15 6 0");
  cluster.queue_is("cluster/easy_backfill");
  EXPECT_EQ(estimated(sdpn, cluster, 1, job), "0 6 0");
  cluster.queue_is("cluster/conservative_backfill");
  EXPECT_EQ(estimated(sdpn, cluster, 1, job), "0 6 0");
}

TEST(Sdpn, KnowsWhatCannotRun) {
  HandMadeCluster cluster(2);
  EXPECT_EQ(estimated(sdpn, cluster, 3, cluster.application(1)), "inf inf 0");
  struct StartsNothing : cluster::Queue {
    cluster::Decision decide(const cluster::QueueView& view) override {
      cluster::Decision decision;
      decision.wake = view.now + 1;
      return decision;
    }
  };
  cluster.make_queue = [] { return std::make_unique<StartsNothing>(); };
  EXPECT_EQ(estimated(sdpn, cluster, 1, cluster.application(1)), "inf inf 0");
  struct DropsAll : cluster::Queue {
    cluster::Decision decide(const cluster::QueueView& view) override {
      cluster::Decision decision;
      for (const auto& job : view.queue)
        decision.drop.push_back(job.handle);
      return decision;
    }
  };
  cluster.make_queue = [] { return std::make_unique<DropsAll>(); };
  EXPECT_EQ(estimated(sdpn, cluster, 1, cluster.application(1)), "inf inf 0");
}

TEST(Sdpn, SaysWhatThePolicyOfTheQueueDidWrong) {
  HandMadeCluster cluster(2);
  cluster.run("0", 0, cluster.application(10));
  struct Starts : cluster::Queue {
    explicit Starts(cluster::Start start) : how(std::move(start)) {}
    cluster::Decision decide(const cluster::QueueView&) override {
      cluster::Decision decision;
      decision.start.push_back(how);
      return decision;
    }
    cluster::Start how;
  };
  const auto said = [&](cluster::Start start) {
    cluster.make_queue = [start] { return std::make_unique<Starts>(start); };
    return testing::thrown<std::logic_error>([&] { estimated(sdpn, cluster, 1, cluster.application(1)); });
  };
  // The job that runs has handle 0 in the copy, and the one that comes handle 1.
  EXPECT_EQ(said({0}),
            "in a prediction the policy of the queue names job handle 0, which no waiting job has");
  EXPECT_EQ(
      said({1, IndexSet(0, 1)}),
      "in a prediction the policy of the queue starts job 1 on nodes that are not free, or not as many");
  EXPECT_EQ(
      said({1, {}, {0}}),
      "in a prediction the policy of the queue places job 1 on nodes that are not free, or not as many");
}

// On a node of half the power everything that is computed takes twice as long: 2 * 4 + 1. The local user of
// the other node takes a quarter: 4 / 0.75 + 1 is less, and the slower node counts.
TEST(Sdpn, GoesByTheSlowestNode) {
  HandMadeCluster cluster(2);
  cluster.nodes[0].power = 0.5;
  cluster.nodes[1].has_local_user = true;
  cluster.nodes[1].local_cpu = 0.25;
  EXPECT_EQ(estimated(sdpn, cluster, 2, cluster.application(4, 1)), "0 9 1");
  cluster.nodes[0].power = 1;
  EXPECT_EQ(estimated(sdpn, cluster, 2, cluster.application(3, 1)), "0 5 1"); // 3 / 0.75 + 1
  cluster.nodes[1].has_local_user = false; // he is not there: his CPU does not count
  EXPECT_EQ(estimated(sdpn, cluster, 2, cluster.application(3, 1)), "0 4 0");
}

// Two tasks share the node. At 4 the first has done 4 of its 10 s; 6 s are left, which take 12 s beside the
// job that comes. By 16 that one has done 12 of the 20 s that it would take beside another; the rest takes
// 0.4 * 10 s: it ends at 20.
TEST(Sdpn, ShedsSlowdownsWhenOthersEnd) {
  HandMadeCluster cluster(1, 2);
  cluster.now = 4;
  cluster.run("0", 0, cluster.application(10));
  EXPECT_EQ(estimated(sdpn, cluster, 1, cluster.application(10)), "0 16 0");
}

// Two jobs of 10 s share the node from 0 on, and one goes at 10, when each has done half. What is left of the
// other takes 5 s more alone. At 12 it has 0.3 left, which takes 6 s beside the job that comes; that one has
// then done 6 of 20 s, and needs 0.7 * 10 s more: 13 s in all. An estimator that was not told takes it that
// the job has been alone from the start, and so must have ended: the new job is alone, for 10 s.
TEST(Sdpn, KnowsHowFarJobsAreIfItIsTold) {
  HandMadeCluster cluster(1, 2);
  const auto* ten = cluster.application(10);
  cluster.run("0", 0, ten);
  const auto other = cluster.run("1", 0, ten);
  const auto told = test::make<Estimator>(sdpn);
  told->observe(cluster.state());
  cluster.now = 10;
  cluster.end(other);
  told->observe(cluster.state());
  cluster.now = 12;
  EXPECT_EQ(test::text_of(told->estimate(cluster.state(), cluster.job(1, ten))), "0 13 0");
  EXPECT_EQ(estimated(sdpn, cluster, 1, ten), "0 10 0");
}

// The job ran from 0 on, was put back, and runs again since 5, for 10 s.
TEST(Sdpn, KnowsThatAJobWasStartedAgain) {
  HandMadeCluster cluster(1);
  const auto* ten = cluster.application(10);
  const auto job = cluster.run("0", 0, ten);
  const auto told = test::make<Estimator>(sdpn);
  told->observe(cluster.state());
  cluster.now = 6;
  cluster.start_again(job, 5);
  EXPECT_EQ(test::text_of(told->estimate(cluster.state(), cluster.job(1, ten))), "9 10 0");
}

// Both slots are taken by jobs of 10 s, which end at 20 beside each other. The next job then starts alone.
TEST(Sdpn, WaitsForSlots) {
  HandMadeCluster cluster(1, 2);
  cluster.run("0", 0, cluster.application(10));
  cluster.run("1", 0, cluster.application(10));
  EXPECT_EQ(estimated(sdpn, cluster, 1, cluster.application(3)), "20 3 0");
}

// Each of the tasks computes half of its time: together they ask for one CPU, and get it. Shared equally, the
// computing half of 2 s takes 4 s, and of the other one of 4 s takes 8 s; that one ends after 12 s beside
// the first, which ends at 6. By then it has done half; the rest takes 4 s: 10 s.
TEST(Sdpn, MayShareCpusByDemand) {
  HandMadeCluster cluster(1, 2);
  cluster.run("0", 0, cluster.application(2, 2));
  EXPECT_EQ(estimated(sdpn, cluster, 1, cluster.application(4, 4), {{"share", "demand"}}), "0 8 0");
  EXPECT_EQ(estimated(sdpn, cluster, 1, cluster.application(4, 4)), "0 10 0");
}

// Each task sends 30 MB/s, and the links hold 40 MB/s, from which the local user of node 1 takes 10. Alone
// the job has what it needs. Beside another one on node 0 it needs 60 of 40 there: it gets 2/3 of what it
// asks for and communicates for 9 s instead of 6. It does not compute, so that tasks share no CPU; the other
// one takes as long, and ends with it.
TEST(Sdpn, SharesLinks) {
  HandMadeCluster cluster(3, 2);
  for (auto& node : cluster.nodes)
    node.bandwidth = 40e6;
  cluster.nodes[1].has_local_user = true;
  cluster.nodes[1].local_traffic = 10e6;
  const auto* sends = cluster.application(0, 6, 30e6);
  EXPECT_EQ(estimated(sdpn, cluster, 2, sends), "0 6 1");
  cluster.run("0 4", 0, sends); // nodes 0 and 2
  // The one that comes gets node 1, which has two free slots, and node 0.
  EXPECT_EQ(estimated(sdpn, cluster, 2, sends), "0 9 1");
}

// A job of one task sends to nobody.
TEST(Sdpn, SendsNothingFromOneTask) {
  HandMadeCluster cluster(1);
  cluster.nodes[0].bandwidth = 1e6;
  EXPECT_EQ(estimated(sdpn, cluster, 1, cluster.application(1, 6, 30e6)), "0 7 0");
}

// A job that runs is a step, and on nodes of its own each that starts. On shared nodes all that run are steps
// again whenever one has started or ended. Beside one job that is 1, and 2 at the start. Where two have both
// slots it is 2, and 1 when they have ended and the next one starts.
TEST(Sdpn, CountsSteps) {
  const auto steps = [](HandMadeCluster& cluster) {
    return test::make<Estimator>(sdpn)
        ->estimate(cluster.state(), cluster.job(1, cluster.application(4)))
        .steps;
  };
  HandMadeCluster alone(1), shared(1, 2);
  alone.wait(1, alone.application(5));
  EXPECT_EQ(steps(alone), 2);
  shared.run("0", 0, shared.application(4));
  EXPECT_EQ(steps(shared), 3);
  shared.run("1", 0, shared.application(4));
  EXPECT_EQ(steps(shared), 3);
}

} // namespace sdpn_test
} // namespace malha::multicluster
