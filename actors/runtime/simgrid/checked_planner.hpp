// SPDX-License-Identifier: MIT
#pragma once
#include "checked_policy.hpp"
#include "policies/workflow/planning.hpp"

namespace malha {

/// Asks the planner of an actor.
struct CheckedPlanner : CheckedPolicy<workflow::Planner> {
  using CheckedPolicy::CheckedPolicy;

  std::vector<workflow::Placement> plan(const workflow::PlanView& view) override {
    return ask(&workflow::Planner::plan, view);
  }
};

} // namespace malha
