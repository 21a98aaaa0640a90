// SPDX-License-Identifier: MIT
#include "bearing.hpp"

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

bool holds(const Bearing& bearing, const PlacedActor& placed, const std::vector<PlacedActor>& actors,
           const std::string& transport) {
  return std::all_of(bearing.when.begin(), bearing.when.end(), [&](const auto& setting) {
    return is_set(setting, placed.parameters, actors, transport);
  });
}

bool is_entry(const ActorDescriptor& actor, const std::vector<PlacedActor>& actors) {
  return !actor.runs.empty() && !is_deployed(actors, actor.yields_to);
}

std::vector<const Bearing*> said_of(const ActorDescriptor& actor, Burden burden) {
  std::vector<const Bearing*> said;
  for (const auto& bearing : actor.bears)
    if (bearing.burden == burden)
      said.push_back(&bearing);
  return said;
}

/// Whether the burden is a transport, so that the other one is free of it.
bool is_transport(Burden burden) { return burden == Burden::network || burden == Burden::instant; }

bool is_off(const Profile::Point& point) { return point.value <= 0; }

bool goes(const Profile& profile) {
  return std::any_of(profile.points.begin(), profile.points.end(), is_off);
}

std::vector<Burden> burdens_of(const Profile& profile) {
  switch (profile.kind) {
  case Profile::Kind::host_speed:
    return {Burden::speed_profile};
  case Profile::Kind::link_bandwidth:
  case Profile::Kind::link_latency:
    return {Burden::bandwidth_profile};
  case Profile::Kind::link_state:
    return goes(profile) ? std::vector{Burden::link_goes} : std::vector<Burden>{};
  case Profile::Kind::host_state:
    return returns(profile) ? std::vector{Burden::host_goes, Burden::host_returns}
           : goes(profile)  ? std::vector{Burden::host_goes}
                            : std::vector<Burden>{};
  }
  throw std::logic_error("a profile of no kind");
}

/// The way without what the deployment has already; nothing where it needs an actor that is not deployed.
std::optional<Bearing> open_way(Bearing way, const std::vector<PlacedActor>& actors) {
  for (auto setting = way.when.begin(); setting != way.when.end();) {
    const auto& [key, value] = *setting;
    const bool is_met = is_actor(key) && is_deployed(actors, key) != (value == none);
    if (is_actor(key) && !is_met && value != none)
      return std::nullopt;
    setting = is_met ? way.when.erase(setting) : std::next(setting);
  }
  return way;
}

/// The ways to bear the burden that this deployment has, without those that ask for more than another one.
std::vector<Bearing> open_ways(const std::vector<const Bearing*>& said,
                               const std::vector<PlacedActor>& actors) {
  std::vector<Bearing> ways;
  for (const auto* bearing : said)
    if (const auto way = open_way(*bearing, actors))
      ways.push_back(*way);
  const auto asks_for_more = [all = ways](const Bearing& way) {
    return std::any_of(all.begin(), all.end(), [&way](const Bearing& other) {
      return other.when.size() < way.when.size() &&
             std::includes(way.when.begin(), way.when.end(), other.when.begin(), other.when.end());
    });
  };
  ways.erase(std::remove_if(ways.begin(), ways.end(), asks_for_more), ways.end());
  return ways;
}

