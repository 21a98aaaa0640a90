// SPDX-License-Identifier: MIT
#pragma once
#include "policies/cluster/queue.hpp"

namespace malha::cluster {

/// Selects the free nodes that a job gets. No rule makes a job wait. If no interval holds the whole
/// job, it gets the largest intervals, so that it lies in as few as possible.
/// - first: the lowest numbers
/// - best_fit: the smallest interval of free nodes that holds the whole job, or else what the largest ones
///   leave of it. Slurm 22.05.8 was measured to do so
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
    return whole != nullptr ? IndexSet(whole->first, size) : parts(free, size);
  }

private:
  /// For a job that no interval holds.
  IndexSet parts(const IndexSet& free, int size) const {
    auto intervals = free.intervals();
    std::stable_sort(intervals.begin(), intervals.end(),
                     [](const auto& a, const auto& b) { return a.size() > b.size(); });
    IndexSet chosen;
    for (auto next = intervals.cbegin(); next != intervals.cend() && chosen.size() < size; ++next) {
      const int rest = size - chosen.size();
      const auto& taken = best_fit_ && next->size() >= rest ? *smallest(next, intervals.cend(), rest) : *next;
      chosen.insert(IndexSet(taken.first, std::min(taken.size(), rest)));
    }
    return chosen;
  }

  /// The first of the smallest intervals that hold so many nodes. They are sorted, the largest first, which
  /// holds them.
  template <class Interval>
  static Interval smallest(Interval begin, Interval end, int size) {
    const auto smaller = std::find_if(begin, end, [size](const auto& one) { return one.size() < size; });
    const int fit = std::prev(smaller)->size();
    return std::find_if(begin, smaller, [fit](const auto& one) { return one.size() == fit; });
  }

  bool first_ = true, best_fit_ = false;
};

} // namespace malha::cluster
