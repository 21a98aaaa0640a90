// SPDX-License-Identifier: MIT
#pragma once
#include "catalog.hpp"

#include <set>

namespace malha {

/// Settings by key, as `--set` and `<set>` give them.
using Settings = std::map<std::string, std::string>;

/// One `<actor>` of a deployment file. Its actor, policies and parameters are found and checked; its hosts
/// are not known yet.
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

/// Reads a SimGrid deployment (XML, DTD 4.1), in which all settings of Malha are `<prop>` elements. Each of
/// `settings` goes to every actor that declares it. `other_settings()` are keys that are valid
/// elsewhere; errors list them. Throws InputError, with file and line or with the setting, on anything that
/// is unknown, missing, out of range, or declared by no actor.
Deployment read_deployment(const std::filesystem::path& file, const Settings& settings,
                           const Catalog& catalog,
                           const std::function<std::vector<std::string>()>& other_settings = {});

/// What can be set in a deployment, and which of some settings its actors take.
struct DeclaredSettings {
  std::set<std::string> taken;    ///< keys of settings that some actor declares
  std::set<std::string> declared; ///< all keys that can be set under the policies which the settings choose
};

/// Which settings the actors of a deployment declare. Throws InputError as `read_deployment` does, except for
/// settings that no actor declares.
DeclaredSettings declared_settings(const std::filesystem::path& file, const Settings& settings,
                                   const Catalog& catalog);

} // namespace malha