/// How the actor bears it, or else which others do.
std::string valid_for(const ActorDescriptor& actor, const Asked& asked, const SimulationPlan& plan) {
  std::string ways;
  bool has_other_transport = false;
  for (const auto& way : open_ways(said_of(actor, asked.burden), plan.deployment.actors)) {
    ways += (ways.empty() ? "" : ", or ") + text_of(way);
    has_other_transport |= text_of(way) == asked.without;
  }
  if (!ways.empty())
    return ways + (is_transport(asked.burden) && !has_other_transport ? ", or " + asked.without : "");
  std::vector<std::string> others;
  for (const auto* entry : plan.entry_actors)
    if (!said_of(*entry, asked.burden).empty())
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

const std::vector<Burden>& all_burdens() {
  static const std::vector<Burden> all{Burden::network,      Burden::inputs,        Burden::bandwidth_profile,
                                       Burden::link_goes,    Burden::speed_profile, Burden::host_goes,
                                       Burden::host_returns, Burden::own_return,    Burden::external_load,
                                       Burden::message_late, Burden::message_lost,  Burden::instant};
  return all;
}

bool is_of_network(Burden burden) {
  return burden == Burden::network || burden == Burden::inputs || burden == Burden::bandwidth_profile ||
         burden == Burden::link_goes;
}

std::string name_of(Burden burden) {
  switch (burden) {
  case Burden::network:
    return "messages that take time";
  case Burden::inputs:
    return "tasks with input data";
  case Burden::bandwidth_profile:
    return "links that change";
  case Burden::link_goes:
    return "links that go";
  case Burden::speed_profile:
    return "hosts that change their speed";
  case Burden::host_goes:
    return "hosts that go";
  case Burden::host_returns:
    return "hosts that return";
  case Burden::own_return:
    return "a return of its own host";
  case Burden::external_load:
    return "external load";
  case Burden::message_late:
    return "messages that are late";
  case Burden::message_lost:
    return "messages that are lost";
  case Burden::instant:
    return "messages that take no time";
  }
  throw std::logic_error("a burden without a name");
}

std::string text_of(const Bearing& bearing) {
  std::string settings, actors;
  for (const auto& [key, value] : bearing.when)
    if (is_actor(key))
      actors += (value == none ? " without " : " with ") + key;
    else
      settings += (settings.empty() ? "" : " with ") + key + "=" + value;
  return settings.empty() && !actors.empty() ? actors.substr(1) : settings + actors;
}

std::vector<Asked> burdens_of(const SimulationPlan& plan) {
  std::vector<Asked> all;
  const bool network = plan.run.text("transport") == "network";
  if (network)
    all.push_back({Burden::network, "transport=network", "transport=instant"});
  else
    all.push_back({Burden::instant, "transport=instant", "transport=network"});
  for (const auto& placed : plan.environment)
    for (const auto& [burden, unless_zero] : placed.descriptor->brings) {
      const auto prefix = prefix_of(*placed.descriptor) + ".";
      if (unless_zero.empty())
        all.push_back({burden, placed.place, "a run without it"});
      else if (placed.parameters.real(unless_zero) != 0)
        all.push_back({burden, prefix + unless_zero + "=" + placed.parameters.text(unless_zero),
                       prefix + unless_zero + "=0"});
    }
  std::set<Burden> of_profiles; // the first of each says it
  for (const auto& profile : plan.platform.profiles)
    for (const auto burden : burdens_of(profile))
      if ((network || !is_of_network(burden)) && of_profiles.insert(burden).second)
        all.push_back({burden, name_of(profile.kind) + " of '" + profile.where + "', " + profile.place,
                       is_of_network(burden) ? "transport=instant" : "a platform without it"});
  return all;
}

const PlacedActor* cannot_bear(const std::vector<PlacedActor>& actors, Burden burden,
                               const std::string& transport) {
  const auto weak = std::find_if(actors.begin(), actors.end(), [&](const auto& placed) {
    const auto said = said_of(*placed.descriptor, burden);
    if (said.empty())
      return burden != Burden::instant && is_entry(*placed.descriptor, actors);
    return std::none_of(said.begin(), said.end(),
                        [&](const auto* bearing) { return holds(*bearing, placed, actors, transport); });
  });
  return weak == actors.end() ? nullptr : &*weak;
}

void check_bears(const SimulationPlan& plan, const Asked& asked) {
  const auto* weak = cannot_bear(plan.deployment.actors, asked.burden, plan.run.text("transport"));
  if (weak != nullptr)
    throw InputError(weak->place + ": actor '" + weak->descriptor->name + "' does not bear " +
                     name_of(asked.burden) + " (" + asked.by +
                     "); valid: " + valid_for(*weak->descriptor, asked, plan));
}

void check_bears(const SimulationPlan& plan) {
  for (const auto& asked : burdens_of(plan))
    check_bears(plan, asked);
}

} // namespace malha
