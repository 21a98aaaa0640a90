// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/simulation.hpp"

namespace malha {

/// Prints, once for each platform file, that its links change over time, but transport=instant uses no links.
void note_unused_link_profiles(const SimulationPlan& plan);

} // namespace malha
