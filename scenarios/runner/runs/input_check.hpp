// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/simgrid/simulation.hpp"

namespace malha {

/// Builds each simulation, in a process of its own, and reads its workload to the end, without running it.
/// Throws InputError with the first thing that is wrong. A command asks for it before it refuses a folder:
/// what is wrong with the inputs is said first.
void refuse_bad_inputs(const std::vector<SimulationPlan>& plans);

} // namespace malha
