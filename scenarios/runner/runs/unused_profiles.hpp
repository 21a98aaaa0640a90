// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/simgrid/simulation.hpp"

namespace malha {

/// Prints, once each, what the platform and the environment say of hosts and links and a run does not do:
/// links that change where nothing travels, and changes and crashes after the date at which it is cut.
void note_unused_profiles(const SimulationPlan& plan);

} // namespace malha
