// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/plan/plan.hpp"

#include <string>
#include <vector>

namespace malha {

/// Throws InputError if one of these names is a metric of energy, an actor of the plan counts it for all
/// nodes of the platform, and one of them has no power profile. It names that host, with file and line.
/// Without the check the metric would have no value.
void check_energy_asked(const std::vector<std::string>& metrics, const SimulationPlan& plan);

} // namespace malha
