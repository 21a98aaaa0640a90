// SPDX-License-Identifier: MIT
#pragma once
#include "replica_messages.hpp"

namespace malha::tuple_space {

/// The messages that a replica has received for the view that it changes to (liskov2012, section 4.2).
class ViewChange {
public:
  void clear();
  void add(int from, const StartViewChange& start) { starts_[from] = start.committed; }
  void add(int from, DoViewChange vote) { votes_[from] = std::move(vote); }
  /// The replica has sent its DOVIEWCHANGE.
  void set_voted() { has_voted_ = true; }

  bool has_voted() const { return has_voted_; }
  std::size_t starts() const { return starts_.size(); }
  std::size_t votes() const { return votes_.size(); }
  std::vector<int> voters() const;

  /// The number of commands that the sender has committed, by its last message; nothing if it sent none.
  std::optional<OpNumber> committed_of(int replica) const;
  /// The largest number of committed commands in any DOVIEWCHANGE, or `own`.
  OpNumber most_committed(OpNumber own) const;
  /// The DOVIEWCHANGE with the log of the latest view, and the longest of these; null if none is better than
  /// the own log, of view `last_normal` and with `end` commands. All committed commands are in the best log.
  const DoViewChange* best(View last_normal, OpNumber end) const;

private:
  std::map<int, OpNumber> starts_; ///< commands committed by the senders of STARTVIEWCHANGE
  std::map<int, DoViewChange> votes_;
  bool has_voted_ = false;
};

} // namespace malha::tuple_space
