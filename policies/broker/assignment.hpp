// SPDX-License-Identifier: MIT
#pragma once
#include "dag_times.hpp"
#include "policies/sdk/index_set.hpp"
#include "policies/sdk/plugin.hpp"
#include "tasks.hpp"

namespace malha::broker {

/// A machine that runs one task at a time.
struct Resource {
  FlopsPerSecond speed;
  double load = 0;     ///< share of the machine that processes of others use, in [0, 1)
  bool is_up = true;   ///< as far as the broker knows
  Seconds free_at = 0; ///< expected end of its task; undefined while the machine is free or down
};

/// The expected run time of the task on that resource without crashes. A delay computes nothing, so its time
/// is the same on every resource.
inline Seconds expected_time(const Task& task, const Resource& resource) {
  return task.is_delay ? task.length : run_time(task, resource.speed) / (1 - resource.load);
}

struct AssignmentView {
  Seconds now;
  const WaitingTasks& waiting; ///< either all of them are delays, or none is
  const RunningTasks& running;
  const std::vector<Resource>& resources; ///< in the order of the platform
  const IndexSet& free;                   ///< resources that are up and idle
  Flops mean_work;                        ///< mean over all tasks submitted so far
  FlopsPerSecond mean_speed;              ///< mean over all resources
  const DagTimes* dags = nullptr; ///< of tasks of DAGs whose data go from resource to resource; or null
  /// Where tasks may wait for a resource: the resources that take one more task, busy ones too. Or null.
  const IndexSet* open = nullptr;
};

/// A task that starts on a resource now, or waits there behind others if the resource is busy. A task that
/// runs already gets one more copy. When a copy ends, the broker cancels the others. A policy that makes
/// copies declares how many (Trait::copies).
struct Assignment {
  TaskId task;
  int resource;

  friend bool operator==(const Assignment& a, const Assignment& b) {
    return a.task == b.task && a.resource == b.resource;
  }
};

/// Which waiting task starts on which free resource? The broker asks whenever a resource is free and a task
/// waits or runs. A resource gets at most one task; a task may start on several resources. A free resource
/// that gets nothing stays idle until the next event. Where tasks may wait for resources (`open`), the broker
/// asks whenever a task waits and a resource is open.
class Assign : public Policy {
public:
  static constexpr const char* question = "broker/assignment";
  virtual std::vector<Assignment> assign(const AssignmentView& view) = 0;
};

} // namespace malha::broker
