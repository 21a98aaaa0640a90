// SPDX-License-Identifier: MIT
#pragma once
#include "../sdk/index_set.hpp"
#include "../sdk/plugin.hpp"
#include "tasks.hpp"

namespace malha::broker {

/// A machine that runs one task at a time.
struct Resource {
  FlopsPerSecond speed;
  double load = 0;     ///< share of it that others take, in [0, 1)
  bool is_up = true;   ///< as far as the broker knows
  Seconds free_at = 0; ///< expected end of its task; of no meaning when it is free or down
};

/// Expected run time of the task there, if nothing crashes. A delay does not compute: nobody slows it down.
inline Seconds expected_time(const Task& task, const Resource& resource) {
  return task.is_delay ? task.length : run_time(task, resource.speed) / (1 - resource.load);
}

struct AssignmentView {
  Seconds now;
  const WaitingTasks& waiting; ///< all of them are delays, or none is
  const RunningTasks& running;
  const std::vector<Resource>& resources; ///< in the order of the platform
  const IndexSet& free;                   ///< those that are up and idle
  Flops mean_work;                        ///< of all tasks submitted so far
  FlopsPerSecond mean_speed;              ///< of all resources
};

/// The task goes to the resource now. A task that runs already gets another copy: when one ends, the broker
/// cancels the others. A policy that makes copies declares how many (Trait::copies).
struct Assignment {
  TaskId task;
  int resource;

  friend bool operator==(const Assignment& a, const Assignment& b) {
    return a.task == b.task && a.resource == b.resource;
  }
};

/// Which waiting task to which free resource? Asked whenever a resource is free and a task waits or runs. A
/// resource is given one task at most; a task may be given to several. A free resource that gets nothing
/// stays idle until something happens.
class Assign : public Policy {
public:
  static constexpr const char* question = "broker/assignment";
  virtual std::vector<Assignment> assign(const AssignmentView& view) = 0;
};

} // namespace malha::broker
