// SPDX-License-Identifier: MIT
#pragma once
#include "policies/cluster/queue.hpp"

#include <map>

namespace malha::cluster {

/// Selects the free nodes that a job gets. No rule makes a job wait. Nodes of less weight are taken first:
/// those of the next weight only when all free ones before do not suffice. Among nodes of a weight, if no
/// interval holds the whole job, it gets the largest intervals, so that it lies in as few as possible.
/// - first: the lowest numbers
/// - best_fit: where nodes are CPUs, those of the fullest machine that is partly in use and holds the job;
///   else the smallest interval of free nodes that holds the whole job, or else what the largest ones leave
///   of it. Slurm 22.05.8 was measured to do so
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
  bool is_first(const QueueView& view) const { return first_ && view.weights == nullptr; }

  /// The selected `size` nodes out of those that are free, of which there are enough.
  IndexSet of(const IndexSet& free, int size, const QueueView& view) const {
    if (view.weights == nullptr)
      return of_one_weight(free, size, view);
    IndexSet chosen;
    for (const auto& [weight, nodes] : by_weight(free, *view.weights)) {
      const int rest = size - chosen.size();
      chosen.insert(nodes.size() <= rest ? nodes : of_one_weight(nodes, rest, view));
      if (chosen.size() == size)
        break;
    }
    return chosen;
  }

private:
  static std::map<std::int64_t, IndexSet> by_weight(const IndexSet& nodes,
                                                    const std::vector<std::int64_t>& weights) {
    std::map<std::int64_t, IndexSet> classes;
    const auto weight_of = [&](int node) { return weights[static_cast<std::size_t>(node)]; };
    for (const auto& interval : nodes.intervals())
      for (int first = interval.first; first <= interval.last;) {
        int behind = first + 1;
        while (behind <= interval.last && weight_of(behind) == weight_of(first))
          ++behind;
        classes[weight_of(first)].insert(IndexSet(first, behind - first));
        first = behind;
      }
    return classes;
  }

  IndexSet of_one_weight(const IndexSet& free, int size, const QueueView& view) const {
    if (first_)
      return free.lowest(size);
    if (const auto nodes = best_fit_ ? of_machine_in_use(free, size, view.machines) : IndexSet();
        !nodes.empty())
      return nodes;
    const IndexSet::Interval* whole = nullptr;
    for (const auto& interval : free.intervals())
      if (interval.size() >= size && (whole == nullptr || (best_fit_ && interval.size() < whole->size())))
        whole = &interval;
    return whole != nullptr ? IndexSet(whole->first, size) : parts(free, size);
  }

  /// The lowest free CPUs of the machine with the fewest of them that hold the job and that are not all of
  /// it; none if there is no such machine.
  static IndexSet of_machine_in_use(const IndexSet& free, int size, const std::vector<Machine>& machines) {
    const bool each_is_a_node =
        machines.empty() || machines.size() == static_cast<std::size_t>(machines.back().first) + 1;
    IndexSet fullest;
    for (std::size_t i = 0; !each_is_a_node && i < machines.size(); ++i) {
      const auto& [first, cpus] = machines[i];
      const auto here = cpus > size ? free.within(first, cpus) : IndexSet();
      if (here.size() >= size && here.size() < cpus && (fullest.empty() || here.size() < fullest.size()))
        fullest = here;
    }
    return fullest.empty() ? fullest : fullest.lowest(size);
  }

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
