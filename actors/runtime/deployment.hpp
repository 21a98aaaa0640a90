// SPDX-License-Identifier: MIT
#pragma once
#include "catalog.hpp"

#include <set>

namespace malha {

/// Settings by key, as `--set` and `<set>` give them.
using Settings = std::map<std::string, std::string>;

/// One `<actor>` of a deployment file with its actor, policies and parameters found and checked; hosts are
/// not known yet.
struct PlacedActor {
  std::string hosts; ///< a name, a glob, `@role=master`, `@role=worker` or `@property=value`
  const ActorDescriptor* descriptor;
  Parameters parameters;
  std::map<std::string, ActorContext::Choice> choices; ///< by slot
  std::string place;                                   ///< "file:line"
};

struct Deployment {
  std::string name;
  std::filesystem::path file;
  std::vector<PlacedActor> actors; ///< in the order of the file
};

/// Reads SimGrid deployment XML (DTD 4.1) of which all of ours rides in `<prop>`. A setting goes to every
/// actor that declares it. Throws InputError (file and line, or the setting) on anything unknown, missing,
/// out of range, or declared by nobody; `other_settings` are the keys that are valid elsewhere.
Deployment read_deployment(const std::filesystem::path& file, const Settings& settings,
                           const Catalog& catalog, const std::vector<std::string>& other_settings = {});

/// What a deployment can be set, and what it takes of some settings.
struct DeclaredSettings {
  std::set<std::string> taken;    ///< keys of the settings
  std::set<std::string> declared; ///< every key, given the policies that the settings choose
};

/// Which settings the actors of a deployment declare. Throws InputError as `read_deployment` does, but not on
/// settings that nobody declares.
DeclaredSettings declared_settings(const std::filesystem::path& file, const Settings& settings,
                                   const Catalog& catalog);

} // namespace malha
