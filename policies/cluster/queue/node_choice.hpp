// SPDX-License-Identifier: MIT
#pragma once
#include "policies/cluster/queue.hpp"

namespace malha::cluster {

/// Selects the free nodes that a job gets. No rule makes a job wait. If no interval holds the whole
/// job, it gets the largest intervals, so that it lies in as few as possible.
/// - first: the lowest numbers
/// - best_fit: the smallest interval of free nodes that holds the whole job
/// - contiguous: the lowest interval that holds the whole job
class NodeChoice {
public:
  static ParameterSpec parameter() {
    return choice(
        "nodes", "first", {"first", "best_fit", "contiguous"},
        "which free nodes a job gets: the lowest; the smallest interval that holds it; the lowest such one");
  }

  /// Selects the lowest numbers.
  NodeChoice() = default;
  explicit NodeChoice(const Parameters& parameters)
      : first_(parameters.text("nodes") == "first"), best_fit_(parameters.text("nodes") == "best_fit") {}

  /// Whether the lowest numbers are selected. The scheduler does that itself if a start names no nodes.
  bool is_first() const { return first_; }

  /// The selected `size` nodes out of those that are free.
  IndexSet of(const IndexSet& free, int size) const {
    if (first_)
      return free.lowest(size);
    const IndexSet::Interval* whole = nullptr;
    for (const auto& interval : free.intervals())
      if (interval.size() >= size && (whole == nullptr || (best_fit_ && interval.size() < whole->size())))
        whole = &interval;
    return whole != nullptr ? IndexSet(whole->first, size) : largest(free, size);
  }

private:
  static IndexSet largest(const IndexSet& free, int size) {
    auto intervals = free.intervals();
    std::stable_sort(intervals.begin(), intervals.end(),
                     [](const auto& a, const auto& b) { return a.size() > b.size(); });
    IndexSet chosen;
    for (const auto& interval : intervals)
      if (const int here = std::min(interval.size(), size - chosen.size()); here > 0)
        chosen.insert(IndexSet(interval.first, here));
    return chosen;
  }

  bool first_ = true, best_fit_ = false;
};

} // namespace malha::cluster
