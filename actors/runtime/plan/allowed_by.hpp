// SPDX-License-Identifier: MIT
#pragma once
#include "plan.hpp"
#include "results/validate/allowed.hpp"

namespace malha {

/// What the actors and policies of a run declare together of its schedule, under its settings.
Allowed allowed_by(const SimulationPlan& plan);

/// "with execution=exec without transport=network", or "".
std::string text_of(const Allowance& showing);

} // namespace malha
