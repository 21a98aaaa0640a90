// SPDX-License-Identifier: MIT
#include "hosts.hpp"
#include "actors/runtime/simgrid/s4u.hpp"
#include "sharing.hpp"
#include "site.hpp"

#include <set>

namespace malha::cluster {
namespace {

namespace s4u = simgrid::s4u;

bool is_in_site(const s4u::Host& host, const std::string& site) {
  const char* property = host.get_property("site");
  return site.empty() || (property != nullptr && property == site);
}

/// The hosts of the scheduler, each once. Enters them as its own, so that no other scheduler may have them.
std::vector<s4u::Host*> hosts_of(ActorContext& context) {
  const auto& nodes = context.parameters().text("nodes");
  const auto& site = context.parameters().text("site");
  std::vector<s4u::Host*> hosts;
  auto& taken = context.simulation().shared<std::map<const s4u::Host*, std::string>>("cluster/nodes");
  for (auto* host : context.simulation().hosts(nodes)) {
    if (!is_in_site(*host, site))
      continue;
    hosts.push_back(host);
    const auto [owner, is_new] = taken.emplace(host, context.self().mailbox);
    if (!is_new)
      throw InputError("host '" + host->get_name() + "' is a node of two schedulers, " + owner->second +
                       " and " + context.self().mailbox +
                       "; valid: sites that have no node in common (parameter 'site')");
  }
  if (hosts.empty())
    throw InputError("site '" + site + "' has no node: no host of '" + nodes +
                     "' has the property 'site' with this value");
  return hosts;
}

} // namespace

ParameterSpec site_parameter() {
  return text("site", "", "the scheduler has only those nodes whose property 'site' is this; empty: all");
}

std::vector<s4u::Host*> announce_nodes(ActorContext& context) {
  auto& recorder = context.simulation().recorder();
  const bool by_core = context.parameters().text("allocation") == "core";
  std::vector<s4u::Host*> nodes;
  const int slots = slots_of_host(context);
  for (auto* host : hosts_of(context)) {
    const int here = by_core ? host->get_core_count() : slots;
    for (int node = 0; node < here; ++node) {
      if (node % slots == 0)
        recorder.add_resource(host->get_name(), host->get_speed(), by_core ? 1 : host->get_core_count(),
                              site_name(context.parameters()), slots);
      nodes.push_back(host);
    }
  }
  return nodes;
}

std::vector<NamedMachine> machines_of(const std::vector<s4u::Host*>& nodes) {
  std::vector<NamedMachine> machines;
  for (std::size_t node = 0; node < nodes.size(); ++node)
    if (node > 0 && nodes[node] == nodes[node - 1])
      ++machines.back().machine.cpus;
    else
      machines.push_back({nodes[node]->get_name(), {static_cast<int>(node), 1}});
  return machines;
}

const Peer& scheduler_of(ActorContext& node) {
  const auto& all = node.simulation().peers("cluster/scheduler");
  if (all.size() == 1)
    return all.front();
  std::vector<const Peer*> here;
  for (const auto& scheduler : all)
    if (is_in_site(*node.host(), scheduler.parameters.text("site")))
      here.push_back(&scheduler);
  if (here.size() != 1)
    throw InputError("host '" + node.host()->get_name() + "' is in the sites of " +
                     std::to_string(here.size()) + " actors 'cluster/scheduler'; valid: of one");
  return *here.front();
}

} // namespace malha::cluster
