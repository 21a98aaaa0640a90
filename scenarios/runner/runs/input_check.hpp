// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/simgrid/simulation.hpp"

namespace malha {

/// Builds each simulation in a process of its own, without running it, and reads its workload file, if it has
/// one, to the end. Throws InputError with the first error. Call it before a folder is refused, so that
/// errors of the inputs are reported first.
void refuse_bad_inputs(const std::vector<SimulationPlan>& plans);

} // namespace malha
