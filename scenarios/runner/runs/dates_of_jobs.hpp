// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/plan/plan.hpp"
#include "actors/runtime/records/outcome.hpp"

namespace malha {

/// Finds the settings with dates at which a finished run had no jobs: `warm_up`, `cool_down`, `max_time`, the
/// horizons and starts of the environment, and the profiles of the platform. Returns a sentence for each,
/// which begins with the setting and has both dates.
std::vector<std::string> what_misses_the_jobs(const SimulationPlan& plan, const Outcome& outcome);

} // namespace malha
