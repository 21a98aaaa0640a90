// SPDX-License-Identifier: MIT
#include "meta_asking.hpp"

namespace malha::test {
namespace non_blocking_test {

UpperQueueAsking asking(const std::string& reschedule = "off") {
  return UpperQueueAsking("multicluster/non_blocking", {{"reschedule", reschedule}});
}

using Answers = std::vector<std::string>;

TEST(NonBlocking, GoesThroughTheQueueOnceAndTakesTheOpenClusters) {
  auto queue = asking();
  EXPECT_EQ(queue.pass(), Answers{});
  queue.waiting = {{3, 0}, {4, 0}, {2, 1}};
  queue.clusters[0].is_closed = true;
  const Answers all{"new 3 of the open", "new 4 of the open", "new 2 of the open"};
  EXPECT_EQ(queue.pass(), all);
  EXPECT_EQ(queue.pass(), all);
}

// Job 3 waits for cluster 1. Job 4 has its choice, too, and cluster 0 is open.
TEST(NonBlocking, LetsOthersPassAJobThatWaitsForItsCluster) {
  auto queue = asking();
  queue.waiting = {{3, 0, 1, multicluster::RememberedChoice{1, 5}},
                   {4, 0, 1, multicluster::RememberedChoice{0, 4}}};
  queue.state = 6;
  queue.clusters[1].is_closed = true;
  EXPECT_EQ(queue.pass(), Answers{"remembered 4"});
  queue.clusters[1].is_closed = false;
  EXPECT_EQ(queue.pass(), (Answers{"remembered 3", "remembered 4"}));
}

TEST(NonBlocking, ChoosesAgainOnceTheStateHasChangedWhereItReschedules) {
  auto queue = asking("on");
  queue.waiting = {{3, 0, 1, multicluster::RememberedChoice{1, 5}}, {4, 0}};
  queue.clusters[1].is_closed = true;
  queue.state = 5;
  EXPECT_EQ(queue.pass(), Answers{"new 4 of the open"});
  queue.state = 6;
  EXPECT_EQ(queue.pass(), (Answers{"new 3 of the open", "new 4 of the open"}));
}

// Job 3 waits for its cluster. That job 4 is handed over changes the state, and job 3 gets its new choice in
// the next pass.
TEST(NonBlocking, ComesBackToNoJobInAPass) {
  auto queue = asking("on");
  queue.waiting = {{3, 0, 1, multicluster::RememberedChoice{1, 5}}, {4, 0}};
  queue.clusters[1].is_closed = true;
  queue.state = 5;
  EXPECT_EQ(queue.next(), "new 4 of the open");
  queue.waiting.pop_back();
  queue.state = 6;
  EXPECT_EQ(queue.next(), "none");
  EXPECT_EQ(queue.next(), "new 3 of the open");
}

TEST(NonBlocking, EndsThePassWhenAllClustersAreClosed) {
  auto queue = asking("on");
  queue.waiting = {{3, 0, 1, multicluster::RememberedChoice{1, 5}}, {4, 0}};
  queue.state = 6;
  queue.clusters[0].is_closed = queue.clusters[1].is_closed = true;
  EXPECT_EQ(queue.next(), "none");
}

} // namespace non_blocking_test
} // namespace malha::test
