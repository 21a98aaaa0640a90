// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/plan/plan.hpp"
#include "actors/runtime/records/outcome.hpp"

namespace malha {

/// What counts dates from 0 s and has missed the jobs of a run that has ended: `warm_up`, `cool_down`,
/// `max_time`, the horizons and starts of the environment, and the profiles of the platform. Each is a
/// sentence, with its setting first and both dates.
std::vector<std::string> what_misses_the_jobs(const SimulationPlan& plan, const Outcome& outcome);

} // namespace malha
