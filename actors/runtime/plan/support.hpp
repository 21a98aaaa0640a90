// SPDX-License-Identifier: MIT
#pragma once
#include "deployment.hpp"
#include "profiles.hpp"

namespace malha {

struct SimulationPlan;

/// Whether the profile of a host's or link's state turns it off, and on again later.
bool returns(const Profile& profile);

/// Whether the profile of a host's state turns it off, and on again each time.
bool always_returns(const Profile& profile);

/// Whether the profile of a host's state turns the host on after that date.
bool turns_on_after(const Profile& profile, Seconds date);

/// A condition of a run, and where it comes from.
struct Imposed {
  Condition condition;
  std::string by;      ///< the setting that brings it: "crashes.share=50", "transport=network"
  std::string without; ///< how a user can remove it
};

/// Whether a setting holds: a value of these parameters, of `transport`, or "none" for an actor that is not
/// among those deployed.
bool is_set(const std::pair<const std::string, std::string>& setting, const Parameters& parameters,
            const std::vector<PlacedActor>& actors, const std::string& transport);

/// The conditions of a run. Conditions that only its jobs can tell (inputs) are not among them.
std::vector<Imposed> conditions_of(const SimulationPlan& plan);

/// The first actor of a deployment that does not support the condition under that transport; null where all
/// support it. An actor where jobs enter must say that it supports the condition, unless that is
/// Condition::instant. Any other actor counts only where its descriptor names the condition.
const PlacedActor* cannot_support(const std::vector<PlacedActor>& actors, Condition condition,
                                  const std::string& transport);

/// Throws InputError when an actor of the run does not support the condition.
void check_supports(const SimulationPlan& plan, const Imposed& asked);

/// Throws InputError when an actor of the run does not support some condition of the run. No other function
/// holds a run to what its actors support.
void check_supports(const SimulationPlan& plan);

/// The conditions of a support as a text: "execution=timeline with transport=instant".
std::string text_of(const Support& support);

} // namespace malha
