// SPDX-License-Identifier: MIT
#include "tests/policies/coallocating.hpp"

#include "answers.hpp"

namespace malha::multicluster {
namespace multicluster_coallocation_answers_test {

using test::Draw;
using test::HandMadeClusters;
using test::Nodes;

[[maybe_unused]] const bool added = test::questions_with_rules().insert(Coallocate::question).second;

/// What may be known of a job and its clusters: often with few nodes, or none that are usable.
struct Offers {
  HandMadeClusters clusters;

  explicit Offers(Draw& draw) : clusters(draw.integer(1, 6), {}) {
    clusters.application.computation = draw.integer(0, 3);
    clusters.application.communication = draw.integer(0, 3);
    clusters.application.bandwidth = draw.integer(0, 3);
    for (int number = draw.integer(0, 4); number > 0; --number) {
      auto& cluster = clusters.clusters.emplace_back();
      cluster.nodes = draw.integer(1, 5);
      cluster.channel = draw.integer(1, 9);
      cluster.consumed = draw.integer(0, 9);
      for (int node = 0; node < cluster.nodes; ++node)
        if (!draw.one_in(4))
          cluster.usable.push_back({node, draw.integer(1, 4) / 4.0});
    }
  }
};

std::string broken_rule(const Offers& view, const Nodes& nodes) {
  const auto& clusters = view.clusters.clusters;
  if (nodes.empty())
    return "";
  if (nodes.size() != clusters.size())
    return std::to_string(nodes.size()) + " clusters";
  int tasks = 0;
  for (std::size_t cluster = 0; cluster < nodes.size(); ++cluster) {
    int before = -1;
    for (const int node : nodes[cluster]) {
      const auto& usable = clusters[cluster].usable;
      const bool is_usable =
          std::any_of(usable.begin(), usable.end(), [node](const auto& one) { return one.number == node; });
      const auto named = "node " + std::to_string(node) + " of cluster " + std::to_string(cluster);
      if (!is_usable)
        return named + " is not usable";
      if (node <= before)
        return named + " is not behind the one before";
      before = node;
      ++tasks;
    }
  }
  return tasks == view.clusters.tasks ? "" : std::to_string(tasks) + " tasks";
}

TEST(CoallocationAnswers, GiveEachTaskAUsableNodeOfItsOwnOrNoneANode) {
  test::check_policies<Coallocate, Offers>(
      [](Coallocate& policy, const Offers& view) { return policy.coallocate(view.clusters.view()).nodes; },
      broken_rule);
}

// Two tasks. Nodes 0 and 2 of the first cluster are usable, and node 0 of the second.
TEST(CoallocationAnswers, AreHeldToTheirRules) {
  RandomStreams streams(1);
  Draw draw(streams.stream("view"));
  Offers view(draw);
  view.clusters = HandMadeClusters(2, {{}, {1}});
  view.clusters.clusters[0].usable = {{0, 1}, {2, 1}};
  EXPECT_EQ(broken_rule(view, {}), "");
  EXPECT_EQ(broken_rule(view, {{0, 2}, {}}), "");
  EXPECT_EQ(broken_rule(view, {{2}, {0}}), "");
  EXPECT_EQ(broken_rule(view, {{0, 2}}), "1 clusters");
  EXPECT_EQ(broken_rule(view, {{0, 1}, {}}), "node 1 of cluster 0 is not usable");
  EXPECT_EQ(broken_rule(view, {{0, 0}, {}}), "node 0 of cluster 0 is not behind the one before");
  EXPECT_EQ(broken_rule(view, {{0, 2}, {0}}), "3 tasks");
}

} // namespace multicluster_coallocation_answers_test
} // namespace malha::multicluster
