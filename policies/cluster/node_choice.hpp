// SPDX-License-Identifier: MIT
#pragma once
#include "queue.hpp"

namespace malha::cluster {

/// Which of the free nodes a job gets. No rule makes a job wait: where no interval holds it whole, it gets
/// the largest ones, so that it lies in as few as can be.
/// - first: the lowest numbers
/// - best_fit: the smallest interval of free nodes that holds it whole
/// - contiguous: the lowest such interval
class NodeChoice {
public:
  static ParameterSpec parameter() {
    return choice(
        "nodes", "first", {"first", "best_fit", "contiguous"},
        "which free nodes a job gets: the lowest; the smallest interval that holds it; the lowest such one");
  }

  explicit NodeChoice(const Parameters& parameters)
      : first_(parameters.text("nodes") == "first"), best_fit_(parameters.text("nodes") == "best_fit") {}

  /// The nodes of the next job that starts in one decision; those of the jobs before it are no longer free.
  IndexSet next(const QueueView& view, const Decision& decision, int size) {
    if (first_)
      return {}; // the scheduler's own rule
    if (decision.start.empty())
      left_ = view.free;
    const IndexSet chosen = choose(size);
    left_.remove(chosen);
    return chosen;
  }

private:
  IndexSet choose(int size) const {
    const IndexSet::Interval* whole = nullptr;
    for (const auto& interval : left_.intervals())
      if (interval.size() >= size && (whole == nullptr || (best_fit_ && interval.size() < whole->size())))
        whole = &interval;
    return whole != nullptr ? IndexSet(whole->first, size) : largest(size);
  }

  IndexSet largest(int size) const {
    auto intervals = left_.intervals();
    std::stable_sort(intervals.begin(), intervals.end(),
                     [](const auto& a, const auto& b) { return a.size() > b.size(); });
    IndexSet chosen;
    for (const auto& interval : intervals)
      if (const int here = std::min(interval.size(), size - chosen.size()); here > 0)
        chosen.insert(IndexSet(interval.first, here));
    return chosen;
  }

  bool first_, best_fit_;
  IndexSet left_;
};

} // namespace malha::cluster
