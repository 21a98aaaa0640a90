// SPDX-License-Identifier: MIT
#include "required_settings.hpp"

#include <algorithm>

namespace malha {
namespace {

using Setting = RequiredSettings::value_type;

bool names_actor(const Setting& setting) { return setting.first.find('/') != std::string::npos; }

/// Whether the actor that the setting names must be deployed.
bool requires_actor(const Setting& setting) { return setting.second != "none"; }

/// Whether the actor that the setting names is deployed, or is not, as required.
bool is_met(const Setting& setting, const std::vector<PlacedActor>& actors) {
  return is_deployed(actors, setting.first) == requires_actor(setting);
}

} // namespace

bool is_deployed(const std::vector<PlacedActor>& actors, const std::string& name) {
  return std::any_of(actors.begin(), actors.end(),
                     [&](const auto& placed) { return placed.descriptor->name == name; });
}

bool SettingsOfRun::holds(const Setting& setting) const {
  if (names_actor(setting))
    return is_met(setting, actors);
  return (setting.first == "transport" ? transport : own.text(setting.first)) == setting.second;
}

bool SettingsOfRun::all_hold(const RequiredSettings& required) const {
  return std::all_of(required.begin(), required.end(), [this](const auto& one) { return holds(one); });
}

bool SettingsOfRun::any_holds(const RequiredSettings& required) const {
  return std::any_of(required.begin(), required.end(), [this](const auto& one) { return holds(one); });
}

std::optional<RequiredSettings> left_to_set(const RequiredSettings& required,
                                            const std::vector<PlacedActor>& actors) {
  RequiredSettings left;
  for (const auto& setting : required)
    if (names_actor(setting) && is_met(setting, actors))
      continue;
    else if (names_actor(setting) && requires_actor(setting))
      return std::nullopt;
    else
      left.insert(setting);
  return left;
}

std::string text_of(const RequiredSettings& when, const RequiredSettings& unless) {
  std::string settings, named;
  for (const auto& setting : when)
    if (names_actor(setting))
      named += (requires_actor(setting) ? " with " : " without ") + setting.first;
    else
      settings += " with " + setting.first + "=" + setting.second;
  for (const auto& [key, value] : unless)
    named += " without " + key + "=" + value;
  const auto text = settings + named;
  return text.empty() ? "" : text.substr(1);
}

} // namespace malha
