// SPDX-License-Identifier: MIT
#pragma once
#include "policies/multicluster/coallocation.hpp"

#include <algorithm>
#include <limits>

namespace malha::multicluster {

inline constexpr double impossible = std::numeric_limits<double>::infinity();

/// The rules for an allocation.
struct CoallocationGoal {
  /// In the run time a slowdown of communication below 1 counts as 1. Otherwise it shortens the time, as the
  /// formula of M-CISNE has it.
  bool clamps = true;
  double most_slowdown = impossible; ///< SC must not be above; 1: no channel is saturated
};

/// The time of a job with given numbers of tasks in each cluster (M-CISNE, equations 4.10 to 4.16). All is
/// evaluated in doubles as it is written here, so that equal allocations have equal times.
class CoallocationModel {
public:
  /// The view must outlive the model.
  explicit CoallocationModel(const CoallocationView& view, CoallocationGoal goal = {})
      : view_(view), goal_(goal) {}

  const CoallocationView& view() const { return view_; }
  int tasks() const { return view_.tasks; }

  /// What the job sends through the channel of a cluster that has `tasks` of its tasks, B/s (4.14). Every
  /// task sends as much to each other task.
  double traffic(int tasks) const {
    if (view_.tasks == 1)
      return 0;
    const auto pairs = static_cast<double>(std::int64_t{tasks} * (view_.tasks - tasks));
    return pairs * view_.application.bandwidth / (view_.tasks - 1);
  }
  /// Use of the channel of a cluster, over its capacity (4.13, 4.15). 0 if the job does not use it.
  double slowdown(std::size_t cluster, int tasks) const {
    const double sent = traffic(tasks);
    const auto& offer = view_.clusters[cluster];
    return sent > 0 ? (offer.consumed + sent) / offer.channel : 0;
  }
  /// Whether a channel may be used to this degree.
  bool allows(double slowdown) const { return slowdown <= goal_.most_slowdown; }

  /// The run time under these slowdowns (4.10). It grows with both, or stays.
  Seconds time(double processing, double communication) const {
    return view_.application.computation * processing +
           view_.application.communication * (goal_.clamps ? std::max(1.0, communication) : communication);
  }

private:
  const CoallocationView& view_;
  const CoallocationGoal goal_;
};

/// The usable nodes of each cluster: most power first, of equals the lowest number.
inline std::vector<std::vector<UsableNode>> most_power_first(const CoallocationView& view) {
  std::vector<std::vector<UsableNode>> nodes;
  for (const auto& offer : view.clusters) {
    nodes.push_back(offer.usable);
    std::stable_sort(nodes.back().begin(), nodes.back().end(),
                     [](const UsableNode& a, const UsableNode& b) { return a.power > b.power; });
  }
  return nodes;
}

/// The allocation to these nodes of each cluster. The steps of the search are for the caller to fill in.
inline Coallocation allocation_to(std::vector<std::vector<UsableNode>> nodes, const CoallocationView& view) {
  const CoallocationModel model(view);
  Coallocation allocation;
  for (std::size_t cluster = 0; cluster < nodes.size(); ++cluster) {
    auto& numbers = allocation.nodes.emplace_back();
    for (const auto& node : nodes[cluster]) {
      numbers.push_back(node.number);
      allocation.processing_slowdown = std::max(allocation.processing_slowdown, 1 / node.power);
    }
    std::sort(numbers.begin(), numbers.end());
    allocation.communication_slowdown = std::max(allocation.communication_slowdown,
                                                 model.slowdown(cluster, static_cast<int>(numbers.size())));
  }
  return allocation;
}

/// The allocation of these numbers of tasks, in each cluster on the first of its nodes.
inline Coallocation allocation_of(const std::vector<int>& tasks, std::vector<std::vector<UsableNode>> nodes,
                                  const CoallocationView& view) {
  for (std::size_t cluster = 0; cluster < nodes.size(); ++cluster)
    nodes[cluster].erase(nodes[cluster].begin() + tasks[cluster], nodes[cluster].end());
  return allocation_to(std::move(nodes), view);
}

} // namespace malha::multicluster
