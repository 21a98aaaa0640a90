// SPDX-License-Identifier: MIT
#include "reference.hpp"

#include <numeric>
#include <tuple>

namespace malha::testing::reference_coallocation {
namespace {

/// Whether the first comes before the second.
bool is_better(const Choice& a, const Choice& b) {
  return std::tie(a.time, a.clusters, b.counts) < std::tie(b.time, b.clusters, a.counts);
}

/// SC of the job (4.16).
double greatest_slowdown(const test::HandMadeClusters& instance, const std::vector<int>& counts) {
  double greatest = 0;
  for (std::size_t cluster = 0; cluster < counts.size(); ++cluster)
    greatest = std::max(greatest, slowdown(instance, cluster, counts[cluster]));
  return greatest;
}

/// All ways to give `left` tasks to the clusters from this one on, most tasks to the lowest first.
void go_through(const test::HandMadeClusters& instance, int left, std::vector<int>& counts,
                std::vector<std::vector<int>>& all) {
  if (counts.size() == instance.clusters.size()) {
    if (left == 0)
      all.push_back(counts);
    return;
  }
  const int nodes = static_cast<int>(instance.clusters[counts.size()].usable.size());
  for (int here = std::min(nodes, left); here >= 0; --here) {
    counts.push_back(here);
    go_through(instance, left - here, counts, all);
    counts.pop_back();
  }
}

} // namespace

double slowdown(const test::HandMadeClusters& instance, std::size_t cluster, int tasks) {
  if (tasks == 0 || tasks == instance.tasks || instance.application.bandwidth == 0)
    return 0;
  const double others = instance.tasks - tasks;
  const double sent = tasks * others * instance.application.bandwidth / (instance.tasks - 1);
  return (instance.clusters[cluster].consumed + sent) / instance.clusters[cluster].channel;
}

Choice judged(const test::HandMadeClusters& instance, const Goal& goal, const test::Nodes& nodes) {
  Choice choice{0, 0, {}};
  double processing = 0;
  for (std::size_t cluster = 0; cluster < nodes.size(); ++cluster) {
    for (const int node : nodes[cluster])
      processing = std::max(processing,
                            1 / instance.clusters[cluster].usable.at(static_cast<std::size_t>(node)).power);
    choice.counts.push_back(static_cast<int>(nodes[cluster].size()));
    choice.clusters += !nodes[cluster].empty();
  }
  const double communication = greatest_slowdown(instance, choice.counts);
  if (!goal.saturates && communication > 1)
    choice.time = std::numeric_limits<double>::infinity();
  else
    choice.time = instance.application.computation * processing +
                  instance.application.communication * (goal.clamps && communication < 1 ? 1 : communication);
  return choice;
}

std::optional<Choice> best_of_all(const test::HandMadeClusters& instance, const Goal& goal) {
  std::vector<std::pair<std::size_t, int>> nodes; // cluster and number
  for (std::size_t cluster = 0; cluster < instance.clusters.size(); ++cluster)
    for (const auto& node : instance.clusters[cluster].usable)
      nodes.emplace_back(cluster, node.number);
  std::optional<Choice> best;
  for (std::uint32_t set = 0; set < std::uint32_t{1} << nodes.size(); ++set) {
    test::Nodes chosen(instance.clusters.size());
    int tasks = 0;
    for (std::size_t i = 0; i < nodes.size(); ++i)
      if ((set >> i & 1) != 0) {
        chosen[nodes[i].first].push_back(nodes[i].second);
        ++tasks;
      }
    if (tasks != instance.tasks)
      continue;
    const auto choice = judged(instance, goal, chosen);
    if (choice.time < std::numeric_limits<double>::infinity() && (!best || is_better(choice, *best)))
      best = choice;
  }
  return best;
}

std::vector<int> first_of_all(const test::HandMadeClusters& instance) {
  std::vector<std::vector<int>> all;
  std::vector<int> counts;
  go_through(instance, instance.tasks, counts, all);
  const auto found = std::find_if(all.begin(), all.end(), [&instance](const std::vector<int>& numbers) {
    return greatest_slowdown(instance, numbers) <= 1;
  });
  return found == all.end() ? std::vector<int>{} : *found;
}

} // namespace malha::testing::reference_coallocation
