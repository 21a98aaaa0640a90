// SPDX-License-Identifier: MIT
#pragma once
#include "actors/model/checked_plan.hpp"
#include "dag_data.hpp"
#include "policies/workflow/planning.hpp"

#include <map>
#include <tuple>
#include <unordered_map>

namespace malha::broker {

/// The plans of DAGs, which a broker follows: each resource runs its planned tasks in the order of their
/// planned starts, each as soon as the one before has ended and it is ready.
class PlannedTasks {
public:
  PlannedTasks(workflow::Planner& planner, const DagData& dags, std::size_t resources)
      : planner_(planner), dags_(dags), queues_(resources) {}

  /// Asks for the plan of a DAG. Throws BrokenPlan if it breaks a rule.
  void plan(const Job& dag, Seconds now);
  /// A task became ready. Returns whether a plan has it.
  bool ready(const Task& task);
  /// The task that the resource runs next, if it is ready.
  std::optional<Task> next(int resource) const;
  /// The resource runs the task that was next.
  void started(int resource);
  void ended(TaskId task) { placed_.erase(task); }

  /// The number of planned tasks that are ready and have not started.
  std::size_t waiting() const { return ready_.size(); }

private:
  /// In the order of planned starts and ends, ties in the order of their DAG.
  using Queue = std::map<std::tuple<Seconds, Seconds, TaskId, int>, TaskId>;

  workflow::Planner& planner_;
  const DagData& dags_;
  std::vector<Queue> queues_;                              ///< by resource
  std::unordered_map<TaskId, workflow::Placement> placed_; ///< of planned tasks that have not ended
  std::unordered_map<TaskId, Task> ready_;                 ///< of those that have not started
};

} // namespace malha::broker
