// SPDX-License-Identifier: MIT
#include "checked_plan.hpp"

#include "policies/workflow/broken_plan.hpp"

#include <algorithm>
#include <tuple>

namespace malha {

std::vector<workflow::Placement> checked_plan(workflow::Planner& planner, JobId dag,
                                              const workflow::Graph& graph,
                                              const workflow::RunTimes& run_times,
                                              const workflow::Network& network, Seconds now,
                                              std::vector<workflow::Busy> busy) {
  std::sort(busy.begin(), busy.end(), [](const workflow::Busy& a, const workflow::Busy& b) {
    return std::tie(a.resource, a.start, a.end) < std::tie(b.resource, b.start, b.end);
  });
  const workflow::PlanView view{graph, run_times, network, now, busy};
  auto plan = planner.plan(view);
  if (plan.empty())
    return plan;
  if (const auto rule = workflow::broken_rule(view, plan); !rule.empty())
    throw BrokenPlan("job " + std::to_string(dag) + ": " + rule);
  return plan;
}

} // namespace malha
