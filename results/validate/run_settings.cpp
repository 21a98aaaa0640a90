// SPDX-License-Identifier: MIT
#include "run_settings.hpp"

#include "policies/sdk/errors.hpp"
#include "policies/sdk/numbers.hpp"

#include <nlohmann/json.hpp>

namespace malha {
namespace {

using nlohmann::json;

constexpr std::int64_t most_tasks = 1'000'000'000'000'000'000; ///< a manifest with more tasks is damaged

/// The text at a path of the manifest; "" if there is none. Manifests have all parameters as texts.
std::string text_at(const json& manifest, const char* path) {
  const json::json_pointer pointer(path);
  return manifest.contains(pointer) && manifest[pointer].is_string() ? manifest[pointer].get<std::string>()
                                                                     : "";
}

double number_at(const json& manifest, const char* path, double otherwise) {
  return parse_number<double>(text_at(manifest, path)).value_or(otherwise);
}

/// The actors and policies of the run, as far as the manifest names them.
Declarers declarers_in(const json& manifest) {
  Declarers found;
  for (const auto* path : {"/deployment/actors", "/environment"}) {
    const json::json_pointer pointer(path);
    if (!manifest.contains(pointer) || !manifest[pointer].is_array())
      continue;
    for (const auto& actor : manifest[pointer]) {
      if (!actor.is_object())
        continue;
      if (const auto name = actor.find("function"); name != actor.end() && name->is_string())
        found.actors.insert(name->get<std::string>());
      if (const auto policies = actor.find("policies"); policies != actor.end() && policies->is_object())
        for (const auto& [property, policy] : policies->items())
          if (policy.is_object() && policy.contains("name") && policy["name"].is_string())
            found.policies[property].insert(policy["name"].get<std::string>());
    }
  }
  found.actors.erase("workload/submitter"); // it decides nothing
  return found;
}

/// What the batch scheduler says of jobs at several speeds, if the manifest has one.
FrequencySettings frequencies_in(const json& manifest) {
  const json::json_pointer path("/deployment/actors");
  if (!manifest.contains(path) || !manifest[path].is_array())
    return {};
  for (const auto& actor : manifest[path])
    if (text_at(actor, "/function") == "cluster/scheduler")
      return {number_at(actor, "/parameters/dvfs_beta", 1),
              text_at(actor, "/parameters/scale_limits") == "on"};
  return {};
}

/// Whether the power of all hosts may be above a cap, because the cap only counts.
bool may_exceed_cap(const json& manifest) {
  const json::json_pointer pointer("/deployment/actors");
  if (!manifest.contains(pointer) || !manifest[pointer].is_array())
    return false;
  const auto& actors = manifest[pointer];
  return std::any_of(actors.begin(), actors.end(), [](const json& actor) {
    return text_at(actor, "/parameters/power_cap_rule") == "count";
  });
}

} // namespace

std::optional<std::int64_t> RunSettings::most_attempts() const {
  if (!allowed)
    return std::nullopt;
  constexpr double most = 1e18; // an integer holds it; any larger amount limits nothing either
  return static_cast<std::int64_t>(std::min(allowed->amount(Trait::copies, 1), most));
}

SlowdownRule slowdowns_in(const json& manifest) {
  SlowdownRule rule;
  rule.threshold = number_at(manifest, "/run/slowdown_threshold", rule.threshold);
  rule.speed = number_at(manifest, "/run/slowdown_speed", rule.speed);
  return rule;
}

RunSettings settings_in(const json& manifest, const std::string& file) {
  RunSettings settings;
  settings.warm_up = number_at(manifest, "/run/warm_up", settings.warm_up);
  settings.cool_down = number_at(manifest, "/run/cool_down", settings.cool_down);
  settings.slowdowns = slowdowns_in(manifest);
  settings.classes.longest_short = number_at(manifest, "/run/short_job", settings.classes.longest_short);
  settings.classes.widest_narrow =
      static_cast<int>(number_at(manifest, "/run/narrow_job", settings.classes.widest_narrow));
  settings.frequencies = frequencies_in(manifest);
  settings.is_instant = text_at(manifest, "/run/transport") == "instant";
  settings.delays_are_busy = text_at(manifest, "/delays") == "busy";
  settings.is_cap_strict = !may_exceed_cap(manifest);
  settings.allowed = allowed_in(manifest, file);
  settings.declarers = declarers_in(manifest);
  return settings;
}

TaskNumbers task_numbers_in(const json& manifest, const std::string& file) {
  if (manifest.is_null())
    return {};
  const auto number = [&](const char* key) {
    const auto found = manifest.is_object() ? manifest.find(key) : manifest.end();
    if (!manifest.is_object() || found == manifest.end() || !found->is_number_integer() || !(*found >= 0) ||
        *found > most_tasks)
      throw InputError(file + ": is not a manifest with numbers 'tasks_submitted' and 'tasks_unfinished'");
    return found->get<std::int64_t>();
  };
  const auto submitted = number("tasks_submitted"), unfinished = number("tasks_unfinished");
  return {true, submitted, unfinished, !manifest.contains("tasks_numbered")};
}

} // namespace malha
