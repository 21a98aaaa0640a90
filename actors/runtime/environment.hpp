// SPDX-License-Identifier: MIT
#pragma once
#include "deployment.hpp"

namespace malha {

/// What the settings of an environment actor begin with: "crashes" for workload/crashes, "crashes.share".
std::string prefix_of(const ActorDescriptor& actor);

/// As users name it: "crashes" for workload/crashes, else "folder/actor".
std::string environment_name(const ActorDescriptor& actor);

/// How a run gets an environment actor: "--environment crashes, or …".
std::string way_to_add(const ActorDescriptor& actor);

/// Takes those settings out that are for environment actors. Throws InputError when one is for an environment
/// actor that is not among the names.
Settings take_environment_settings(Settings& settings, const std::vector<std::string>& names,
                                   const Catalog& catalog);

/// Finds environment actors by name, "crashes" for workload/crashes or "folder/actor", and checks their
/// settings. Throws InputError.
std::vector<PlacedActor> read_environment(const std::vector<std::string>& names, const Settings& settings,
                                          const Catalog& catalog);

} // namespace malha
