// SPDX-License-Identifier: MIT
#include "support.hpp"

#include "environment.hpp"
#include "plan.hpp"

#include <algorithm>

namespace malha {
namespace {

const std::string none = "none"; ///< the value of an actor that is not deployed

bool is_deployed(const std::vector<PlacedActor>& actors, const std::string& name) {
  return std::any_of(actors.begin(), actors.end(),
                     [&](const auto& placed) { return placed.descriptor->name == name; });
}

bool is_actor(const std::string& key) { return key.find('/') != std::string::npos; }

bool holds(const Support& support, const PlacedActor& placed, const std::vector<PlacedActor>& actors,
           const std::string& transport) {
  return std::all_of(support.when.begin(), support.when.end(), [&](const auto& setting) {
    return is_set(setting, placed.parameters, actors, transport);
  });
}

bool is_entry(const ActorDescriptor& actor, const std::vector<PlacedActor>& actors) {
  return !actor.runs.empty() && !is_deployed(actors, actor.yields_to);
}

std::vector<const Support*> said_of(const ActorDescriptor& actor, Condition condition) {
  std::vector<const Support*> said;
  for (const auto& support : actor.supports)
    if (support.condition == condition)
      said.push_back(&support);
  return said;
}

/// Whether the condition is a transport, so that the other one is free of it.
bool is_transport(Condition condition) {
  return condition == Condition::network || condition == Condition::instant;
}

bool is_off(const Profile::Point& point) { return point.value <= 0; }

bool goes(const Profile& profile) {
  return std::any_of(profile.points.begin(), profile.points.end(), is_off);
}

std::vector<Condition> conditions_of(const Profile& profile) {
  switch (profile.kind) {
  case Profile::Kind::host_speed:
    return {Condition::speed_profile};
  case Profile::Kind::link_bandwidth:
  case Profile::Kind::link_latency:
    return {Condition::bandwidth_profile};
  case Profile::Kind::link_state:
    return goes(profile) ? std::vector{Condition::link_fails} : std::vector<Condition>{};
  case Profile::Kind::host_state:
    return returns(profile) ? std::vector{Condition::host_fails, Condition::host_recovers}
           : goes(profile)  ? std::vector{Condition::host_fails}
                            : std::vector<Condition>{};
  }
  throw std::logic_error("a profile of no kind");
}

/// The way without what the deployment has already; nothing where it needs an actor that is not deployed.
std::optional<Support> open_way(Support way, const std::vector<PlacedActor>& actors) {
  for (auto setting = way.when.begin(); setting != way.when.end();) {
    const auto& [key, value] = *setting;
    const bool is_met = is_actor(key) && is_deployed(actors, key) != (value == none);
    if (is_actor(key) && !is_met && value != none)
      return std::nullopt;
    setting = is_met ? way.when.erase(setting) : std::next(setting);
  }
  return way;
}

/// The ways to support the condition that this deployment has, without those that ask for more than another
/// one.
std::vector<Support> open_ways(const std::vector<const Support*>& said,
                               const std::vector<PlacedActor>& actors) {
  std::vector<Support> ways;
  for (const auto* support : said)
    if (const auto way = open_way(*support, actors))
      ways.push_back(*way);
  const auto asks_for_more = [all = ways](const Support& way) {
    return std::any_of(all.begin(), all.end(), [&way](const Support& other) {
      return other.when.size() < way.when.size() &&
             std::includes(way.when.begin(), way.when.end(), other.when.begin(), other.when.end());
    });
  };
  ways.erase(std::remove_if(ways.begin(), ways.end(), asks_for_more), ways.end());
  return ways;
}

/// How the actor supports it, or else which others do.
std::string valid_for(const ActorDescriptor& actor, const Imposed& asked, const SimulationPlan& plan) {
  std::string ways;
  bool has_other_transport = false;
  for (const auto& way : open_ways(said_of(actor, asked.condition), plan.deployment.actors)) {
    ways += (ways.empty() ? "" : ", or ") + text_of(way);
    has_other_transport |= text_of(way) == asked.without;
  }
  if (!ways.empty())
    return ways + (is_transport(asked.condition) && !has_other_transport ? ", or " + asked.without : "");
  std::vector<std::string> others;
  for (const auto* entry : plan.entry_actors)
    if (!said_of(*entry, asked.condition).empty())
      others.push_back(entry->name);
  return asked.without +
         (others.empty() ? "" : ", or a deployment where jobs enter at one of " + listed(others));
}

} // namespace

bool returns(const Profile& profile) {
  const auto on = [](const auto& point) { return !is_off(point); };
  const auto off = std::find_if(profile.points.begin(), profile.points.end(), is_off);
  return off != profile.points.end() &&
         std::any_of(profile.period < never ? profile.points.begin() : off, profile.points.end(), on);
}

bool always_returns(const Profile& profile) {
  return returns(profile) && (profile.period < never || !is_off(profile.points.back()));
}

bool turns_on_after(const Profile& profile, Seconds date) {
  return std::any_of(profile.points.begin(), profile.points.end(), [&](const auto& point) {
    return !is_off(point) && (profile.period < never || point.date > date);
  });
}

bool is_set(const std::pair<const std::string, std::string>& setting, const Parameters& parameters,
            const std::vector<PlacedActor>& actors, const std::string& transport) {
  const auto& [key, value] = setting;
  if (is_actor(key))
    return is_deployed(actors, key) != (value == none);
  return (key == "transport" ? transport : parameters.text(key)) == value;
}

const std::vector<Condition>& all_conditions() {
  static const std::vector<Condition> all{
      Condition::network,       Condition::inputs,         Condition::bandwidth_profile,
      Condition::link_fails,    Condition::speed_profile,  Condition::host_fails,
      Condition::host_recovers, Condition::entry_recovers, Condition::external_load,
      Condition::message_late,  Condition::message_lost,   Condition::instant};
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
    return "links that go";
  case Condition::speed_profile:
    return "hosts that change their speed";
  case Condition::host_fails:
    return "hosts that go";
  case Condition::host_recovers:
    return "hosts that return";
  case Condition::entry_recovers:
    return "a return of its own host";
  case Condition::external_load:
    return "external load";
  case Condition::message_late:
    return "messages that are late";
  case Condition::message_lost:
    return "messages that are lost";
  case Condition::instant:
    return "messages that take no time";
  }
  throw std::logic_error("a condition without a name");
}

