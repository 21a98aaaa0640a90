// SPDX-License-Identifier: MIT
#pragma once
#include "policies/workflow/ranks.hpp"

namespace malha {

/// What is measured of a plan (topcuoglu2002, section 5.1).
struct PlanFigures {
  Seconds makespan;  ///< from the submission to the end of the last task
  double slr;        ///< schedule length ratio: makespan / shortest possible length of the critical path
  double speedup;    ///< least time of all tasks on one resource / makespan
  double efficiency; ///< speedup / number of resources
};

/// Of a plan that keeps the rules. A ratio of a workflow that takes no time is 1.
inline PlanFigures figures_of(const workflow::PlanView& view, const std::vector<workflow::Placement>& plan) {
  const auto ratio = [](Seconds a, Seconds b) { return a == 0 && b == 0 ? 1 : a / b; };
  std::vector<Seconds> least;
  for (int task = 0; task < view.graph.tasks(); ++task)
    least.push_back(view.run_times.least(task));
  const auto ways = workflow::longest_to_exit(view.graph, least, [](Bytes) { return 0.0; });
  Seconds alone = never;
  for (int resource = 0; resource < view.run_times.resources(); ++resource) {
    Seconds sum = 0;
    for (int task = 0; task < view.graph.tasks(); ++task)
      sum += view.run_times.of(task, resource);
    alone = std::min(alone, sum);
  }
  PlanFigures figures{};
  for (const auto& placement : plan)
    figures.makespan = std::max(figures.makespan, placement.end - view.submitted);
  figures.slr = ratio(figures.makespan, *std::max_element(ways.begin(), ways.end()));
  figures.speedup = ratio(alone, figures.makespan);
  figures.efficiency = figures.speedup / view.run_times.resources();
  return figures;
}

} // namespace malha
