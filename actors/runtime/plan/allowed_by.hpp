// SPDX-License-Identifier: MIT
#pragma once
#include "plan.hpp"
#include "results/validate/allowed.hpp"

namespace malha {

/// The traits that the actors and policies of a run together allow to its schedule, under its settings.
Allowed allowed_by(const SimulationPlan& plan);

} // namespace malha
