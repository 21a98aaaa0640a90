// SPDX-License-Identifier: MIT
// How much longer jobs take on what they share (policies/multicluster/estimator/prediction/slowdown.hpp).
#include "policies/multicluster/estimator/prediction/slowdown.hpp"

#include <gtest/gtest.h>

namespace malha::multicluster {
namespace slowdown_test {

MonitoredNode with_user(double cpu, double traffic = 0, double bandwidth = never) {
  MonitoredNode node;
  node.has_local_user = true;
  node.local_cpu = cpu;
  node.local_traffic = traffic;
  node.bandwidth = bandwidth;
  return node;
}

TEST(Slowdown, OfComputationIsOneOverPowerAndShare) {
  EXPECT_EQ(equal_share({}, 1), 1);
  EXPECT_EQ(equal_share({}, 4), 0.25);
  EXPECT_EQ(equal_share(with_user(0.5), 2), 0.25); // (1 - 0.5) / 2
  EXPECT_EQ(equal_share(with_user(1), 2), 0.01);   // never less
  MonitoredNode slow;
  slow.power = 0.5;
  EXPECT_EQ(processing_slowdown(slow, 0.25), 8); // 1 / (0.5 * 0.25)
}

// Two tasks that compute half of their times ask for one CPU together. With a local user who takes half, or
// with two more of them, each gets half of what it asks for.
TEST(Slowdown, ByDemandBeginsWhereTasksAskForMoreThanIsLeft) {
  EXPECT_EQ(share_by_demand({}, 0.5), 1);
  EXPECT_EQ(share_by_demand({}, 1), 1);
  EXPECT_EQ(share_by_demand({}, 2), 0.5);
  EXPECT_EQ(share_by_demand(with_user(0.5), 1), 0.5);
}

TEST(Slowdown, LeavesALinkWhatItsLocalUserDoesNotSend) {
  EXPECT_EQ(link_left({}), never);
  EXPECT_EQ(link_left(with_user(0, 25, 100)), 75);
  EXPECT_EQ(link_left(with_user(0, 200, 100)), 1); // never less than 1 %
  auto gone = with_user(0, 25, 100);
  gone.has_local_user = false;
  EXPECT_EQ(link_left(gone), 100);
}

// Job 0 needs 40 on links 0 and 1, job 1 needs 80 on links 1 and 2, job 2 needs 40 on link 2. Links hold 100,
// 60 and 100. Link 1 has 120: saturation 60 / 120 = 1/2, less than link 2 with 100 / 120. Jobs 0 and 1 get 20
// and 40. Then link 2 has 80 and none is saturated: job 2 keeps what it needs.
TEST(Slowdown, OfCommunicationCutsAtTheMostSaturatedLinkFirst) {
  const std::vector<int> first{0, 1}, second{1, 2}, third{2};
  EXPECT_EQ(communication_slowdowns({{40, &first}, {80, &second}, {40, &third}}, {100, 60, 100}),
            (std::vector<double>{2, 2, 1}));
}

// Link 0 holds 50, link 1 holds 60. Job 0 needs 100 on link 0, job 1 needs 100 on both, job 2 needs 100 on
// link 1. Link 0: 50 / 200 = 1/4 against 60 / 200: jobs 0 and 1 get 25. Link 1 then has 125 of 60: 0.48; job
// 1 gets 12, job 2 gets 48. Slowdowns: 4, 100 / 12, 100 / 48.
TEST(Slowdown, OfCommunicationGoesOnUntilNoLinkIsSaturated) {
  const std::vector<int> first{0}, both{0, 1}, second{1};
  const auto slowdowns = communication_slowdowns({{100, &first}, {100, &both}, {100, &second}}, {50, 60});
  EXPECT_DOUBLE_EQ(slowdowns[0], 4);
  EXPECT_DOUBLE_EQ(slowdowns[1], 100.0 / 12);
  EXPECT_DOUBLE_EQ(slowdowns[2], 100.0 / 48);
}

// Both links are cut to the same part. The lower one first: jobs 0 and 1 get half, and link 1 has 50 + 100 of
// 100. Then jobs 1 and 2 get 2/3 of what they had.
TEST(Slowdown, OfEqualLinksCutsTheLowestFirst) {
  const std::vector<int> first{0}, both{0, 1}, second{1};
  const auto slowdowns = communication_slowdowns({{100, &first}, {100, &both}, {100, &second}}, {100, 100});
  EXPECT_DOUBLE_EQ(slowdowns[0], 2);
  EXPECT_DOUBLE_EQ(slowdowns[1], 3);
  EXPECT_DOUBLE_EQ(slowdowns[2], 1.5);
}

TEST(Slowdown, IsNoneWhereNobodySends) {
  const std::vector<int> links{0};
  EXPECT_EQ(communication_slowdowns({{0, &links}}, {10}), (std::vector<double>{1}));
  EXPECT_EQ(communication_slowdowns({{10, &links}}, {10}), (std::vector<double>{1})); // full, not saturated
  EXPECT_EQ(communication_slowdowns({}, {10}), (std::vector<double>{}));
}

} // namespace slowdown_test
} // namespace malha::multicluster
