// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/plan.hpp"

namespace malha {

/// Says on the standard error, once, of settings that are valid and seldom meant: a load of 95, which is a
/// share.
void note_doubtful_settings(const SimulationPlan& plan);

} // namespace malha
