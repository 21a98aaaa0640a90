// SPDX-License-Identifier: MIT
#pragma once
#include "planning.hpp"
#include "timeline.hpp"

namespace malha::workflow {

/// Where in the timeline of a resource a task may start: in a gap between others, too, or only behind all
/// others.
enum class Slots { insertion, append };

/// The parameter `slots` of a planner.
inline ParameterSpec slots_parameter(const std::string& first) {
  const std::string other = first == "insertion" ? "append" : "insertion";
  return choice(
      "slots", first, {first, other},
      "where a task may start on a resource: insertion: in gaps, too; append: behind its last task");
}
inline Slots slots_of(const Parameters& parameters) {
  return parameters.text("slots") == "append" ? Slots::append : Slots::insertion;
}

/// The resource of the least `value(resource)`; of several, the lowest.
template <class Value>
int resource_of_least(int resources, Value value) {
  int best = 0;
  auto least = value(0);
  for (int resource = 1; resource < resources; ++resource)
    if (const auto here = value(resource); here < least) {
      least = here;
      best = resource;
    }
  return best;
}

/// A plan that grows task by task.
class Schedule {
public:
  Schedule(const PlanView& view, Slots slots)
      : view_(view), slots_(slots), placements_(static_cast<std::size_t>(view.graph.tasks())),
        timelines_(static_cast<std::size_t>(view.run_times.resources())) {
    for (const auto& busy : view.busy)
      timelines_[static_cast<std::size_t>(busy.resource)].insert(busy.start, busy.end);
  }

  int resources() const { return view_.run_times.resources(); }
  const std::vector<Placement>& placements() const { return placements_; }
  const Placement& placement(int task) const { return placements_[static_cast<std::size_t>(task)]; }

  /// The end of the last task of the resource; 0 if it has none.
  Seconds end(int resource) const { return timelines_[static_cast<std::size_t>(resource)].end(); }

  /// The date from which on the resource has what the parents of the task make, as far as they have a place.
  Seconds ready(int task, int resource) const {
    Seconds ready = view_.submitted;
    for (const auto& parent : view_.graph.parents(task))
      if (const auto& before = placement(parent.task); before.resource >= 0)
        ready = std::max(ready, before.end + view_.network.time(parent.data, before.resource, resource));
    return ready;
  }

  /// The placement of the task on the resource, with its earliest start. It is not taken.
  Placement on(int task, int resource) const { return on(task, resource, ready(task, resource)); }
  Placement on(int task, int resource, Seconds ready) const {
    const auto& timeline = timelines_[static_cast<std::size_t>(resource)];
    const Seconds time = view_.run_times.of(task, resource);
    const Seconds start =
        slots_ == Slots::append ? std::max(ready, timeline.end()) : timeline.earliest(ready, time);
    return {resource, start, start + time};
  }
  /// The placement with the earliest end; of several, on the lowest resource.
  Placement earliest_end(int task) const {
    Placement best = on(task, 0);
    for (int resource = 1; resource < resources(); ++resource) {
      const Seconds from = ready(task, resource);
      if (from + view_.run_times.of(task, resource) >= best.end)
        continue; // wherever there is a gap
      if (const auto here = on(task, resource, from); here.end < best.end)
        best = here;
    }
    return best;
  }

  void place(int task, const Placement& placement) {
    placements_[static_cast<std::size_t>(task)] = placement;
    timelines_[static_cast<std::size_t>(placement.resource)].insert(placement.start, placement.end);
  }
  void remove(int task) {
    auto& placement = placements_[static_cast<std::size_t>(task)];
    timelines_[static_cast<std::size_t>(placement.resource)].erase(placement.start, placement.end);
    placement = {};
  }

private:
  const PlanView& view_;
  Slots slots_;
  std::vector<Placement> placements_; ///< without a place: resource -1
  std::vector<Timeline> timelines_;
};

} // namespace malha::workflow
