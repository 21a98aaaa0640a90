// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/simgrid/s4u.hpp"
#include "actors/tuple_space/model/clients.hpp"
#include "space_journal.hpp"

#include <set>
#include <vector>

namespace malha::tuple_space {

/// The crashes of a tuple space's nodes, and which clients have ended by them. If one server keeps the space,
/// it adds a crash when it detects it; otherwise each is added when it happens.
class CrashBook {
public:
  /// `hosts`: by node; node i is resource i, the last one the broker.
  CrashBook(const std::vector<simgrid::s4u::Host*>& hosts, const SpaceClients& clients, SpaceJournal& journal)
      : hosts_(hosts), clients_(clients), journal_(journal) {}

  /// The host of a node has failed, and what its clients ran is lost.
  void crashed(int node, Seconds now);
  void recovered(int node, Seconds now);

  /// Whether the client is known to have crashed.
  bool is_down(ClientId client) const { return down_.count(client) > 0; }
  /// Whether another client runs in place of a crashed one. An answer to the crashed client would reach it.
  bool is_replaced(ClientId client) const;
  bool all_resources_down() const { return resources_down_ == resources(); }

private:
  int resources() const { return clients_.nodes() - 1; }

  const std::vector<simgrid::s4u::Host*>& hosts_;
  const SpaceClients& clients_;
  SpaceJournal& journal_;
  std::set<ClientId> down_;
  int resources_down_ = 0;
};

} // namespace malha::tuple_space
