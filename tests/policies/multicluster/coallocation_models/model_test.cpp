// SPDX-License-Identifier: MIT
#include "policies/multicluster/coallocation/model.hpp"
#include "tests/policies/multicluster/coallocating.hpp"

namespace malha::multicluster {
namespace model_test {

using test::full;
using test::HandMadeClusters;

// k of four tasks that send 30 B/s each: k * 30 * (4 - k) / 3.
TEST(CoallocationModel, SendsOfEachTaskThePartThatGoesToOtherClusters) {
  const HandMadeClusters clusters(4, {full(4)});
  const auto view = clusters.view();
  const CoallocationModel model(view);
  std::vector<double> traffic;
  for (int tasks = 0; tasks <= 4; ++tasks)
    traffic.push_back(model.traffic(tasks));
  EXPECT_EQ(traffic, (std::vector<double>{0, 30, 40, 30, 0}));
}

TEST(CoallocationModel, OneTaskSendsNothing) {
  const HandMadeClusters clusters(1, {full(1)});
  const auto view = clusters.view();
  EXPECT_EQ(CoallocationModel(view).traffic(1), 0);
  EXPECT_EQ(CoallocationModel(view).traffic(0), 0);
}

// 60 of 100 B/s are consumed. Two of four tasks send 40 B/s: the channel is just full. All four are in the
// cluster, or none: they do not use its channel.
TEST(CoallocationModel, ComparesWithTheChannelWhatAllSend) {
  HandMadeClusters clusters(4, {full(4)});
  clusters.clusters[0].consumed = 60;
  const auto view = clusters.view();
  const CoallocationModel model(view);
  EXPECT_EQ(model.slowdown(0, 2), 1);
  EXPECT_EQ(model.slowdown(0, 1), 0.9);
  EXPECT_EQ(model.slowdown(0, 0), 0);
  EXPECT_EQ(model.slowdown(0, 4), 0);
}

// T_P = 100 and T_C = 60.
TEST(CoallocationModel, StretchesComputationAndCommunication) {
  const HandMadeClusters clusters(4, {full(4)});
  const auto view = clusters.view();
  EXPECT_EQ(CoallocationModel(view).time(2, 1.5), 290);
  EXPECT_EQ(CoallocationModel(view).time(2, 0.5), 260);
  EXPECT_EQ(CoallocationModel(view, {false}).time(2, 0.5), 230);
}

// On the first channel (10 + 30) / 100, on the second 30 / 50. The slowest node has a power of 0.4.
TEST(CoallocationModel, DescribesAnAllocation) {
  HandMadeClusters clusters(4, {{0.5, 1, 0.8, 1}, {0.4, 0.2}});
  clusters.clusters[0].consumed = 10;
  clusters.clusters[1].channel = 50;
  const auto view = clusters.view();
  const auto allocation = allocation_of({3, 1}, most_power_first(view), view);
  EXPECT_EQ(allocation.nodes, (test::Nodes{{1, 2, 3}, {0}}));
  EXPECT_EQ(allocation.processing_slowdown, 2.5);
  EXPECT_EQ(allocation.communication_slowdown, 0.6);
}

} // namespace model_test
} // namespace malha::multicluster
