// SPDX-License-Identifier: MIT
#pragma once
#include "deployment.hpp"

namespace malha {

struct SimulationPlan;

/// A burden of a run, and where it comes from.
struct Asked {
  Burden burden;
  std::string by;      ///< "crashes.share=50", "transport=network"
  std::string without; ///< how to be rid of it
};

/// Whether a setting holds: a value of these parameters, of `transport`, or "none" for an actor that is not
/// among those deployed.
bool is_set(const std::pair<const std::string, std::string>& setting, const Parameters& parameters,
            const std::vector<PlacedActor>& actors, const std::string& transport);

/// What a run asks of its actors, but for what only its jobs can tell (inputs).
std::vector<Asked> burdens_of(const SimulationPlan& plan);

/// The first actor of a deployment that does not bear it under that transport; null where all do. An actor
/// where jobs enter must say that it bears it, another one only where it says something of it.
const PlacedActor* cannot_bear(const std::vector<PlacedActor>& actors, Burden burden,
                               const std::string& transport);

/// Throws InputError when an actor of the run does not bear what is asked.
void check_bears(const SimulationPlan& plan, const Asked& asked);

/// The same for all that the run asks. The one place where a run is held to what its actors bear.
void check_bears(const SimulationPlan& plan);

/// "execution=timeline with transport=instant".
std::string text_of(const Bearing& bearing);

} // namespace malha
