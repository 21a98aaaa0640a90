// SPDX-License-Identifier: MIT
#include "planned_tasks.hpp"

namespace malha::broker {

void PlannedTasks::plan(const Job& dag, Seconds now) {
  const TaskId first = dag.tasks.front().id;
  std::vector<workflow::Busy> busy;
  for (const auto& [task, placement] : placed_)
    busy.push_back({placement.resource, placement.start, placement.end});
  const auto& graph = dags_.graph(first);
  const auto plan = checked_plan(planner_, dag.id, graph, dags_.run_times(first), dags_.network(first), now,
                                 std::move(busy));
  for (std::size_t i = 0; i < plan.size(); ++i) {
    const TaskId task = first + static_cast<TaskId>(i);
    placed_[task] = plan[i];
    const std::tuple place(plan[i].start, plan[i].end, first, graph.place(static_cast<int>(i)));
    queues_[static_cast<std::size_t>(plan[i].resource)].emplace(place, task);
  }
}

bool PlannedTasks::ready(const Task& task) {
  if (placed_.count(task.id) == 0)
    return false;
  ready_.emplace(task.id, task);
  return true;
}

std::optional<Task> PlannedTasks::next(int resource) const {
  const auto& queue = queues_[static_cast<std::size_t>(resource)];
  if (queue.empty())
    return std::nullopt;
  const auto found = ready_.find(queue.begin()->second);
  return found == ready_.end() ? std::nullopt : std::optional(found->second);
}

void PlannedTasks::started(int resource) {
  auto& queue = queues_[static_cast<std::size_t>(resource)];
  ready_.erase(queue.begin()->second);
  queue.erase(queue.begin());
}

} // namespace malha::broker
