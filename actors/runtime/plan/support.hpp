// SPDX-License-Identifier: MIT
#pragma once
#include "deployment.hpp"

namespace malha {

struct SimulationPlan;

/// A condition that this run imposes, and the setting that imposes it.
struct Imposed {
  Condition condition;
  std::string by;      ///< "crashes.share=50", "transport=network"
  std::string without; ///< how a user can remove it
};

/// The conditions that a run imposes, but those that only its jobs can tell (inputs).
std::vector<Imposed> conditions_of(const SimulationPlan& plan);

/// Whether a run imposes the condition.
bool imposes(const SimulationPlan& plan, Condition condition);

/// The first deployed actor that does not support the condition under that transport; null if all do. An
/// entry point must name each condition that it supports but Condition::instant. Any other actor supports the
/// conditions that it does not name.
const PlacedActor* cannot_support(const std::vector<PlacedActor>& actors, Condition condition,
                                  const std::string& transport);

/// Throws InputError when an actor of the run does not support the condition.
void check_supports(const SimulationPlan& plan, const Imposed& imposed);

/// Throws InputError when an actor of the run does not support one of the conditions of the run.
void check_supports(const SimulationPlan& plan);

} // namespace malha
