// SPDX-License-Identifier: MIT
#include "estimating.hpp"

#include <cmath>

namespace malha::multicluster {
namespace noisy_test {

using test::estimated;
using test::HandMadeCluster;

constexpr const char* noisy = "multicluster/noisy";

/// A cluster of two shared nodes with a running job, a waiting one, a local user, and jobs that have ended.
void fill(HandMadeCluster& cluster) {
  cluster.now = 4;
  cluster.nodes[0].has_local_user = true;
  cluster.nodes[0].local_cpu = 0.15;
  cluster.run("0 2", 0, cluster.application(10, 3));
  cluster.wait(2, cluster.application(5, 2));
  cluster.history.push_back({0, "ann", "FCFS", "MG-A", 2, 100, 1, 1.5, 7, 11});
  cluster.history.push_back({1, "ann", "BASIC", "MG-A", 2, 100, 1, 1, 3, 5});
}

TEST(Noisy, IsTheOtherEstimatorWithoutNoiseAndBias) {
  for (const std::string other : {"smith", "li", "ibl", "hanzich", "sdpn", "hybrid"}) {
    HandMadeCluster cluster(2, 2);
    fill(cluster);
    const auto* job = cluster.application(4, 1);
    EXPECT_EQ(estimated(noisy, cluster, 2, job, {{"of", other}}),
              estimated("multicluster/" + other, cluster, 2, job))
        << other;
  }
}

// The node runs a job until 10. One of 3 s that comes at 4 waits for 6 s.
TEST(Noisy, MultipliesBothTimesByItsBias) {
  HandMadeCluster cluster(1);
  cluster.now = 4;
  cluster.run("0", 0, cluster.application(10));
  const auto* job = cluster.application(3);
  EXPECT_EQ(estimated(noisy, cluster, 1, job), "6 3 0");
  EXPECT_EQ(estimated(noisy, cluster, 1, job, {{"bias", "2"}}), "12 6 0");
  EXPECT_EQ(estimated(noisy, cluster, 1, job, {{"bias", "2"}, {"biased_site", "cluster-1"}}), "12 6 0");
  EXPECT_EQ(estimated(noisy, cluster, 1, job, {{"bias", "2"}, {"biased_site", "cluster-2"}}), "6 3 0");
  EXPECT_EQ(estimated(noisy, cluster, 2, job, {{"bias", "2"}}), "inf inf 0"); // of two nodes
}

// Estimators that simulate the queue look at no history where their times do not come from it, as of hybrid.
TEST(Noisy, ReadsTheHistoryThatTheOtherEstimatorReads) {
  for (const std::string other : {"smith", "li", "ibl", "hybrid"})
    EXPECT_TRUE(test::make<Estimator>(noisy, {{"of", other}})->reads_history()) << other;
  for (const std::string other : {"hanzich", "sdpn"})
    EXPECT_FALSE(test::make<Estimator>(noisy, {{"of", other}})->reads_history()) << other;
}

// The logarithms of 4000 factors are normal: their mean has the standard deviation 0.5 / sqrt(4000) = 0.0079,
// and their own standard deviation, 0.5, one of 0.5 / sqrt(2 * 4000) = 0.0056. Five of them: 0.040 and 0.028.
TEST(Noisy, DrawsAFactorForEachEstimate) {
  HandMadeCluster cluster(1);
  cluster.now = 4;
  cluster.run("0", 0, cluster.application(10));
  const auto policy = test::make<Estimator>(noisy, {{"noise", "0.5"}});
  constexpr int draws = 4000;
  double sum = 0, squares = 0;
  for (int number = 0; number < draws; ++number) {
    const auto estimate = policy->estimate(cluster.state(), cluster.job(1, cluster.application(3)));
    EXPECT_DOUBLE_EQ(estimate.waiting_time, 2 * estimate.execution_time); // 6 s and 3 s
    const double logarithm = std::log(estimate.execution_time / 3);
    sum += logarithm;
    squares += logarithm * logarithm;
  }
  const double mean = sum / draws;
  EXPECT_NEAR(mean, 0, 0.040);
  EXPECT_NEAR(std::sqrt(squares / draws - mean * mean), 0.5, 0.028);
}

} // namespace noisy_test
} // namespace malha::multicluster
