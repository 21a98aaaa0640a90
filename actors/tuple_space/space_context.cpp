// SPDX-License-Identifier: MIT
#include "space_context.hpp"
#include "actors/runtime/simgrid/host_watch.hpp"
#include "actors/runtime/simgrid/s4u.hpp"
#include "actors/runtime/simgrid/stage.hpp"

#include <algorithm>
#include <numeric>

namespace malha::tuple_space {
namespace {

namespace s4u = simgrid::s4u;

std::vector<s4u::Host*> hosts_of(Stage& simulation) {
  std::vector<s4u::Host*> hosts;
  for (const auto& resource : simulation.peers("tuple_space/resource"))
    hosts.push_back(resource.host);
  for (const auto& broker : simulation.peers("tuple_space/broker"))
    hosts.push_back(broker.host);
  return hosts;
}

std::vector<FlopsPerSecond> speeds_of(Stage& simulation) {
  std::vector<FlopsPerSecond> speeds;
  for (const auto& resource : simulation.peers("tuple_space/resource"))
    speeds.push_back(resource.host->get_speed());
  return speeds;
}

const Peer& first_server(Stage& simulation) {
  return is_replicated(simulation) ? simulation.peers("tuple_space/replica").front()
                                   : simulation.only_peer("tuple_space/space");
}

RandomStreams::Engine* choice_of(Stage& simulation) {
  return first_server(simulation).parameters.text("match") == "random"
             ? &simulation.random().stream("space.match")
             : nullptr;
}

/// Whether nothing can happen but ends of tasks, new bags and crashes for good, all at planned dates.
bool can_run_as_model(Stage& simulation) {
  const auto& resources = simulation.peers("tuple_space/resource");
  return simulation.transport() == Transport::instant && simulation.may_look_ahead() &&
         !simulation.hosts_may_recover() &&
         std::none_of(resources.begin(), resources.end(),
                      [](const Peer& resource) { return executes(resource.parameters); });
}

} // namespace

bool executes(const Parameters& resource) { return resource.text("execution") == "exec"; }

bool is_replicated(Stage& simulation) { return !simulation.peers("tuple_space/replica").empty(); }

std::vector<Peer> servers_of(Stage& simulation) {
  if (!is_replicated(simulation))
    return {simulation.only_peer("tuple_space/space")};
  if (!simulation.peers("tuple_space/space").empty())
    throw InputError("there are tuple_space/replica and tuple_space/space; valid: one of them");
  auto servers = simulation.peers("tuple_space/replica");
  const auto wanted = static_cast<std::size_t>(servers.front().parameters.integer("servers"));
  if (wanted > servers.size())
    throw InputError(
        "servers is " + std::to_string(wanted) + ", and there are " + std::to_string(servers.size()) +
        " tuple_space/replica; valid: at most that number, or a platform with more hosts for them");
  servers.resize(wanted);
  return servers;
}

SpaceContext& SpaceContext::of(ActorContext& context) {
  return context.simulation().shared<SpaceContext>("tuple_space", context.simulation());
}

SpaceContext::SpaceContext(Stage& simulation)
    : hosts(hosts_of(simulation)), speeds(speeds_of(simulation)),
      mean_speed(std::accumulate(speeds.begin(), speeds.end(), 0.0) / static_cast<double>(speeds.size())),
      classes(speeds), clients(static_cast<int>(speeds.size()) + 1),
      journal(simulation.recorder(), simulation.workload().name(),
              simulation.transport() == Transport::instant),
      crashes(hosts, clients, journal), local(choice_of(simulation), clients, crashes),
      tie_breaker(simulation), runs_as_model_(can_run_as_model(simulation)) {
  if (speeds.empty())
    throw InputError("there is no tuple_space/resource");
  for (const auto& resource : simulation.peers("tuple_space/resource")) {
    journal.bags().add_resource(*resource.host);
    clients.begin(resource.number);
  }
  watch(simulation);
}

/// The clients of a node end with its host, whichever actor detects it, and when. None of several servers
/// writes the crash down, so that it is done here.
void SpaceContext::watch(Stage& simulation) {
  const bool records = is_replicated(simulation);
  HostWatch::on_switch(simulation, hosts, [this, records](const HostWatch::Switch& seen) {
    if (!seen.on)
      clients.end_all(seen.node);
    if (records)
      seen.on ? crashes.recovered(seen.node, seen.date) : crashed(seen.node, seen.date);
  });
}

void SpaceContext::check_same_policy(const ActorContext& context) {
  const auto chosen = context.policy_text();
  if (policy_.empty())
    policy_ = chosen;
  if (policy_ != chosen)
    throw InputError("its policy is " + chosen + ", and that of others of the tuple space " + policy_ +
                     "; valid: the same for all");
}

void SpaceContext::crashed(int node, Seconds now) {
  crashes.crashed(node, now);
  if (node != broker())
    tie_breaker.forget(node);
}

} // namespace malha::tuple_space
