// SPDX-License-Identifier: MIT
#pragma once
#include "planning.hpp"

#include <numeric>

namespace malha::workflow {

/// The mean run time of each task, in s.
inline std::vector<Seconds> mean_run_times(const PlanView& view) {
  std::vector<Seconds> means;
  means.reserve(static_cast<std::size_t>(view.graph.tasks()));
  for (int task = 0; task < view.graph.tasks(); ++task)
    means.push_back(view.run_times.mean(task));
  return means;
}

/// The length of the longest path from each task to an exit, with itself: rank_u of topcuoglu2002, equation
/// 8, if `times` are mean run times. `transfer(data)` is the time of an edge.
template <class Transfer>
std::vector<Seconds> longest_to_exit(const Graph& graph, const std::vector<Seconds>& times,
                                     Transfer transfer) {
  std::vector<Seconds> lengths(times.size());
  for (auto task = graph.order().rbegin(); task != graph.order().rend(); ++task) {
    Seconds rest = 0;
    for (const auto& child : graph.children(*task))
      rest = std::max(rest, transfer(child.data) + lengths[static_cast<std::size_t>(child.task)]);
    lengths[static_cast<std::size_t>(*task)] = times[static_cast<std::size_t>(*task)] + rest;
  }
  return lengths;
}

/// rank_u of each task (topcuoglu2002, equation 8), in s.
inline std::vector<Seconds> upward_ranks(const PlanView& view) {
  return longest_to_exit(view.graph, mean_run_times(view),
                         [&](Bytes data) { return view.network.mean(data); });
}

/// rank_d of each task: the length of the longest path to it, without itself (topcuoglu2002, equation 10), in
/// s.
inline std::vector<Seconds> downward_ranks(const PlanView& view) {
  const auto means = mean_run_times(view);
  std::vector<Seconds> ranks(means.size());
  for (const int task : view.graph.order())
    for (const auto& parent : view.graph.parents(task)) {
      const auto before = static_cast<std::size_t>(parent.task);
      auto& rank = ranks[static_cast<std::size_t>(task)];
      rank = std::max(rank, ranks[before] + means[before] + view.network.mean(parent.data));
    }
  return ranks;
}

/// All tasks, the greatest rank first. Of equal ranks the first in the order of the graph is first, so that a
/// task is behind its parents also if their times are 0.
inline std::vector<int> by_rank(const Graph& graph, const std::vector<Seconds>& ranks) {
  std::vector<int> tasks = graph.order();
  std::stable_sort(tasks.begin(), tasks.end(), [&](int a, int b) {
    return ranks[static_cast<std::size_t>(a)] > ranks[static_cast<std::size_t>(b)];
  });
  return tasks;
}

/// How many parents of each task have not been taken. `is_ready(task)` is called for each task all of whose
/// parents have: at once for those without parents.
class OpenParents {
public:
  template <class IsReady>
  OpenParents(const Graph& graph, IsReady is_ready)
      : graph_(graph), open_(static_cast<std::size_t>(graph.tasks())) {
    for (int task = 0; task < graph.tasks(); ++task)
      if ((open_[static_cast<std::size_t>(task)] = static_cast<int>(graph.parents(task).size())) == 0)
        is_ready(task);
  }

  template <class IsReady>
  void take(int task, IsReady is_ready) {
    for (const auto& child : graph_.children(task))
      if (--open_[static_cast<std::size_t>(child.task)] == 0)
        is_ready(child.task);
  }

private:
  const Graph& graph_;
  std::vector<int> open_;
};

/// Tasks all of whose parents have been taken, by priorities that do not change: the greatest is first, of
/// equal ones the lowest task.
class ReadyByPriority {
public:
  ReadyByPriority(const Graph& graph, const std::vector<double>& priorities)
      : priorities_(priorities), parents_(graph, [this](int task) { add(task); }) {}

  bool empty() const { return ready_.empty(); }
  int take_first() {
    const int task = -ready_.top().second;
    ready_.pop();
    parents_.take(task, [this](int child) { add(child); });
    return task;
  }

private:
  void add(int task) { ready_.emplace(priorities_[static_cast<std::size_t>(task)], -task); }

  const std::vector<double>& priorities_;
  std::priority_queue<std::pair<double, int>> ready_;
  OpenParents parents_; ///< it fills `ready_`
};

/// Tasks all of whose parents have been taken, by what may change from one to the next.
class ReadyTasks {
public:
  explicit ReadyTasks(const Graph& graph) : parents_(graph, [this](int task) { ready_.push_back(task); }) {}

  bool empty() const { return ready_.empty(); }
  /// In no order.
  const std::vector<int>& ready() const { return ready_; }

  /// Takes the ready task that comes first by `before(a, b)`.
  template <class Before>
  int take_first(Before before) {
    const auto first = std::min_element(ready_.begin(), ready_.end(), before);
    const int task = *first;
    *first = ready_.back();
    ready_.pop_back();
    parents_.take(task, [this](int child) { ready_.push_back(child); });
    return task;
  }

private:
  std::vector<int> ready_;
  OpenParents parents_; ///< it fills `ready_`
};

} // namespace malha::workflow
