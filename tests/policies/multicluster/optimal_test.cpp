// SPDX-License-Identifier: MIT
#include "coallocating.hpp"

namespace malha::test {
namespace optimal_test {

using Settings = std::map<std::string, std::string>;

const Settings branch{{"solver", "branch"}};

multicluster::Coallocation optimal(const HandMadeClusters& clusters, const Settings& settings = {}) {
  return allocate("multicluster/optimal", clusters, settings);
}

// The channel of the first cluster is full of others. The job, which is in that cluster alone, uses nothing
// of it.
TEST(Optimal, UsesNoChannelInOneCluster) {
  HandMadeClusters clusters(4, {full(5), full(3)});
  clusters.clusters[0].consumed = 1000;
  for (const auto& settings : {Settings{}, branch}) {
    const auto answer = optimal(clusters, settings);
    EXPECT_EQ(answer.nodes, (Nodes{{0, 1, 2, 3}, {}}));
    EXPECT_EQ(answer.processing_slowdown, 1);
    EXPECT_EQ(answer.communication_slowdown, 0);
  }
}

// The first cluster alone: SP = 1/0.5 = 2, so 200 + 60 s. Two tasks in each: SP = 1, and 40 B/s through both
// channels. At a channel of 20 B/s SC = 2: 100 + 120 s. At 10 B/s SC = 4: 100 + 240 s.
TEST(Optimal, WeighsSlowNodesAgainstASaturatedChannel) {
  HandMadeClusters clusters(4, {{1, 0.5, 1, 0.5}, {1, 1}});
  clusters.clusters[1].channel = 20;
  for (const auto& settings : {Settings{}, branch}) {
    const auto answer = optimal(clusters, settings);
    EXPECT_EQ(answer.nodes, (Nodes{{0, 2}, {0, 1}}));
    EXPECT_EQ(answer.processing_slowdown, 1);
    EXPECT_EQ(answer.communication_slowdown, 2);
  }
  clusters.clusters[1].channel = 10;
  for (const auto& settings : {Settings{}, branch}) {
    const auto answer = optimal(clusters, settings);
    EXPECT_EQ(answer.nodes, (Nodes{{0, 1, 2, 3}, {}}));
    EXPECT_EQ(answer.processing_slowdown, 2);
    EXPECT_EQ(answer.communication_slowdown, 0);
  }
}

// Two tasks in each cluster: (70 + 40) / 100 in the first, 40 / 100 in the second.
TEST(Optimal, CountsWhatOthersSendThroughTheChannels) {
  HandMadeClusters clusters(4, {full(2), full(2)});
  clusters.clusters[0].consumed = 70;
  EXPECT_EQ(optimal(clusters).communication_slowdown, 1.1);
}

// The first cluster alone: SP = 1/0.8 = 1.25. Two tasks in each: SP = 1, SC = 40/100. With SC below 1 counted
// as 1: 125 + 60 against 100 + 60 s. As it is: 125 + 0 against 100 + 24 s; with 63 s of communication instead
// of 60, 125 + 0 against 100 + 25.2 s.
TEST(Optimal, CountsAnUnsaturatedChannelAsNoGainUnlessItIsToldTo) {
  HandMadeClusters clusters(4, {{1, 1, 0.8, 0.8}, {1, 1}});
  EXPECT_EQ(optimal(clusters).nodes, (Nodes{{0, 1}, {0, 1}}));
  EXPECT_EQ(optimal(clusters, {{"obj_sc", "raw"}}).nodes, (Nodes{{0, 1}, {0, 1}}));
  clusters.application.communication = 63;
  EXPECT_EQ(optimal(clusters).nodes, (Nodes{{0, 1}, {0, 1}}));
  EXPECT_EQ(optimal(clusters, {{"obj_sc", "raw"}}).nodes, (Nodes{{0, 1, 2, 3}, {}}));
  EXPECT_EQ(optimal(clusters, {{"obj_sc", "raw"}, {"solver", "branch"}}).nodes, (Nodes{{0, 1, 2, 3}, {}}));
}

// All nodes have full power and no channel is saturated, so that all take 160 s.
TEST(Optimal, PrefersFewClustersThenTheLowest) {
  for (const auto& settings : {Settings{}, branch}) {
    EXPECT_EQ(counts(optimal(HandMadeClusters(4, {full(2), full(2), full(4)}), settings)),
              (std::vector<int>{0, 0, 4}));
    EXPECT_EQ(counts(optimal(HandMadeClusters(4, {full(2), full(2), full(2)}), settings)),
              (std::vector<int>{2, 2, 0}));
    EXPECT_EQ(counts(optimal(HandMadeClusters(4, {full(3), full(3)}), settings)), (std::vector<int>{3, 1}));
  }
}

// Of the nodes 2, 4, 6 and 7 three have the same power.
TEST(Optimal, TakesTheNodesOfMostPowerThenTheLowestNumbers) {
  HandMadeClusters clusters(2, {{}});
  clusters.clusters[0].usable = {{2, 0.5}, {4, 0.9}, {6, 0.9}, {7, 0.9}};
  for (const auto& settings : {Settings{}, branch}) {
    const auto answer = optimal(clusters, settings);
    EXPECT_EQ(answer.nodes, (Nodes{{4, 6}}));
    EXPECT_EQ(answer.processing_slowdown, 1 / 0.9);
  }
}

// Nothing is computed, so that slow nodes cost nothing, and nothing is sent.
TEST(Optimal, TakesAnyNodesForAJobThatDoesNothing) {
  HandMadeClusters clusters(2, {{1, 0.1}, {1}});
  clusters.application = {};
  for (const auto& settings : {Settings{}, branch})
    EXPECT_EQ(optimal(clusters, settings).nodes, (Nodes{{0, 1}, {}}));
}

TEST(Optimal, AllocatesNothingWhereNodesAreMissing) {
  for (const auto& settings : {Settings{}, branch}) {
    EXPECT_EQ(optimal(HandMadeClusters(4, {full(2), full(1)}), settings).nodes, Nodes{});
    EXPECT_EQ(optimal(HandMadeClusters(1, {}), settings).nodes, Nodes{});
    EXPECT_FALSE(optimal(HandMadeClusters(4, {full(2), full(1)}), settings).gave_up);
  }
}

// One task, one node. The tree: its root; the node taken, which is an answer; the node left, where a task
// lacks a node. The tables of least use of a channel and of fewest clusters both look at no task on the
// cluster, and at none and one where one is left.
TEST(Optimal, CountsTheStepsOfItsSearch) {
  const HandMadeClusters clusters(1, {full(1)});
  EXPECT_EQ(optimal(clusters, branch).solver_nodes, 3);
  EXPECT_EQ(optimal(clusters).solver_nodes, 2 * (1 + 2));
}

// The same tree. Its root is no answer; its second node is the only one.
TEST(Optimal, GivesUpAtTheLimitOfItsTreeWithTheBestThatItHas) {
  const HandMadeClusters clusters(1, {full(1)});
  const auto none = optimal(clusters, {{"solver", "branch"}, {"limit", "1"}});
  EXPECT_EQ(none.nodes, Nodes{});
  EXPECT_TRUE(none.gave_up);
  EXPECT_EQ(none.solver_nodes, 1);
  const auto found = optimal(clusters, {{"solver", "branch"}, {"limit", "2"}});
  EXPECT_EQ(found.nodes, Nodes{{0}});
  EXPECT_TRUE(found.gave_up);
  EXPECT_FALSE(optimal(clusters, {{"solver", "branch"}, {"limit", "3"}}).gave_up);
}

TEST(Optimal, RefusesWhatItDoesNotKnow) {
  EXPECT_EQ(refusal("multicluster/optimal", "solver", "lingo"),
            "parameter 'solver' cannot be 'lingo'; valid: one of tables, branch");
  EXPECT_EQ(refusal("multicluster/optimal", "limit", "0"),
            "parameter 'limit' cannot be '0'; valid: an integer, at least 1");
  EXPECT_EQ(refusal("multicluster/optimal", "obj_sc", "none"),
            "parameter 'obj_sc' cannot be 'none'; valid: one of clamp, raw");
}

} // namespace optimal_test
} // namespace malha::test
