// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/plan/plan.hpp"
#include "actors/runtime/records/outcome.hpp"

namespace malha {

/// Finds dates in the settings of a finished run that miss its jobs: `warm_up`, `cool_down`, `max_time`, the
/// horizons and starts of the environment, and the profiles of the platform. Returns a sentence for each. The
/// setting or profile stands before its first ": ", by which callers tell notes apart.
std::vector<std::string> what_misses_the_jobs(const SimulationPlan& plan, const Outcome& outcome);

} // namespace malha
