// SPDX-License-Identifier: MIT
#pragma once
#include "requests.hpp"

#include <set>
#include <vector>

namespace malha::tuple_space {

/// The clients of a tuple space by node: each resource is a node, and so is the broker, which is a client for
/// each of its bags. When a node fails, its clients have ended; when it recovers, others begin there, with
/// ids of their own. So a message of an ended client differs from one of the client that replaces it.
class SpaceClients {
public:
  explicit SpaceClients(int nodes) : present_(index(nodes)), left_(index(nodes)), ended_(index(nodes)) {}

  /// Begins a client on the node. Its id is the least that a client of the node has given back, else the next
  /// unused one.
  ClientId begin(int node);
  /// The client needs no answer any more, and another client of the node may get its id.
  void leave(ClientId client);
  /// The node has failed: its clients have ended. So have those that left, whose last message may be lost.
  void end_all(int node);
  /// The open transactions of the client are undone.
  void undone(ClientId client);

  /// The clients of the node that have ended, and whose transactions are not undone.
  const std::vector<ClientId>& ended_on(int node) const { return ended_[index(node)]; }
  /// The clients that ended on the node of this client before it began. A message from it shows that they
  /// have crashed.
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
