// SPDX-License-Identifier: MIT
#pragma once
#include "ranks.hpp"

namespace malha::workflow {

/// What the makespan of a workflow is compared with (topcuoglu2002, section 5.1). Transfers do not count.
struct ShortestTimes {
  Seconds critical_path;   ///< sum of the least run times along the longest way of least run times
  Seconds on_one_resource; ///< least time of all tasks, one after the other, on one resource
};

inline ShortestTimes shortest_times(const Graph& graph, const RunTimes& run_times) {
  std::vector<Seconds> least;
  for (int task = 0; task < graph.tasks(); ++task)
    least.push_back(run_times.least(task));
  const auto ways = longest_to_exit(graph, least, [](Bytes) { return 0.0; });
  Seconds alone = never;
  for (int resource = 0; resource < run_times.resources(); ++resource) {
    Seconds sum = 0;
    for (int task = 0; task < graph.tasks(); ++task)
      sum += run_times.of(task, resource);
    alone = std::min(alone, sum);
  }
  return {*std::max_element(ways.begin(), ways.end()), alone};
}

/// What is measured of a workflow that was planned or has run (topcuoglu2002, section 5.1).
struct Figures {
  Seconds makespan = 0;  ///< from the submission to the end of the last task
  double slr = 0;        ///< schedule length ratio: makespan / shortest possible length of the critical path
  double speedup = 0;    ///< least time of all tasks on one resource / makespan
  double efficiency = 0; ///< speedup / number of resources
};

/// A ratio of a workflow that takes no time is 1.
inline Figures figures_of(Seconds makespan, const ShortestTimes& shortest, int resources) {
  const auto ratio = [](Seconds a, Seconds b) { return a == 0 && b == 0 ? 1 : a / b; };
  const double speedup = ratio(shortest.on_one_resource, makespan);
  return {makespan, ratio(makespan, shortest.critical_path), speedup, speedup / resources};
}

/// Of a plan that keeps the rules.
inline Figures figures_of(const PlanView& view, const std::vector<Placement>& plan) {
  Seconds makespan = 0;
  for (const auto& placement : plan)
    makespan = std::max(makespan, placement.end - view.submitted);
  return figures_of(makespan, shortest_times(view.graph, view.run_times), view.run_times.resources());
}

} // namespace malha::workflow
