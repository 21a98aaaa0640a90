// SPDX-License-Identifier: MIT
#include "coallocating.hpp"

namespace malha::test {
namespace non_optimal_test {

using Settings = std::map<std::string, std::string>;

multicluster::Coallocation non_optimal(const HandMadeClusters& clusters, const Settings& settings = {}) {
  return allocate("multicluster/non_optimal", clusters, settings);
}

/// Four tasks in three clusters of three nodes. One or three tasks in a cluster send 30 B/s, two send 40 B/s.
std::vector<int> first_with_channels(const std::vector<double>& channels, const Settings& settings) {
  HandMadeClusters clusters(4, {full(3), full(3), full(3)});
  for (std::size_t cluster = 0; cluster < channels.size(); ++cluster)
    clusters.clusters[cluster].channel = channels[cluster];
  return counts(non_optimal(clusters, settings));
}

// In this order: 3 1 0, 3 0 1, 2 2 0, 2 1 1, 2 0 2, 1 3 0, 1 2 1, 1 1 2, 1 0 3, 0 3 1, 0 2 2, 0 1 3.
// A channel of 35 B/s supports one and three tasks, one of 20 B/s none, one of 40 B/s any number.
TEST(NonOptimal, TakesTheFirstNumbersThatSaturateNothing) {
  for (const auto& settings : {Settings{}, Settings{{"solver", "branch"}}}) {
    EXPECT_EQ(first_with_channels({35, 35, 35}, settings), (std::vector<int>{3, 1, 0}));
    EXPECT_EQ(first_with_channels({35, 20, 35}, settings), (std::vector<int>{3, 0, 1}));
    EXPECT_EQ(first_with_channels({20, 35, 35}, settings), (std::vector<int>{0, 3, 1}));
    EXPECT_EQ(first_with_channels({20, 40, 40}, settings), (std::vector<int>{0, 3, 1}));
    EXPECT_EQ(first_with_channels({40, 20, 20}, settings), std::vector<int>{});
  }
}

// With two nodes in each cluster there are only, in this order: 2 2 0, 2 1 1, 2 0 2, 1 2 1, 1 1 2, 0 2 2. The
// second channel supports one task; then the first supports one task, too; then none.
TEST(NonOptimal, GoesThroughTheNumbersInTheirOrder) {
  HandMadeClusters clusters(4, {full(2), full(2), full(2)});
  for (const auto& settings : {Settings{}, Settings{{"solver", "branch"}}}) {
    clusters.clusters[0].channel = clusters.clusters[1].channel = 100;
    EXPECT_EQ(counts(non_optimal(clusters, settings)), (std::vector<int>{2, 2, 0}));
    clusters.clusters[1].channel = 35;
    EXPECT_EQ(counts(non_optimal(clusters, settings)), (std::vector<int>{2, 1, 1}));
    clusters.clusters[0].channel = 35;
    EXPECT_EQ(counts(non_optimal(clusters, settings)), (std::vector<int>{1, 1, 2}));
    clusters.clusters[0].channel = 20;
    EXPECT_EQ(counts(non_optimal(clusters, settings)), std::vector<int>{});
  }
}

// The last node has most power, and the second cluster takes all tasks. Neither matters.
TEST(NonOptimal, LooksAtNoPowersAndNotForFewClusters) {
  const HandMadeClusters clusters(4, {{0.1, 0.2, 1}, full(4)});
  for (const auto& settings : {Settings{}, Settings{{"solver", "branch"}}}) {
    const auto answer = non_optimal(clusters, settings);
    EXPECT_EQ(answer.nodes, (Nodes{{0, 1, 2}, {0}}));
    EXPECT_EQ(answer.processing_slowdown, 10);
    EXPECT_EQ(answer.communication_slowdown, 0.3);
  }
}

// Two tasks and nodes. The tree: its root, the first node taken, and the second, which is an answer. The
// table: of no task, of one and of two, none to as many on the cluster.
TEST(NonOptimal, EndsItsSearchAtTheFirst) {
  const HandMadeClusters clusters(2, {full(2)});
  EXPECT_EQ(non_optimal(clusters, {{"solver", "branch"}}).solver_nodes, 3);
  EXPECT_EQ(non_optimal(clusters).solver_nodes, 1 + 2 + 3);
}

TEST(NonOptimal, RefusesWhatItDoesNotKnow) {
  EXPECT_EQ(refusal("multicluster/non_optimal", "solver", "lingo"),
            "parameter 'solver' cannot be 'lingo'; valid: one of tables, branch");
  EXPECT_EQ(refusal("multicluster/non_optimal", "limit", "0"),
            "parameter 'limit' cannot be '0'; valid: an integer, at least 1");
  EXPECT_EQ(refusal("multicluster/non_optimal", "obj_sc", "raw"),
            "unknown parameter 'obj_sc'; valid: solver, limit");
}

} // namespace non_optimal_test
} // namespace malha::test
