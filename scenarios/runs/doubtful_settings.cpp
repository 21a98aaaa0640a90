// SPDX-License-Identifier: MIT
#include "doubtful_settings.hpp"

#include "policies/sdk/numbers.hpp"

#include <iostream>
#include <set>

namespace malha {

void note_doubtful_settings(const SimulationPlan& plan) {
  constexpr double most_likely = 2, percent = 100; // twice what the machine can do
  static std::set<std::string> noted;
  for (const auto& spec : plan.workload.generator->parameters) {
    if (spec.name != "load" || spec.type != ParameterSpec::Type::real)
      continue;
    const double load = plan.workload.parameters.real(spec.name);
    const auto said = "workload.load=" + shortest(load) + ": load is a share of the machine, and 1 is all of it";
    if (load > most_likely && noted.insert(said).second)
      std::cerr << "malha: " << said << "; did you mean " << shortest(load / percent) << "?\n";
  }
}

} // namespace malha
