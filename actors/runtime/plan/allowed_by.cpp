// SPDX-License-Identifier: MIT
#include "allowed_by.hpp"

#include "required_settings.hpp"

namespace malha {
namespace {

/// Adds the traits that one actor, or one policy of it, allows under its parameters.
void add(const std::vector<Allowance>& allows, const Parameters& parameters, const SimulationPlan& plan,
         Allowed& allowed) {
  const SettingsOfRun run{parameters, plan.deployment.actors, plan.run.text("transport")};
  for (const auto& [trait, when, unless, amount] : allows)
    if (run.all_hold(when) && !run.any_holds(unless))
      allowed.add(trait, amount.empty() ? 0 : parameters.real(amount));
}

} // namespace

Allowed allowed_by(const SimulationPlan& plan) {
  Allowed allowed;
  for (const auto* actors : {&plan.deployment.actors, &plan.environment})
    for (const auto& placed : *actors) {
      const auto& outcomes = placed.descriptor->attempts_end;
      allowed.attempts_end.insert(outcomes.begin(), outcomes.end());
      add(placed.descriptor->allows, placed.parameters, plan, allowed);
      for (const auto& [slot, choice] : placed.choices)
        add(choice.policy->allows, choice.parameters, plan, allowed);
    }
  return allowed;
}

} // namespace malha
