// SPDX-License-Identifier: MIT
#pragma once
#include "ranks.hpp"
#include "schedule.hpp"

namespace malha::workflow {

/// Where a ready task would end first, behind the last task of each resource.
struct FirstEnds {
  Placement best;
  Seconds second = never; ///< the end on the resource where it would end next; never: there is one resource
  int resource_of_second = -1;
};

inline FirstEnds first_ends(const Schedule& schedule, int task) {
  FirstEnds ends;
  ends.best = schedule.on(task, 0);
  for (int resource = 1; resource < schedule.resources(); ++resource)
    if (const auto here = schedule.on(task, resource); here.end < ends.best.end) {
      ends.second = ends.best.end;
      ends.resource_of_second = ends.best.resource;
      ends.best = here;
    } else if (here.end < ends.second) {
      ends.second = here.end;
      ends.resource_of_second = resource;
    }
  return ends;
}

/// A plan that places one ready task after the other where it ends first, behind the last task of the
/// resource. `before(a, b)` of the FirstEnds of two tasks says which is next; of equal ones the lowest task.
template <class Before>
std::vector<Placement> plan_ready_tasks(const PlanView& view, Before before) {
  Schedule schedule(view, Slots::append);
  std::vector<FirstEnds> ends(static_cast<std::size_t>(view.graph.tasks()));
  const auto of = [&](int task) -> FirstEnds& { return ends[static_cast<std::size_t>(task)]; };
  ReadyTasks tasks(view.graph);
  for (const int task : tasks.ready())
    of(task) = first_ends(schedule, task);
  while (!tasks.empty()) {
    const int task = tasks.take_first(
        [&](int a, int b) { return before(of(a), of(b)) || (!before(of(b), of(a)) && a < b); });
    const Placement placement = of(task).best;
    schedule.place(task, placement);
    // The ends of another task change only on that resource, and only become later.
    for (const int other : tasks.ready())
      if (of(other).best.resource == placement.resource || of(other).best.resource < 0 ||
          of(other).resource_of_second == placement.resource)
        of(other) = first_ends(schedule, other);
  }
  return schedule.placements();
}

/// A plan that places the tasks in the order of the graph. `choose(schedule, task)` returns the placement.
template <class Choose>
std::vector<Placement> plan_in_order(const PlanView& view, Choose choose) {
  Schedule schedule(view, Slots::append);
  for (const int task : view.graph.order())
    schedule.place(task, choose(schedule, task));
  return schedule.placements();
}

} // namespace malha::workflow
