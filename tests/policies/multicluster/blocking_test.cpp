// SPDX-License-Identifier: MIT
#include "meta_asking.hpp"

namespace malha::test {
namespace blocking_test {

UpperQueueAsking asking(const std::string& reschedule = "off") {
  return UpperQueueAsking("multicluster/blocking", {{"reschedule", reschedule}});
}

TEST(Blocking, TakesTheFirstJobAndAllClusters) {
  auto queue = asking();
  EXPECT_EQ(queue.next(), "none");
  queue.waiting = {{3, 0}, {4, 0}};
  queue.clusters[0].is_closed = queue.clusters[1].is_closed = true;
  EXPECT_EQ(queue.next(), "new 3"); // its cluster is the best of all, closed or not
}

TEST(Blocking, EndsThePassAtARefusal) {
  auto queue = asking();
  queue.waiting = {{3, 0, 1, multicluster::RememberedChoice{0, 0}, true}, {4, 0}};
  EXPECT_EQ(queue.next(), "none");
}

TEST(Blocking, WaitsForTheClusterThatRefused) {
  auto queue = asking();
  queue.waiting = {{3, 0, 1, multicluster::RememberedChoice{1, 5}}, {4, 0}};
  queue.state = 6;
  queue.clusters[1].is_closed = true;
  EXPECT_EQ(queue.next(), "none");
  queue.clusters[1].is_closed = false;
  EXPECT_EQ(queue.next(), "remembered 3");
}

TEST(Blocking, ChoosesAgainOnceTheStateHasChangedWhereItReschedules) {
  auto queue = asking("on");
  queue.waiting = {{3, 0, 1, multicluster::RememberedChoice{1, 5}}, {4, 0}};
  queue.clusters[1].is_closed = true;
  queue.state = 5;
  EXPECT_EQ(queue.next(), "none");
  queue.state = 6;
  EXPECT_EQ(queue.next(), "new 3");
  queue.state = 5;
  queue.clusters[1].is_closed = false;
  EXPECT_EQ(queue.next(), "remembered 3");
}

} // namespace blocking_test
} // namespace malha::test
