// SPDX-License-Identifier: MIT
#include "validator_rules.hpp"

#include "csv_reader.hpp"
#include "policies/sdk/numbers.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace malha {
namespace {

using nlohmann::json;

/// The value there; null where there is none.
json at(const json& values, const std::string& place) {
  const json::json_pointer pointer(place);
  return values.contains(pointer) ? values[pointer] : json();
}

std::string text_at(const json& values, const std::string& place, const std::string& otherwise) {
  const auto found = at(values, place);
  return found.is_string() ? found.get<std::string>() : otherwise;
}

double number_at(const json& values, const std::string& place, double otherwise) {
  return parse_number<double>(text_at(values, place, "")).value_or(otherwise);
}

/// Of the first actor of the deployment that has it.
std::string text_of_actors(const json& manifest, const std::string& place, const std::string& otherwise) {
  for (const auto& actor : at(manifest, "/deployment/actors"))
    if (const auto found = at(actor, place); found.is_string())
      return found.get<std::string>();
  return otherwise;
}

/// Whether the deployment has an actor of that architecture.
bool deploys(const json& manifest, const std::string& architecture) {
  const auto actors = at(manifest, "/deployment/actors");
  return std::any_of(actors.begin(), actors.end(), [&](const json& actor) {
    return text_at(actor, "/function", "").rfind(architecture + "/", 0) == 0;
  });
}

/// Outcomes that no batch scheduler writes.
bool has_copies(const std::filesystem::path& attempts) {
  if (!std::filesystem::exists(attempts))
    return false;
  for (CsvReader rows(attempts); rows.next();)
    if (rows.text("outcome") == "lost" || rows.text("outcome") == "cancelled")
      return true;
  return false;
}

/// How many copies of a task the policies of a broker make: `replicas` of those that have it, one of the
/// others in policies/broker/. Those of other folders are their authors'.
std::optional<std::int64_t> copies_at_once(const json& manifest) {
  if (deploys(manifest, "tuple_space"))
    return 1;
  for (const auto& actor : at(manifest, "/deployment/actors"))
    for (const auto& policy : at(actor, "/policies")) {
      if (const auto replicas = text_at(policy, "/parameters/replicas", ""); !replicas.empty())
        return parse_number<std::int64_t>(replicas);
      if (text_at(policy, "/name", "").rfind("broker/", 0) == 0)
        return 1;
    }
  return std::nullopt;
}

std::optional<CopyRules> copy_rules(const json& manifest, const std::filesystem::path& attempts) {
  if (deploys(manifest, "cluster"))
    return std::nullopt;
  if (!deploys(manifest, "broker") && !deploys(manifest, "tuple_space") && !has_copies(attempts))
    return std::nullopt;
  CopyRules rules;
  rules.most = copies_at_once(manifest);
  rules.may_resume = text_of_actors(manifest, "/parameters/checkpoint", "off") == "on";
  rules.end_together = text_at(manifest, "/run/transport", "") == "instant";
  rules.detection_delay =
      parse_number<double>(text_of_actors(manifest, "/parameters/detection_delay", "")).value_or(0);
  return rules;
}

} // namespace

RunRules rules_of(const json& manifest, const std::filesystem::path& attempts) {
  RunRules rules;
  rules.warm_up = number_at(manifest, "/run/warm_up", rules.warm_up);
  rules.cool_down = number_at(manifest, "/run/cool_down", rules.cool_down);
  rules.ignores_fragments = text_of_actors(manifest, "/parameters/fragments", "honour") == "ignore";
  rules.log.heads_may_change =
      text_of_actors(manifest, "/policies/policy/parameters/order", "submit") != "submit";
  rules.log.starts_are_late = text_at(manifest, "/run/transport", "") == "network" &&
                              text_of_actors(manifest, "/parameters/execution", "timeline") != "timeline";
  rules.copies = copy_rules(manifest, attempts);
  // Walltimes are for batch schedulers: brokers and the tuple space kill nobody.
  rules.may_outlive =
      rules.copies.has_value() || text_of_actors(manifest, "/parameters/overrun", "") == "extend";
  return rules;
}

} // namespace malha
