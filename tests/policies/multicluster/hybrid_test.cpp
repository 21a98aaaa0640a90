// SPDX-License-Identifier: MIT
// The policy multicluster/hybrid.
#include "estimating.hpp"

namespace malha::multicluster {
namespace hybrid_test {

using test::estimated;
using test::HandMadeCluster;

constexpr const char* hybrid = "multicluster/hybrid";

Experience ended(int size, double mean_mpl, Seconds execution) {
  Experience one;
  one.user = "ann";
  one.queue = "FCFS";
  one.application = "MG-A";
  one.size = size;
  one.mean_mpl = mean_mpl;
  one.execution_time = execution;
  return one;
}

TEST(Hybrid, TakesTheDedicatedTimeWithoutExperiences) {
  HandMadeCluster cluster(2, 2);
  EXPECT_EQ(estimated(hybrid, cluster, 2, cluster.application(6, 4)), "0 10 0");
}

// Alone a job took 10 s, with two tasks on each node 14 s. 1.3 counts as 1.5, which is as near to 1 as to 2
// and matters to nobody here.
TEST(Hybrid, TakesTheTimesOfJobsOnNodesAsFull) {
  HandMadeCluster cluster(1, 2);
  cluster.history = {ended(1, 1, 10), ended(1, 2, 14), ended(1, 1.3, 50)};
  const auto* job = cluster.application(4);
  EXPECT_EQ(estimated(hybrid, cluster, 1, job), "0 10 0");
  // Of the job that has run for 5 of its 10 s half is left, which takes 7 s beside the new one. That one has
  // then done half (7 of 14 s), and ends 5 s later.
  cluster.now = 5;
  cluster.run("0", 0, job);
  EXPECT_EQ(estimated(hybrid, cluster, 1, job), "0 12 0");
}

// One of its nodes has two tasks, the other one: 1.5 on the average.
TEST(Hybrid, GoesByTheMeanOverNodes) {
  HandMadeCluster cluster(2, 2);
  cluster.history = {ended(2, 1, 10), ended(2, 1.5, 12), ended(1, 2, 100)};
  cluster.run("0", 0, cluster.application(1, 0, 0, "long"), "bob"); // nearest: its size and 2 tasks: 100 s
  EXPECT_EQ(estimated(hybrid, cluster, 2, cluster.application(4)), "0 12 0");
}

// A step is a job whose condition is found, or an experience that is looked at: of the one job both, when it
// starts.
TEST(Hybrid, CountsExperiencesAsSteps) {
  HandMadeCluster cluster(1);
  cluster.history = {ended(1, 1, 10)};
  const auto policy = test::make<Estimator>(hybrid);
  EXPECT_EQ(policy->estimate(cluster.state(), cluster.job(1, cluster.application(4))).steps, 2);
}

} // namespace hybrid_test
} // namespace malha::multicluster
