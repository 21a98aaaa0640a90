// SPDX-License-Identifier: MIT
#include "allowed_by.hpp"

#include <algorithm>

namespace malha {
namespace {

using Setting = std::pair<const std::string, std::string>;

/// What one actor, or one policy of it, declares under its parameters.
void add(const std::vector<Allowance>& shows, const Parameters& parameters, const SimulationPlan& plan,
         Allowed& shown) {
  const auto& transport = plan.run.text("transport");
  const auto is = [&](const Setting& setting) {
    return is_set(setting, parameters, plan.deployment.actors, transport);
  };
  for (const auto& [trait, when, unless, amount] : shows)
    if (std::all_of(when.begin(), when.end(), is) && std::none_of(unless.begin(), unless.end(), is))
      shown.add(trait, amount.empty() ? 0 : parameters.real(amount));
}

} // namespace

Allowed allowed_by(const SimulationPlan& plan) {
  Allowed shown;
  for (const auto* actors : {&plan.deployment.actors, &plan.environment})
    for (const auto& placed : *actors) {
      const auto& outcomes = placed.descriptor->attempts_end;
      shown.attempts_end.insert(outcomes.begin(), outcomes.end());
      add(placed.descriptor->allows, placed.parameters, plan, shown);
      for (const auto& [slot, choice] : placed.choices)
        add(choice.policy->allows, choice.parameters, plan, shown);
    }
  return shown;
}

std::string text_of(const Allowance& showing) {
  std::string text;
  for (const auto& [key, value] : showing.when)
    text += " with " + key + "=" + value;
  for (const auto& [key, value] : showing.unless)
    text += " without " + key + "=" + value;
  return text.empty() ? "" : text.substr(1);
}

} // namespace malha
