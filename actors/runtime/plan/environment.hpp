// SPDX-License-Identifier: MIT
#pragma once
#include "deployment.hpp"

namespace malha {

/// The first part of the names of an environment actor's settings: "crashes" for environment/crashes, as in
/// "crashes.share".
std::string prefix_of(const ActorDescriptor& actor);

/// The name that users give an environment actor: "crashes" for environment/crashes, otherwise
/// "folder/actor".
std::string environment_name(const ActorDescriptor& actor);

/// How a user adds an environment actor to a run: "--environment crashes, or …".
std::string way_to_add(const ActorDescriptor& actor);

/// Removes the settings of environment actors from `settings`, and returns them. Throws InputError when one
/// is for an environment actor that is not among `names`.
Settings take_environment_settings(Settings& settings, const std::vector<std::string>& names,
                                   const Catalog& catalog);

/// Finds environment actors by the names that users give them, and checks their settings. Throws InputError
/// on an unknown name or a wrong setting.
std::vector<PlacedActor> read_environment(const std::vector<std::string>& names, const Settings& settings,
                                          const Catalog& catalog);

} // namespace malha
