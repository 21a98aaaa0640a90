// SPDX-License-Identifier: MIT
#include "rules.hpp"

#include "policies/sdk/numbers.hpp"

#include <nlohmann/json.hpp>

namespace malha {
namespace {

using nlohmann::json;

/// A parameter of the run; "" where the manifest has none.
std::string text_at(const json& manifest, const char* place) {
  const json::json_pointer pointer(place);
  return manifest.contains(pointer) && manifest[pointer].is_string() ? manifest[pointer].get<std::string>()
                                                                     : "";
}

double number_at(const json& manifest, const char* place, double otherwise) {
  return parse_number<double>(text_at(manifest, place)).value_or(otherwise);
}

/// Who was in the run, as far as the manifest says.
Declarers declarers_in(const json& manifest) {
  Declarers found;
  for (const auto* place : {"/deployment/actors", "/environment"}) {
    const json::json_pointer pointer(place);
    if (!manifest.contains(pointer) || !manifest[pointer].is_array())
      continue;
    for (const auto& actor : manifest[pointer]) {
      if (!actor.is_object())
        continue;
      if (const auto name = actor.find("function"); name != actor.end() && name->is_string())
        found.actors.insert(name->get<std::string>());
      if (const auto policies = actor.find("policies"); policies != actor.end() && policies->is_object())
        for (const auto& [slot, policy] : policies->items())
          if (policy.is_object() && policy.contains("name") && policy["name"].is_string())
            found.policies[slot].insert(policy["name"].get<std::string>());
    }
  }
  found.actors.erase("workload/submitter"); // it decides nothing
  return found;
}

} // namespace

std::optional<std::int64_t> RunRules::most_attempts() const {
  if (!shown)
    return std::nullopt;
  constexpr double no_limit = 1e18; // above it an integer does not hold the amount
  return static_cast<std::int64_t>(std::min(shown->amount(Trait::copies, 1), no_limit));
}

SlowdownRule slowdowns_in(const json& manifest) {
  SlowdownRule rule;
  rule.threshold = number_at(manifest, "/run/slowdown_threshold", rule.threshold);
  rule.speed = number_at(manifest, "/run/slowdown_speed", rule.speed);
  return rule;
}

RunRules rules_of(const json& manifest, const std::string& file) {
  RunRules rules;
  rules.warm_up = number_at(manifest, "/run/warm_up", rules.warm_up);
  rules.cool_down = number_at(manifest, "/run/cool_down", rules.cool_down);
  rules.slowdowns = slowdowns_in(manifest);
  rules.classes.longest_short = number_at(manifest, "/run/short_job", rules.classes.longest_short);
  rules.classes.widest_narrow =
      static_cast<int>(number_at(manifest, "/run/narrow_job", rules.classes.widest_narrow));
  rules.is_instant = text_at(manifest, "/run/transport") == "instant";
  rules.shown = shown_in(manifest, file);
  rules.declarers = declarers_in(manifest);
  return rules;
}

} // namespace malha
