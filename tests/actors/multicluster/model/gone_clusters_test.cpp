// SPDX-License-Identifier: MIT
// What a meta-scheduler does with the jobs of a cluster that goes, and when it is back.
#include "played_clusters.hpp"

namespace malha::testing {
namespace gone_clusters_test {

using Log = PlayedClusters::Log;
using multicluster::LoggedState;

const std::string blocking = "multicluster/blocking", non_blocking = "multicluster/non_blocking",
                  ffit = "multicluster/ffit", rr = "multicluster/rr", tat = "multicluster/tat";

class GoneClusters : public ::testing::TestWithParam<std::string> {
protected:
  /// The queue policy is the parameter of the test.
  static std::unique_ptr<PlayedClusters> clusters(const std::vector<int>& sizes,
                                                  const std::string& selection) {
    auto played = std::make_unique<PlayedClusters>(sizes, GetParam(), selection);
    played->model.clusters_may_fail();
    return played;
  }
};

// rr gives jobs 1 and 3 to cluster 0, job 2 to cluster 1. Job 4 waits behind none: it comes when cluster 0 is
// gone.
TEST_P(GoneClusters, GiveTheirJobsBackInTheOrderOfSubmission) {
  const auto played = clusters({4, 4}, rr);
  for (const TaskId job : {1, 2, 3})
    played->submit(job);
  played->pass(0);
  EXPECT_EQ(played->news(), (Log{"1 to 0 at 0", "2 to 1 at 0", "3 to 0 at 0"}));
  played->date = 5;
  played->submit(4);
  played->model.cluster_failed(0);
  EXPECT_EQ(played->model.queue().size(), 3U);
  played->pass(5);
  EXPECT_EQ(played->news(), (Log{"1 to 1 at 5", "3 to 1 at 5", "4 to 1 at 5"}));
  EXPECT_EQ(played->model.queue().nodes(), 0);
}

// Job 1 has left cluster 0 before that went: nobody runs it again.
TEST_P(GoneClusters, KeepWhatHasEnded) {
  const auto played = clusters({4, 4}, ffit);
  played->submit(1);
  played->submit(2);
  played->pass(0);
  played->news();
  played->fate_of = [](TaskId job, int) {
    return job == 1 ? LoggedState{std::pair<Seconds, Seconds>(1, 3)} : LoggedState{};
  };
  played->date = 4;
  played->model.cluster_failed(0);
  played->pass(4);
  EXPECT_EQ(played->news(), (Log{"1 left 0 1 3", "2 to 1 at 4"}));
}

// Cluster 0 does not come back. Jobs 1 and 3 fit there alone, and are not waited for; job 2 runs in cluster
// 1, and so does job 4, which comes later. Job 5 is too large for it.
TEST_P(GoneClusters, AreNotWaitedForWhenTheyDoNotComeBack) {
  const auto played = clusters({4, 2}, ffit);
  played->submit(1, 3);
  played->pass(0);
  EXPECT_EQ(played->news(), Log{"1 to 0 at 0"});
  played->takes = [](TaskId, int cluster) { return cluster == 1; };
  played->submit(2, 1);
  played->submit(3, 4);
  played->pass(1);
  played->model.cluster_failed(0, true);
  played->pass(5);
  auto news = played->news();
  std::sort(news.begin(), news.end());
  EXPECT_EQ(news, (Log{"1 nowhere", "2 to 1 at 5", "3 nowhere"}));
  played->date = 6;
  played->submit(4, 2);
  played->submit(5, 3);
  played->pass(6);
  EXPECT_EQ(played->news(), (Log{"5 nowhere", "4 to 1 at 6"}));
}

// How often the cluster had started the job goes with it.
TEST_P(GoneClusters, TellWhatAJobDidThere) {
  const auto played = clusters({4, 4}, ffit);
  played->submit(1);
  played->pass(0);
  played->fate_of = [](TaskId, int) { return LoggedState{std::nullopt, {2, 7.5}}; };
  played->model.cluster_failed(0);
  const cluster::EarlierStarts* earlier = nullptr;
  played->sees_offer = [&](const Job& job) { earlier = job.extensions.find<cluster::EarlierStarts>(); };
  played->pass(4);
  ASSERT_NE(earlier, nullptr);
  EXPECT_EQ(earlier->restarts, 2);
  EXPECT_EQ(earlier->wasted, 7.5);
}

// What cluster 0 tells of job 1 comes when cluster 1 has the job.
TEST_P(GoneClusters, AreNotHeardAfterwards) {
  const auto played = clusters({4, 4}, ffit);
  played->submit(1);
  played->pass(0);
  played->model.cluster_failed(0);
  played->model.left(1, 0, 1, 2);
  played->pass(3);
  played->model.left(1, 0, 1, 2);
  EXPECT_EQ(played->news(), (Log{"1 to 0 at 0", "1 to 1 at 3"}));
  EXPECT_FALSE(played->model.idle());
  played->model.left(1, 1, 3, 9);
  EXPECT_EQ(played->news(), Log{"1 left 3 3 9"});
  EXPECT_TRUE(played->model.idle());
}

// Only cluster 1 has the 8 nodes of the job. It waits until that is back, and is not rejected.
TEST_P(GoneClusters, AreWaitedForByJobsThatFitNowhereElse) {
  const auto played = clusters({4, 8}, tat);
  played->model.cluster_failed(1);
  played->submit(1, 8);
  played->submit(2, 9);
  played->pass(0);
  EXPECT_EQ(played->news(), Log{"2 nowhere"});
  EXPECT_EQ(played->model.failed_clusters(), 1U);
  played->model.cluster_recovered(1);
  played->pass(6);
  EXPECT_EQ(played->news(), Log{"1 to 1 at 6"});
}

// Cluster 0 refuses job 1, which waits for it. When it goes, the job chooses again.
TEST_P(GoneClusters, AreForgottenByJobsThatWaitForThem) {
  const auto played = clusters({4, 4}, ffit);
  played->takes = [](TaskId, int cluster) { return cluster != 0; };
  played->submit(1);
  played->pass(0);
  EXPECT_EQ(played->news(), Log{});
  played->model.cluster_failed(0);
  played->pass(2);
  EXPECT_EQ(played->news(), Log{"1 to 1 at 2"});
}

// Cluster 0 has started the job of 3 nodes once, for 5 s, and 2 nodes are left to it. Then cluster 1 has too
// few, too.
TEST_P(GoneClusters, GiveBackAJobForWhichTooFewNodesAreLeft) {
  const auto played = clusters({4, 4}, ffit);
  played->fate_of = [](TaskId, int) { return LoggedState{std::nullopt, {1, 5}}; };
  const cluster::EarlierStarts* earlier = nullptr;
  played->sees_offer = [&](const Job& job) { earlier = job.extensions.find<cluster::EarlierStarts>(); };
  played->submit(1, 3);
  played->pass(0);
  played->date = 5;
  played->model.given_back(1, 0, 2);
  EXPECT_EQ(played->model.queue().size(), 1U);
  played->pass(5);
  EXPECT_EQ(played->news(), (Log{"1 to 0 at 0", "1 to 1 at 5"}));
  ASSERT_NE(earlier, nullptr);
  EXPECT_EQ(earlier->restarts, 1);
  played->model.given_back(1, 1, 0);
  played->pass(6);
  EXPECT_EQ(played->news(), Log{"1 nowhere"});
  EXPECT_TRUE(played->model.idle());
}

// The cluster has refused the job of 3 nodes when it loses 2 of its 4.
TEST_P(GoneClusters, AreTooSmallForAJobOnceTheyHaveLostNodes) {
  const auto played = clusters({4}, ffit);
  played->takes = [](TaskId, int) { return false; };
  played->submit(1, 3);
  played->pass(0);
  played->model.nodes_lost(0, 2);
  EXPECT_TRUE(played->model.has_news());
  played->pass(1);
  EXPECT_EQ(played->news(), Log{"1 nowhere"});
}

// What cluster 0 says of the job comes before its answer that it takes the job.
TEST_P(GoneClusters, GiveBackAJobThatIsStillOnOffer) {
  const auto played = clusters({4, 4}, ffit);
  played->takes = [&](TaskId job, int cluster) {
    if (cluster == 0)
      played->model.given_back(job, 0, 2);
    return true;
  };
  played->submit(1, 3);
  played->pass(0);
  EXPECT_EQ(played->news(), Log{});
  EXPECT_TRUE(played->model.has_news());
  played->pass(1);
  EXPECT_EQ(played->news(), Log{"1 to 1 at 1"});
}

// While cluster 0 is asked to take job 2, it gives job 1 back. Job 2, which is as large, comes back later.
TEST_P(GoneClusters, GiveBackAJobWhileAnotherIsOnOffer) {
  const auto played = clusters({4, 4}, ffit);
  played->submit(1, 3);
  played->pass(0);
  played->takes = [&](TaskId job, int cluster) {
    if (job == 2 && cluster == 0)
      played->model.given_back(1, 0, 2);
    return true;
  };
  played->submit(2, 3);
  played->pass(1);
  EXPECT_TRUE(played->model.has_news());
  played->pass(1); // non_blocking was already behind job 1
  played->model.given_back(2, 0, 2);
  played->pass(2);
  EXPECT_EQ(played->news(), (Log{"1 to 0 at 0", "2 to 0 at 1", "1 to 1 at 1", "2 to 1 at 2"}));
}

// The cluster refuses job 2 while job 1 waits there, and takes it when it has given job 1 back.
TEST_P(GoneClusters, TakeJobsAgainWhenTheyHaveGivenOneBack) {
  const auto played = clusters({4}, ffit);
  played->submit(1, 3);
  played->pass(0);
  played->takes = [](TaskId, int) { return false; };
  played->submit(2, 1);
  played->pass(1);
  played->takes = [](TaskId, int) { return true; };
  played->model.given_back(1, 0, 2);
  played->pass(2);
  EXPECT_EQ(played->news(), (Log{"1 to 0 at 0", "1 nowhere", "2 to 0 at 2"}));
}

// The job waits for no cluster that has gone, or has too few nodes, but for one that may come back.
TEST_P(GoneClusters, AreWaitedForByJobsThatOthersGiveBack) {
  const auto played = clusters({4, 4}, ffit);
  played->submit(1, 3);
  played->pass(0);
  played->model.cluster_failed(1);
  played->model.given_back(1, 0, 2);
  played->pass(1);
  played->model.cluster_recovered(1);
  played->pass(2);
  EXPECT_EQ(played->news(), (Log{"1 to 0 at 0", "1 to 1 at 2"}));
}

INSTANTIATE_TEST_SUITE_P(Queues, GoneClusters, ::testing::Values(blocking, non_blocking),
                         [](const auto& queue) { return queue.param.substr(queue.param.find('/') + 1); });

} // namespace gone_clusters_test
} // namespace malha::testing
