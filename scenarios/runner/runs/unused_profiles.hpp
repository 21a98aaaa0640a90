// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/simgrid/simulation.hpp"

namespace malha {

/// Prints notes, each once, on what has no effect in a run: profiles of links under transport=instant, and
/// profiles and crashes after max_time. Of several profiles it names the first.
void note_unused_profiles(const SimulationPlan& plan);

} // namespace malha
