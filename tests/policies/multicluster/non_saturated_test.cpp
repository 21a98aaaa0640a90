// SPDX-License-Identifier: MIT
#include "coallocating.hpp"

namespace malha::test {
namespace non_saturated_test {

using Settings = std::map<std::string, std::string>;

const Settings branch{{"solver", "branch"}};

multicluster::Coallocation non_saturated(const HandMadeClusters& clusters, const Settings& settings = {}) {
  return allocate("multicluster/non_saturated", clusters, settings);
}

// Two tasks in each cluster send 40 B/s and compute for 100 s; the first cluster alone computes for 200 s. A
// channel of 40 B/s is full and not saturated.
TEST(NonSaturated, AvoidsASaturatedChannelAtTheCostOfTime) {
  HandMadeClusters clusters(4, {{1, 0.5, 1, 0.5}, {1, 1}});
  for (const auto& settings : {Settings{}, branch}) {
    clusters.clusters[1].channel = 40;
    const auto full = non_saturated(clusters, settings);
    EXPECT_EQ(full.nodes, (Nodes{{0, 2}, {0, 1}}));
    EXPECT_EQ(full.communication_slowdown, 1);
    clusters.clusters[1].channel = 39;
    EXPECT_EQ(non_saturated(clusters, settings).nodes, (Nodes{{0, 1, 2, 3}, {}}));
  }
}

// Three tasks in one cluster and one in the other send 30 B/s, two in each 40 B/s. Others send 65 B/s of 100
// through both channels.
TEST(NonSaturated, SplitsUnevenlyWhereThatSendsLess) {
  HandMadeClusters clusters(4, {full(2), full(3)});
  clusters.clusters[0].consumed = clusters.clusters[1].consumed = 65;
  for (const auto& settings : {Settings{}, branch}) {
    const auto answer = non_saturated(clusters, settings);
    EXPECT_EQ(counts(answer), (std::vector<int>{1, 3}));
    EXPECT_EQ(answer.communication_slowdown, 0.95);
  }
}

// Two clusters of ten nodes. The split 10 and n - 10 sends least, 10 (n - 10) / (n - 1) times what a task
// sends: 20/11 for 12 tasks, 4 for 16. So a channel of 2000 supports 1100 B/s of each of 12 tasks, and 500
// B/s of each of 16.
TEST(NonSaturated, AllocatesNothingWhereEverySplitSaturatesAChannel) {
  for (const auto& settings : {Settings{}, branch})
    for (const auto& [tasks, bandwidth] : {std::pair(12, 1100.0), std::pair(16, 500.0)}) {
      HandMadeClusters clusters(tasks, {full(10), full(10)});
      clusters.clusters[0].channel = clusters.clusters[1].channel = 2000;
      clusters.application.bandwidth = bandwidth;
      EXPECT_EQ(counts(non_saturated(clusters, settings)), (std::vector<int>{10, tasks - 10}));
      clusters.application.bandwidth = bandwidth + 1;
      EXPECT_EQ(non_saturated(clusters, settings).nodes, Nodes{});
    }
}

// One cluster alone takes 125 s and uses no channel; two tasks in each take 100 s and 0.4 times 63 s.
TEST(NonSaturated, HasTheObjectiveOfOptimal) {
  HandMadeClusters clusters(4, {{1, 1, 0.8, 0.8}, {1, 1}});
  clusters.application.communication = 63;
  EXPECT_EQ(counts(non_saturated(clusters)), (std::vector<int>{2, 2}));
  EXPECT_EQ(counts(non_saturated(clusters, {{"obj_sc", "raw"}})), (std::vector<int>{4, 0}));
}

TEST(NonSaturated, RefusesWhatItDoesNotKnow) {
  EXPECT_EQ(refusal("multicluster/non_saturated", "solver", "lingo"),
            "parameter 'solver' cannot be 'lingo'; valid: one of tables, branch");
  EXPECT_EQ(refusal("multicluster/non_saturated", "limit", "-1"),
            "parameter 'limit' cannot be '-1'; valid: an integer, at least 1");
  EXPECT_EQ(refusal("multicluster/non_saturated", "obj_sc", "1"),
            "parameter 'obj_sc' cannot be '1'; valid: one of clamp, raw");
}

} // namespace non_saturated_test
} // namespace malha::test
