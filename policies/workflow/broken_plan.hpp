// SPDX-License-Identifier: MIT
#pragma once
#include "planning.hpp"

#include <cmath>
#include <string>
#include <tuple>

namespace malha::workflow {

/// The rule that a plan breaks, as a sentence; "": none. Each task has a resource, takes its run time there,
/// starts when its data are there, and is alone on the resource. Sums of dates may be rounded.
inline std::string broken_rule(const PlanView& view, const std::vector<Placement>& plan) {
  const auto number = [](int task) { return "task " + std::to_string(task); };
  if (plan.size() != static_cast<std::size_t>(view.graph.tasks()))
    return std::to_string(plan.size()) + " placements for " + std::to_string(view.graph.tasks()) + " tasks";
  const auto is_before = [](Seconds a, Seconds b) {
    return a < b - 1e-9 * std::max(std::abs(a), std::abs(b));
  };
  auto taken = view.busy;
  for (int task = 0; task < view.graph.tasks(); ++task) {
    const auto& here = plan[static_cast<std::size_t>(task)];
    if (here.resource < 0 || here.resource >= view.run_times.resources())
      return number(task) + " is placed on resource " + std::to_string(here.resource) +
             ", which does not exist";
    const Seconds end = here.start + view.run_times.of(task, here.resource);
    if (!(here.start >= view.submitted) || !std::isfinite(here.end) || is_before(here.end, end) ||
        is_before(end, here.end))
      return number(task) + " does not take its run time from its submission on";
    for (const auto& parent : view.graph.parents(task)) {
      const auto& before = plan[static_cast<std::size_t>(parent.task)];
      if (before.resource >= 0 && before.resource < view.run_times.resources() &&
          is_before(here.start, before.end + view.network.time(parent.data, before.resource, here.resource)))
        return number(task) + " starts before the data of " + number(parent.task) + " are there";
    }
    taken.push_back({here.resource, here.start, here.end});
  }
  std::sort(taken.begin(), taken.end(), [](const Busy& a, const Busy& b) {
    return std::tie(a.resource, a.start, a.end) < std::tie(b.resource, b.start, b.end);
  });
  for (std::size_t i = 1; i < taken.size(); ++i)
    if (taken[i - 1].resource == taken[i].resource && is_before(taken[i].start, taken[i - 1].end))
      return "two tasks are on resource " + std::to_string(taken[i].resource) + " at once";
  return "";
}

} // namespace malha::workflow
