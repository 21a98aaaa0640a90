// SPDX-License-Identifier: MIT
#pragma once
#include "requests.hpp"

#include <set>
#include <vector>

namespace malha::tuple_space {

/// The clients of a tuple space by the node on which they live: each resource is a node, and so is the
/// broker, which is a client for each of its bags. When a node goes down its clients have ended; when it
/// comes back, others begin there, with numbers of their own. So a message of a client that has ended is told
/// from one of the client that took its place.
class SpaceClients {
public:
  explicit SpaceClients(int nodes) : present_(index(nodes)), left_(index(nodes)), ended_(index(nodes)) {}

  /// A new client on the node. Its number is the least that a client of the node has given back, else the
  /// next that nobody has had.
  ClientId begin(int node);
  /// The client needs no answer any more, and another of the node may have its number.
  void leave(ClientId client);
  /// The node has gone down: its clients have ended. So have those that left, whose last message may be lost.
  void end_all(int node);
  /// What the client had open is undone: the space never hears of it again.
  void undone(ClientId client);

  /// The clients of the node that have ended, and are not undone.
  const std::vector<ClientId>& ended_on(int node) const { return ended_[index(node)]; }
  /// Those that ended on the node of this client before it began. Who hears from it knows that they are gone.
  std::vector<ClientId> ended_before(ClientId client) const;
  bool has_ended(ClientId client) const { return gone_.count(client) > 0; }
  int node_of(ClientId client) const { return nodes_[index(client)]; }
  int nodes() const { return static_cast<int>(present_.size()); }

private:
  static std::size_t index(int number) { return static_cast<std::size_t>(number); }

  std::vector<int> nodes_;                         ///< by client
  std::vector<std::set<ClientId>> present_, left_; ///< by node
  std::vector<std::vector<ClientId>> ended_;       ///< by node; not undone
  std::set<ClientId> gone_;
};

} // namespace malha::tuple_space
