// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/job.hpp"

#include <algorithm>
#include <vector>

namespace malha::conformance {

/// Tasks 0, 1, … of these works.
inline std::vector<Task> tasks_of(const std::vector<Flops>& works) {
  std::vector<Task> tasks(works.size());
  for (std::size_t i = 0; i < works.size(); ++i) {
    tasks[i].id = static_cast<TaskId>(i);
    tasks[i].work = works[i];
  }
  return tasks;
}

/// Tasks of these works in the order in which a host keeps its ready tasks: lightest first, among equals the
/// highest id first.
inline std::vector<Task> ready_tasks_of(const std::vector<Flops>& works) {
  auto tasks = tasks_of(works);
  std::sort(tasks.begin(), tasks.end(),
            [](const Task& a, const Task& b) { return a.work != b.work ? a.work < b.work : a.id > b.id; });
  return tasks;
}

} // namespace malha::conformance