std::string text_of(const Support& support) {
  std::string settings, actors;
  for (const auto& [key, value] : support.when)
    if (is_actor(key))
      actors += (value == none ? " without " : " with ") + key;
    else
      settings += (settings.empty() ? "" : " with ") + key + "=" + value;
  return settings.empty() && !actors.empty() ? actors.substr(1) : settings + actors;
}

std::vector<Imposed> conditions_of(const SimulationPlan& plan) {
  std::vector<Imposed> all;
  const bool network = plan.run.text("transport") == "network";
  if (network)
    all.push_back({Condition::network, "transport=network", "transport=instant"});
  else
    all.push_back({Condition::instant, "transport=instant", "transport=network"});
  for (const auto& placed : plan.environment)
    for (const auto& [condition, unless_zero] : placed.descriptor->imposes) {
      const auto prefix = prefix_of(*placed.descriptor) + ".";
      if (unless_zero.empty())
        all.push_back({condition, placed.place, "a run without it"});
      else if (placed.parameters.real(unless_zero) != 0)
        all.push_back({condition, prefix + unless_zero + "=" + placed.parameters.text(unless_zero),
                       prefix + unless_zero + "=0"});
    }
  std::set<Condition> of_profiles; // the first of each says it
  for (const auto& profile : plan.platform.profiles)
    for (const auto condition : conditions_of(profile))
      if ((network || !is_of_network(condition)) && of_profiles.insert(condition).second)
        all.push_back({condition, name_of(profile.kind) + " of '" + profile.where + "', " + profile.place,
                       is_of_network(condition) ? "transport=instant" : "a platform without it"});
  return all;
}

const PlacedActor* cannot_support(const std::vector<PlacedActor>& actors, Condition condition,
                                  const std::string& transport) {
  const auto weak = std::find_if(actors.begin(), actors.end(), [&](const auto& placed) {
    const auto said = said_of(*placed.descriptor, condition);
    if (said.empty())
      return condition != Condition::instant && is_entry(*placed.descriptor, actors);
    return std::none_of(said.begin(), said.end(),
                        [&](const auto* support) { return holds(*support, placed, actors, transport); });
  });
  return weak == actors.end() ? nullptr : &*weak;
}

void check_supports(const SimulationPlan& plan, const Imposed& asked) {
  const auto* weak = cannot_support(plan.deployment.actors, asked.condition, plan.run.text("transport"));
  if (weak != nullptr)
    throw InputError(weak->place + ": actor '" + weak->descriptor->name + "' does not support " +
                     name_of(asked.condition) + " (" + asked.by +
                     "); valid: " + valid_for(*weak->descriptor, asked, plan));
}

void check_supports(const SimulationPlan& plan) {
  for (const auto& asked : conditions_of(plan))
    check_supports(plan, asked);
}

} // namespace malha
