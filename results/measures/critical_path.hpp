// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/quantities.hpp"

#include <algorithm>
#include <vector>

namespace malha {

/// When a task of a workflow ran.
struct RanFrom {
  Seconds start = 0, end = 0;
};

/// The realised critical path of a workflow: the task that ended last, before it that parent of it which
/// ended last, and so on to a task without parents. Of equal ends the first in the order of the tasks counts.
/// `parents_of(task)` gives the numbers of its parents; tasks count from 0. All of them have run. The result
/// begins with the task without parents. The rule is ours.
template <class ParentsOf>
std::vector<int> critical_path(const std::vector<RanFrom>& tasks, ParentsOf&& parents_of) {
  std::vector<int> path;
  const auto ends_before = [&](int a, int b) {
    const Seconds end_of_a = tasks[static_cast<std::size_t>(a)].end;
    const Seconds end_of_b = tasks[static_cast<std::size_t>(b)].end;
    return end_of_a != end_of_b ? end_of_a < end_of_b : a > b;
  };
  int last = tasks.empty() ? -1 : 0;
  for (int task = 1; task < static_cast<int>(tasks.size()); ++task)
    if (ends_before(last, task))
      last = task;
  while (last >= 0 && path.size() < tasks.size()) { // damaged files may have a circle
    path.push_back(last);
    int before = -1;
    for (const int parent : parents_of(last))
      if (before < 0 || ends_before(before, parent))
        before = parent;
    last = before;
  }
  std::reverse(path.begin(), path.end());
  return path;
}

/// The sum of the run times of its tasks. The time from the submission of the workflow to its end is longer
/// by the time for which the path waited: for data, resources and messages.
inline Seconds length_of(const std::vector<int>& path, const std::vector<RanFrom>& tasks) {
  Seconds sum = 0;
  for (const int task : path)
    sum += tasks[static_cast<std::size_t>(task)].end - tasks[static_cast<std::size_t>(task)].start;
  return sum;
}

} // namespace malha
