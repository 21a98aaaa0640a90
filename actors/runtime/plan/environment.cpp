// SPDX-License-Identifier: MIT
#include "environment.hpp"
#include "policies/sdk/near_names.hpp"

#include <algorithm>

namespace malha {
namespace {

const std::string folder_of_shipped = "environment/";

std::vector<const ActorDescriptor*> all_in(const Catalog& catalog) {
  std::vector<const ActorDescriptor*> all;
  for (const auto& [name, actor] : catalog.actors())
    if (actor->is_environment)
      all.push_back(actor);
  return all;
}

const ActorDescriptor& found(const std::string& name, const Catalog& catalog) {
  std::vector<std::string> valid;
  for (const auto* actor : all_in(catalog)) {
    if (name == environment_name(*actor) || name == actor->name)
      return *actor;
    valid.push_back(environment_name(*actor));
  }
  throw InputError("unknown environment '" + name + "'" + instead_of(name, valid, "malha simulate --help"));
}

/// Part of a key before the first '.', and behind it.
std::pair<std::string, std::string> split_at_dot(const std::string& key) {
  const auto dot = std::min(key.find('.'), key.size());
  return {key.substr(0, dot), key.substr(std::min(dot + 1, key.size()))};
}

PlacedActor placed(const ActorDescriptor& actor, const Settings& settings) {
  const std::string who = "environment actor '" + actor.name + "'";
  if (!actor.asks.empty())
    throw InputError(who + " asks " + actor.asks.front().question +
                     "; valid: environment actors that ask no policy");
  Settings own;
  for (const auto& [key, value] : settings) {
    const auto [prefix, name] = split_at_dot(key);
    if (prefix != prefix_of(actor))
      continue;
    own[name] = value;
    for (const auto& spec : actor.parameters)
      try {
        if (spec.name == name)
          spec.check(value);
      } catch (const std::invalid_argument& error) {
        throw InputError("setting " + key + "=" + value + ": " + who + ": " + error.what());
      }
  }
  try {
    return {"", &actor, Parameters(actor.parameters, own), {}, who};
  } catch (const std::invalid_argument& error) {
    throw InputError(who + ", of settings " + prefix_of(actor) + ".…: " + error.what());
  }
}

} // namespace

std::string prefix_of(const ActorDescriptor& actor) { return actor.name.substr(actor.name.rfind('/') + 1); }

std::string environment_name(const ActorDescriptor& actor) {
  return actor.name.rfind(folder_of_shipped, 0) == 0 ? prefix_of(actor) : actor.name;
}

std::string way_to_add(const ActorDescriptor& actor) {
  const auto name = environment_name(actor);
  return "--environment " + name + ", or <environment name=\"" + name + "\"/> in a scenario";
}

Settings take_environment_settings(Settings& settings, const std::vector<std::string>& names,
                                   const Catalog& catalog) {
  std::set<std::string> prefixes;
  for (const auto& name : names)
    prefixes.insert(prefix_of(found(name, catalog)));
  Settings taken;
  for (auto setting = settings.begin(); setting != settings.end();) {
    const auto prefix = split_at_dot(setting->first).first;
    if (prefixes.count(prefix) > 0) {
      taken.insert(settings.extract(setting++));
      continue;
    }
    for (const auto* actor : all_in(catalog))
      if (prefix == prefix_of(*actor) && prefix != setting->first)
        throw InputError("setting " + setting->first + "=" + setting->second +
                         ": is of an environment actor that is not there; valid: with " + way_to_add(*actor));
    ++setting;
  }
  return taken;
}

std::vector<PlacedActor> read_environment(const std::vector<std::string>& names, const Settings& settings,
                                          const Catalog& catalog) {
  std::vector<PlacedActor> environment;
  for (const auto& name : names) {
    const auto& actor = found(name, catalog);
    for (const auto& other : environment)
      if (prefix_of(*other.descriptor) == prefix_of(actor))
        throw InputError("environment '" + name + "' is given twice, or has the settings of '" +
                         environment_name(*other.descriptor) + "'; valid: one of them, once");
    environment.push_back(placed(actor, settings));
  }
  return environment;
}

} // namespace malha
