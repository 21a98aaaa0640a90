// SPDX-License-Identifier: MIT
// Smith's categories, and what all statistical estimators have in common.
#include "estimating.hpp"

namespace malha::multicluster {
namespace smith_test {

using test::estimated;
using test::HandMadeCluster;

constexpr const char* smith = "multicluster/smith";

Experience ended(const std::string& user, const std::string& queue, const std::string& application, int size,
                 Seconds waiting, Seconds execution) {
  Experience one;
  one.user = user;
  one.queue = queue;
  one.application = application;
  one.size = size;
  one.waiting_time = waiting;
  one.execution_time = execution;
  return one;
}

// Waits: (1 + 2) / 2; executions: (10 + 30) / 2. The queue makes no difference, and all else does.
TEST(Smith, TakesTheMeanOverItsCategoryWhateverTheQueue) {
  HandMadeCluster cluster(4);
  cluster.history = {ended("ann", "FCFS", "MG-A", 2, 1, 10), ended("ann", "BASIC", "MG-A", 2, 2, 30),
                     ended("bob", "FCFS", "MG-A", 2, 9, 99), ended("ann", "FCFS", "IS-A", 2, 9, 99),
                     ended("ann", "FCFS", "MG-A", 4, 9, 99)};
  EXPECT_EQ(estimated(smith, cluster, 2, cluster.application(5)), "1.5 20 0");
}

// Ann never ran the application on 2 nodes. Others did: 20. Nobody did on 3: (20 + 40) / 2. Nobody ever ran
// another application: its dedicated time at once.
TEST(Smith, LeavesOutTheUserThenTheSize) {
  HandMadeCluster cluster(4);
  cluster.history = {ended("bob", "FCFS", "MG-A", 2, 4, 20), ended("ann", "FCFS", "MG-A", 4, 6, 40)};
  EXPECT_EQ(estimated(smith, cluster, 2, cluster.application(5)), "4 20 0");
  EXPECT_EQ(estimated(smith, cluster, 3, cluster.application(5)), "5 30 0");
  EXPECT_EQ(estimated(smith, cluster, 2, cluster.application(5, 2, 0, "IS-A")), "0 7 0");
}

TEST(Smith, MayForgetAllButTheLastJobs) {
  HandMadeCluster cluster(4);
  cluster.history = {ended("ann", "", "MG-A", 1, 0, 100), ended("ann", "", "MG-A", 1, 2, 10),
                     ended("ann", "", "MG-A", 1, 4, 20)};
  EXPECT_EQ(estimated(smith, cluster, 1, cluster.application(5), {{"experiences", "2"}}), "3 15 0");
}

TEST(Smith, LearnsFromJobsThatEndLater) {
  HandMadeCluster cluster(4);
  const auto policy = test::make<Estimator>(smith);
  const auto estimate = [&] {
    return test::text_of(policy->estimate(cluster.state(), cluster.job(1, cluster.application(5))));
  };
  EXPECT_EQ(estimate(), "0 5 0");
  cluster.history.push_back(ended("ann", "FCFS", "MG-A", 1, 3, 7));
  EXPECT_EQ(estimate(), "3 7 0");
}

TEST(Smith, KnowsWhatCannotRun) {
  HandMadeCluster cluster(2);
  EXPECT_EQ(estimated(smith, cluster, 3, cluster.application(5)), "inf inf 0");
}

// It is in a category at once, and after a look at three that are empty in none.
TEST(Smith, CountsCategoriesAsSteps) {
  HandMadeCluster cluster(2);
  cluster.history = {ended("ann", "FCFS", "MG-A", 1, 3, 7)};
  const auto policy = test::make<Estimator>(smith);
  EXPECT_EQ(policy->estimate(cluster.state(), cluster.job(1, cluster.application(5))).steps, 1);
  EXPECT_EQ(policy->estimate(cluster.state(), cluster.job(1, cluster.application(5, 0, 0, "IS"))).steps, 3);
}

// Nodes 1 and 2 have local users; node 0 runs a job. So node 3 comes first, then 2, which has more memory
// than 1, then 1, and then 0.
TEST(Smith, CountsLocalUsersOfTheNodesThatAreBestNow) {
  HandMadeCluster cluster(4);
  cluster.run("0", 0, cluster.application(5));
  cluster.nodes[1].has_local_user = cluster.nodes[2].has_local_user = true;
  cluster.nodes[1].memory = 1e9;
  cluster.nodes[2].memory = 2e9;
  cluster.nodes[2].local_cpu = 0.15;
  EXPECT_EQ(estimated(smith, cluster, 1, cluster.application(5)), "0 5 0");
  EXPECT_EQ(estimated(smith, cluster, 2, cluster.application(5)), "0 5 1");
  EXPECT_EQ(estimated(smith, cluster, 4, cluster.application(5)), "0 5 2");
}

// The estimate is 20 at each of the first 200 jobs, and each then takes 10: the slope is 2. The 201st
// estimate is halved. Waits of 0 have no slope, and stay.
TEST(Smith, IsCorrectedByTheFirst200) {
  HandMadeCluster cluster(1);
  cluster.history = {ended("ann", "FCFS", "IS-A", 1, 0, 20)};
  const auto policy = test::make<Estimator>(smith, {{"correction", "frozen"}});
  const auto* job = cluster.application(5, 0, 0, "IS-A");
  for (TaskId id = 0; id < 200; ++id) {
    EXPECT_EQ(test::text_of(policy->estimate(cluster.state(), {id, 1, never, "ann", job})), "0 20 0");
    auto one = ended("ann", "FCFS", "MG-A", 1, 0, 10); // of a category that tells nothing of the others
    one.id = id;
    cluster.history.push_back(one);
  }
  EXPECT_EQ(test::text_of(policy->estimate(cluster.state(), {200, 1, never, "ann", job})), "0 10 0");
}

} // namespace smith_test
} // namespace malha::multicluster
