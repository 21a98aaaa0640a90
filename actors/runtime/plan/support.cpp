// SPDX-License-Identifier: MIT
#include "support.hpp"

#include "environment.hpp"
#include "plan.hpp"
#include "required_settings.hpp"
#include "state_profiles.hpp"

#include <algorithm>

namespace malha {
namespace {

bool is_entry(const ActorDescriptor& actor, const std::vector<PlacedActor>& actors) {
  return !actor.runs.empty() && !is_deployed(actors, actor.yields_to);
}

/// The settings under which the actor supports the condition: one way each. None: it does not name it.
std::vector<RequiredSettings> ways_of(const ActorDescriptor& actor, Condition condition) {
  std::vector<RequiredSettings> ways;
  for (const auto& support : actor.supports)
    if (support.condition == condition)
      ways.push_back(support.when);
  return ways;
}

/// Whether the condition is a transport, so that the other one is free of it.
bool is_transport(Condition condition) {
  return condition == Condition::network || condition == Condition::instant;
}

std::vector<Condition> conditions_of(const Profile& profile) {
  switch (profile.kind) {
  case Profile::Kind::host_speed:
    return {Condition::speed_profile};
  case Profile::Kind::link_bandwidth:
  case Profile::Kind::link_latency:
    return {Condition::bandwidth_profile};
  case Profile::Kind::link_state:
    return fails(profile) ? std::vector{Condition::link_fails} : std::vector<Condition>{};
  case Profile::Kind::host_state:
    return recovers(profile) ? std::vector{Condition::host_fails, Condition::host_recovers}
           : fails(profile)  ? std::vector{Condition::host_fails}
                             : std::vector<Condition>{};
  }
  throw std::logic_error("a profile of no kind");
}

/// The ways to support the condition that a user of this deployment can set, without those that require more
/// than another one.
std::vector<RequiredSettings> ways_to_set(const ActorDescriptor& actor, Condition condition,
                                          const std::vector<PlacedActor>& actors) {
  std::vector<RequiredSettings> ways;
  for (const auto& required : ways_of(actor, condition))
    if (auto left = left_to_set(required, actors))
      ways.push_back(std::move(*left));
  const auto requires_more = [all = ways](const RequiredSettings& way) {
    return std::any_of(all.begin(), all.end(), [&way](const RequiredSettings& other) {
      return other.size() < way.size() && std::includes(way.begin(), way.end(), other.begin(), other.end());
    });
  };
  ways.erase(std::remove_if(ways.begin(), ways.end(), requires_more), ways.end());
  return ways;
}

/// The settings as an advice: "execution=timeline with transport=instant".
std::string advice_of(const RequiredSettings& required) {
  const auto text = text_of(required);
  const auto first = text.substr(0, text.find(" with", 1)); // of an actor, "with" is part of the advice
  return first.find('=') == std::string::npos ? text : text.substr(text.find(' ') + 1);
}

/// How the actor supports the condition, or else which others do.
std::string valid_for(const ActorDescriptor& actor, const Imposed& imposed, const SimulationPlan& plan) {
  std::string ways;
  bool has_other_transport = false;
  for (const auto& way : ways_to_set(actor, imposed.condition, plan.deployment.actors)) {
    ways += (ways.empty() ? "" : ", or ") + advice_of(way);
    has_other_transport |= advice_of(way) == imposed.without;
  }
  if (!ways.empty())
    return ways + (is_transport(imposed.condition) && !has_other_transport ? ", or " + imposed.without : "");
  std::vector<std::string> others;
  for (const auto* entry : plan.entry_actors)
    if (!ways_of(*entry, imposed.condition).empty())
      others.push_back(entry->name);
  return imposed.without +
         (others.empty() ? "" : ", or a deployment whose entry point is one of " + listed(others));
}

} // namespace

const std::vector<Condition>& all_conditions() {
  static const std::vector<Condition> all{
      Condition::network,       Condition::inputs,         Condition::bandwidth_profile,
      Condition::link_fails,    Condition::speed_profile,  Condition::host_fails,
      Condition::host_recovers, Condition::entry_recovers, Condition::external_load,
      Condition::message_late,  Condition::message_lost,   Condition::message_doubled,
      Condition::snapshot,      Condition::instant};
  return all;
}

bool is_of_network(Condition condition) {
  return condition == Condition::network || condition == Condition::inputs ||
         condition == Condition::bandwidth_profile || condition == Condition::link_fails;
}

std::string name_of(Condition condition) {
  switch (condition) {
  case Condition::network:
    return "messages that take time";
  case Condition::inputs:
    return "tasks with input data";
  case Condition::bandwidth_profile:
    return "links that change";
  case Condition::link_fails:
    return "links that fail";
  case Condition::speed_profile:
    return "hosts that change their speed";
  case Condition::host_fails:
    return "hosts that fail";
  case Condition::host_recovers:
    return "hosts that recover";
  case Condition::entry_recovers:
    return "a recovery of its own host";
  case Condition::external_load:
    return "external load";
  case Condition::message_late:
    return "messages that are late";
  case Condition::message_lost:
    return "messages that are lost";
  case Condition::message_doubled:
    return "messages that are doubled";
  case Condition::snapshot:
    return "runs that are cut and continued";
  case Condition::instant:
    return "messages that take no time";
  }
  throw std::logic_error("a condition without a name");
}

std::vector<Imposed> conditions_of(const SimulationPlan& plan) {
  std::vector<Imposed> all;
  const bool network = plan.run.text("transport") == "network";
  if (network)
    all.push_back({Condition::network, "transport=network", "transport=instant"});
  else
    all.push_back({Condition::instant, "transport=instant", "transport=network"});
  if (plan.continuation.leaves_snapshot || plan.continuation.from != nullptr)
    all.push_back({Condition::snapshot, plan.continuation.from == nullptr ? "--cut" : "malha continue",
                   "a run to its end"});
  for (const auto& placed : plan.environment)
    for (const auto& [condition, unless_zero] : placed.descriptor->imposes) {
      const auto prefix = prefix_of(*placed.descriptor) + ".";
      if (unless_zero.empty())
        all.push_back({condition, placed.place, "a run without it"});
      else if (placed.parameters.real(unless_zero) != 0)
        all.push_back({condition, prefix + unless_zero + "=" + placed.parameters.text(unless_zero),
                       prefix + unless_zero + "=0"});
    }
  std::set<Condition> of_profiles; // the first profile of each stands for all
  for (const auto& profile : plan.platform.profiles)
    for (const auto condition : conditions_of(profile))
      if ((network || !is_of_network(condition)) && of_profiles.insert(condition).second)
        all.push_back({condition, name_of(profile.kind) + " of '" + profile.where + "', " + profile.place,
                       is_of_network(condition) ? "transport=instant" : "a platform without it"});
  return all;
}

bool imposes(const SimulationPlan& plan, Condition condition) {
  const auto all = conditions_of(plan);
  return std::any_of(all.begin(), all.end(), [&](const Imposed& one) { return one.condition == condition; });
}

const PlacedActor* cannot_support(const std::vector<PlacedActor>& actors, Condition condition,
                                  const std::string& transport) {
  const auto weak = std::find_if(actors.begin(), actors.end(), [&](const PlacedActor& placed) {
    const auto ways = ways_of(*placed.descriptor, condition);
    if (ways.empty())
      return condition != Condition::instant && is_entry(*placed.descriptor, actors);
    return std::none_of(ways.begin(), ways.end(), [&](const RequiredSettings& required) {
      return SettingsOfRun{placed.parameters, actors, transport}.all_hold(required);
    });
  });
  return weak == actors.end() ? nullptr : &*weak;
}

void check_supports(const SimulationPlan& plan, const Imposed& imposed) {
  const auto* weak = cannot_support(plan.deployment.actors, imposed.condition, plan.run.text("transport"));
  if (weak != nullptr)
    throw InputError(weak->place + ": actor '" + weak->descriptor->name + "' does not support " +
                     name_of(imposed.condition) + " (" + imposed.by +
                     "); valid: " + valid_for(*weak->descriptor, imposed, plan));
}

void check_supports(const SimulationPlan& plan) {
  for (const auto& imposed : conditions_of(plan))
    check_supports(plan, imposed);
}

} // namespace malha
