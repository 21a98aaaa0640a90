// SPDX-License-Identifier: MIT
#pragma once
#include "replica_messages.hpp"

namespace malha::tuple_space {

/// What the primary of a view knows of the logs of the other replicas, by which it sends PREPARE and counts
/// PREPAREOK (liskov2012, section 4.1).
class Backups {
public:
  struct Backup {
    OpNumber held = 0;      ///< the last command that it has confirmed in this view
    OpNumber next = 0;      ///< it is sent the commands after this
    bool under_way = false; ///< it has not confirmed the last message
    bool slow = false;      ///< it did not confirm in time
  };

  Backups(int servers, int self) : self_(self), all_(static_cast<std::size_t>(servers)) {}

  Backup& operator[](int replica) { return all_[static_cast<std::size_t>(replica)]; }
  /// The number of other replicas that must hold a command before it is committed: f of 2 f + 1.
  std::size_t needed() const { return all_.size() / 2; }
  /// The last command that as many as needed hold; `end` if none is needed.
  OpNumber held_by_needed(OpNumber end) const;

  /// The other replicas, in the order of the views that they would lead.
  std::vector<int> in_order() const;
  /// The backups to which new commands are sent: those that are needed to commit them, and those that lack at
  /// least `lag` commands, unless they are slow or have something to confirm.
  std::vector<int> to_prepare(OpNumber end, OpNumber lag) const;

  /// A backup has confirmed that it holds the log up to that command.
  void confirm(int replica, OpNumber held);
  /// Nothing was confirmed in time: all are sent again what they have not confirmed.
  void start_again(OpNumber committed);
  /// A view begins. Backups outside of `voters` count as slow until they confirm.
  void begin_view(OpNumber end, const std::vector<int>& voters);

private:
  const int self_;
  std::vector<Backup> all_; ///< by replica
};

} // namespace malha::tuple_space
