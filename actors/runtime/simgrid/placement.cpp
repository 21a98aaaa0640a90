// SPDX-License-Identifier: MIT
#include "placement.hpp"

#include "actors/runtime/plan/state_profiles.hpp"

#include <simgrid/s4u.hpp>

#include <algorithm>
#include <unordered_set>

namespace malha {
namespace s4u = simgrid::s4u;

namespace {

/// The parameters with "@name", as the value of a text, replaced by the host's property of that name. (A
/// selector, "@name=value", stays.)
Parameters at_host(const PlacedActor& placed, const s4u::Host* host) {
  auto values = placed.parameters.all();
  bool differs = false;
  for (const auto& spec : placed.descriptor->parameters) {
    auto& value = values.at(spec.name);
    if (spec.type != ParameterSpec::Type::text || value.rfind('@', 0) != 0 ||
        value.find('=') != std::string::npos)
      continue;
    differs = true;
    const char* property = host->get_property(value.substr(1));
    if (property == nullptr && spec.host_may_lack)
      property = spec.default_value->c_str();
    if (property == nullptr)
      throw InputError(placed.place + ": actor '" + placed.descriptor->name + "': parameter '" + spec.name +
                       "' is '" + value + "', and host '" + host->get_name() + "' has no property '" +
                       value.substr(1) + R"('; valid: <prop id=")" + value.substr(1) +
                       R"(" value="…"/> in the <host>, or in its <cluster>)");
    value = property;
  }
  return differs ? Parameters(placed.descriptor->parameters, values) : placed.parameters;
}

std::vector<std::string> names_of(const std::vector<const ActorDescriptor*>& actors) {
  std::vector<std::string> names;
  for (const auto* actor : actors)
    names.push_back(actor->name);
  return names;
}

std::vector<s4u::Host*> selected(const Grid& grid, const std::string& selector) {
  try {
    return grid.select(selector);
  } catch (const std::invalid_argument& error) {
    throw InputError(error.what());
  }
}

} // namespace

Placement::Placement(const SimulationPlan& plan, const Grid& grid) : plan_(plan) {
  check_supports(plan);
  place_actors(grid);
  place_environment(grid);
  find_entry();
  check_keepers();
}

void Placement::place_actors(const Grid& grid) {
  for (const auto& placed : plan_.deployment.actors) {
    std::vector<s4u::Host*> hosts;
    try {
      hosts = grid.select(placed.hosts);
    } catch (const std::invalid_argument& error) {
      throw InputError(placed.place + ": actor '" + placed.descriptor->name + "': " + error.what());
    }
    for (auto* host : hosts)
      place(placed, host);
  }
}

/// On the same host whatever the deployment is: a master, else one that is no worker, else the first.
void Placement::place_environment(const Grid& grid) {
  auto candidates = grid.masters();
  const auto workers = selected(grid, "@role=worker"), all = selected(grid, "*");
  const std::unordered_set<const s4u::Host*> works(workers.begin(), workers.end());
  std::copy_if(all.begin(), all.end(), std::back_inserter(candidates),
               [&](const auto* host) { return works.count(host) == 0; });
  for (const auto& placed : plan_.environment)
    place(placed, candidates.empty() ? all.front() : candidates.front());
}

void Placement::place(const PlacedActor& placed, s4u::Host* host) {
  std::string mailbox = placed.descriptor->name + "@" + host->get_name();
  if (const int number = ++namesakes_[mailbox]; number > 1)
    mailbox += "#" + std::to_string(number);
  auto& namesake_peers = peers_[placed.descriptor->name];
  Peer peer{placed.descriptor, host, at_host(placed, host), mailbox, static_cast<int>(namesake_peers.size())};
  namesake_peers.push_back(peer);
  placed_.emplace_back(&placed, std::move(peer));
}

void Placement::find_entry() {
  std::vector<std::string> entries;
  for (const auto& [placed, peer] : placed_)
    if (!peer.descriptor->runs.empty() && peers_.count(peer.descriptor->yields_to) == 0) {
      entries.push_back(peer.mailbox);
      entry_ = peer;
    }
  const std::string must = plan_.deployment.file.string() + ": must have one entry point; it has ";
  constexpr std::size_t most = 5;
  if (entries.empty())
    throw InputError(must + "none; valid: " + listed(names_of(plan_.entry_actors)));
  if (entries.size() > 1) {
    const std::size_t number = entries.size();
    entries.resize(std::min(number, most));
    throw InputError(must + std::to_string(number) + ": " + listed(entries) + (number > most ? ", …" : ""));
  }
}

const Peer* Placement::keeper_of(const s4u::Host* host, bool host_recovers) const {
  const auto stays = [host_recovers](const Peer& peer) {
    return !(host_recovers && peer.descriptor->runs_again);
  };
  for (const auto& [name, namesakes] : peers_)
    if (namesakes.front().descriptor->keeps_host)
      for (const auto& peer : namesakes)
        if (peer.host == host && stays(peer))
          return &peer;
  return host == entry_->host && stays(*entry_) ? &*entry_ : nullptr;
}

/// A state profile turns off no host on which an actor must stay.
void Placement::check_keepers() const {
  for (const auto& profile : plan_.platform.profiles) {
    if (profile.kind != Profile::Kind::host_state || !fails(profile))
      continue;
    const auto* host = s4u::Host::by_name(profile.where);
    const bool entry_recovers = host == entry_->host && always_recovers(profile);
    if (entry_recovers && !entry_->descriptor->runs_again)
      check_supports(plan_, {Condition::entry_recovers,
                             name_of(profile.kind) + " of '" + profile.where + "', " + profile.place,
                             "a platform on which it never fails"});
    const auto* keeper = keeper_of(host, recovers(profile));
    if (keeper != nullptr && !(keeper == &*entry_ && entry_recovers))
      throw InputError(
          profile.place + ": host '" + profile.where + "' fails, and others cannot go on without actor '" +
          keeper->descriptor->name +
          "' on it; valid: a deployment that has it on another host, or a platform on which this "
          "host never fails");
  }
}

} // namespace malha
