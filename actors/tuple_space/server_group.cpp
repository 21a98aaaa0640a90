// SPDX-License-Identifier: MIT
#include "server_group.hpp"
#include "actors/runtime/simgrid/planned_crashes.hpp"
#include "actors/runtime/simgrid/s4u.hpp"
#include "actors/runtime/simgrid/stage.hpp"
#include "actors/runtime/simgrid/versions.hpp"
#include "policies/sdk/numbers.hpp"

#include <algorithm>

namespace malha::tuple_space {
namespace {

namespace s4u = simgrid::s4u;

constexpr int most_doublings = 10;

/// The space with its initial tuple.
SpaceMachine first_machine_of(Stage& simulation, const Parameters& parameters) {
  std::optional<RandomStreams::Engine> random;
  if (parameters.text("match") == "random")
    random = simulation.random().stream("space.match");
  SpaceMachine machine(shapes(), random);
  machine.put(tuple_of(kinds::ticket, std::int64_t(0)));
  return machine;
}

std::string crashes(int number) { return std::to_string(number) + (number == 1 ? " crash" : " crashes"); }

} // namespace

Seconds patience(Seconds timeout, int vain) {
  return timeout * static_cast<double>(1 << std::min(vain, most_doublings));
}

ServerGroup& ServerGroup::of(ActorContext& context) {
  return context.simulation().shared<ServerGroup>("tuple_space/servers", context.simulation());
}

ServerGroup::ServerGroup(Stage& simulation)
    : simulation_(simulation), servers_(servers_of(simulation)),
      faults_(static_cast<int>(servers_.front().parameters.integer("faults"))),
      first_machine_(first_machine_of(simulation, servers_.front().parameters)) {
  if (simulation.transport() == Transport::instant)
    throw InputError("the servers talk over a network, and transport is instant; valid: transport=network, "
                     "or a space of one server (tuple_space/space)");
  check_size();
  check_hosts();
  check_timeout();
  check_profiles();
  check_clients();
  watch();
}

void ServerGroup::check_size() const {
  const int supported = (size() - 1) / 2;
  if (faults_ > supported)
    throw InputError("faults is " + std::to_string(faults_) + ", and " + std::to_string(size()) +
                     " servers support " + crashes(supported) + "; valid: at most " +
                     std::to_string(supported) + ", or servers of at least " +
                     std::to_string(2 * faults_ + 1));
}

void ServerGroup::check_hosts() const {
  std::set<const s4u::Host*> hosts;
  for (const auto& server : servers_)
    if (!hosts.insert(server.host).second)
      throw InputError("two of the " + std::to_string(size()) + " servers are on host '" +
                       server.host->get_name() +
                       "', and would crash together; valid: each on a host of its own");
}

void ServerGroup::check_timeout() const {
  const auto& timeout = servers_.front().parameters.text("timeout");
  for (const auto& server : servers_)
    for (const auto& other : servers_) {
      if (server.number == other.number)
        continue;
      simulation_.network().check_route(server.host, other.host);
      const Seconds round_trip = simulation_.network().longest_way(server.host, other.host) +
                                 simulation_.network().longest_way(other.host, server.host);
      if (servers_.front().parameters.real("timeout") <= round_trip)
        throw InputError("timeout is " + timeout + " s, and a message from '" + server.host->get_name() +
                         "' to '" + other.host->get_name() + "' and its answer take at least " +
                         shortest(round_trip) + " s; valid: more than that");
    }
}

void ServerGroup::check_profiles() const {
  std::set<std::string> hosts;
  for (const auto& server : servers_)
    hosts.insert(server.host->get_name());
  if (const int off = most_off_at_once(simulation_.profiles(), hosts); off > faults_)
    throw InputError("state profiles of the platform turn " + std::to_string(off) + " of the " +
                     std::to_string(size()) + " servers off at once, and faults is " +
                     std::to_string(faults_) +
                     "; valid: a platform on which no more are off at once, or more servers and faults");
}

void ServerGroup::check_clients() const {
  for (const auto& server : servers_)
    for (const auto& resource : simulation_.peers("tuple_space/resource"))
      simulation_.network().check_detector(server.host, {resource.host},
                                           server.parameters.text("detection_delay"));
}

void ServerGroup::check_crashes() const {
  const auto crashing = std::count_if(servers_.begin(), servers_.end(), [this](const auto& server) {
    return PlannedCrashes::of(simulation_).plans(*server.host);
  });
  if (crashing > faults_)
    throw InputError(std::to_string(crashing) + " of the " + std::to_string(size()) +
                     " servers of the tuple space will fail, and faults is " + std::to_string(faults_) +
                     "; valid: crashes.hosts, failures.hosts or reclaim.hosts with no more of their hosts, "
                     "or more servers and faults");
}

const Peer* ServerGroup::client(ClientId client) const {
  const auto known = clients_.find(client);
  return known != clients_.end() ? &known->second : nullptr;
}

bool ServerGroup::is_first_to_execute(std::int64_t op) {
  if (op <= executed_)
    return false;
  executed_ = op;
  return true;
}

void ServerGroup::watch() {
  on_switch([this](const s4u::Host& host) {
    for (const auto& server : servers_)
      if (server.host == &host && !host.is_on())
        down_.insert(server.number);
    if (!is_lost_ && static_cast<int>(down_.size()) > (size() - 1) / 2) {
      is_lost_ = true;
      notify_of_loss_();
    }
  });
}

} // namespace malha::tuple_space
