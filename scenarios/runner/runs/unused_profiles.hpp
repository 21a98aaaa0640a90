// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/simgrid/simulation.hpp"

namespace malha {

/// Prints notes, once each, on changes that have no effect in a run: changes of links if no message uses the
/// network, and changes and crashes after the time at which the run is cut.
void note_unused_profiles(const SimulationPlan& plan);

} // namespace malha
