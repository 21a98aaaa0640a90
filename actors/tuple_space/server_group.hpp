// SPDX-License-Identifier: MIT
#pragma once
#include "actors/tuple_space/model/machine.hpp"
#include "space_context.hpp"

#include <functional>
#include <set>

namespace malha::tuple_space {

/// What the servers of a replicated space share: their number, the initial space, the addresses of clients,
/// and whether enough servers are up.
class ServerGroup {
public:
  /// The group of the simulation.
  static ServerGroup& of(ActorContext& context);

  /// Throws InputError if the servers cannot work as their parameters demand.
  explicit ServerGroup(Stage& simulation);

  const std::vector<Peer>& servers() const { return servers_; }
  int size() const { return static_cast<int>(servers_.size()); }
  /// The initial space of all servers.
  const SpaceMachine& first_machine() const { return first_machine_; }
  /// Throws InputError if more servers will fail than parameter `faults` allows.
  void check_crashes() const;
  /// Whether more servers were down, or had not recovered, than the protocol supports. The space may never
  /// answer again, and timeouts stop.
  bool is_lost() const { return is_lost_; }
  /// Calls `notify` when the space is lost, from within SimGrid.
  void when_lost(std::function<void()> notify) { notify_of_loss_ = std::move(notify); }
  void has_recovered(int server) { down_.erase(server); }

  /// The address of a client; null if it is not known.
  const Peer* client(ClientId client) const;
  void add_client(ClientId client, const Peer& peer) { clients_[client] = peer; }
  void forget_client(ClientId client) { clients_.erase(client); }
  /// Whether no server has executed the command before. Servers execute commands in the order of their
  /// numbers.
  bool is_first_to_execute(std::int64_t op);

private:
  void check_size() const;
  void check_hosts() const;
  void check_timeout() const;
  void check_profiles() const;
  void check_clients() const;
  void watch();

  Stage& simulation_;
  const std::vector<Peer> servers_;
  const int faults_;
  SpaceMachine first_machine_;
  std::set<int> down_; ///< servers that are down, or have not recovered
  std::map<ClientId, Peer> clients_;
  std::int64_t executed_ = 0; ///< number of the last command that any server has executed
  bool is_lost_ = false;
  std::function<void()> notify_of_loss_ = [] {};
};

/// The time to wait after that number of timeouts in a row.
Seconds patience(Seconds timeout, int vain);

} // namespace malha::tuple_space
