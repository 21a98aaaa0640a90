// SPDX-License-Identifier: MIT
#pragma once
#include "broken_rule.hpp"
#include "policies/workflow/planning.hpp"

namespace malha {

/// Thrown if a plan breaks a rule.
struct BrokenPlan : BrokenRule {
  using BrokenRule::BrokenRule;
};

/// Asks the planner for the plan of a DAG, which has that number, around times that are taken, in any order.
/// Throws BrokenPlan if it breaks a rule. An empty plan says that there is none.
std::vector<workflow::Placement> checked_plan(workflow::Planner& planner, JobId dag,
                                              const workflow::Graph& graph,
                                              const workflow::RunTimes& run_times,
                                              const workflow::Network& network, Seconds now,
                                              std::vector<workflow::Busy> busy);

} // namespace malha
