// SPDX-License-Identifier: MIT
#pragma once
#include "plan.hpp"
#include "results/validate/shown.hpp"

namespace malha {

/// What the actors and policies of a run declare together of its schedule, under its settings.
Shown shown_by(const SimulationPlan& plan);

/// "with execution=exec without transport=network", or "".
std::string text_of(const Showing& showing);

} // namespace malha
