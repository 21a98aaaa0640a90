// SPDX-License-Identifier: MIT
#pragma once
#include "replica_messages.hpp"

#include <deque>

namespace malha::tuple_space {

/// The connection of a client to the servers of a replicated space. It numbers commands, and keeps those that
/// may be lost. It sends them again to all servers after a timeout, and to a new primary when that announces
/// itself. It has no clock and no network.
class SpaceSession {
public:
  /// `last` is the number of the last command of an earlier client with this id. `messages_may_be_lost`: also
  /// between hosts that are up.
  SpaceSession(ClientId client, int servers, RequestId last = 0, bool messages_may_be_lost = false)
      : client_(client), servers_(servers), last_(last), messages_may_be_lost_(messages_may_be_lost) {}

  struct Sent {
    int server;
    Submission submission;
  };
  /// Sends the next command. Its client and number are filled in.
  std::vector<Sent> give(Command command);
  struct Heard {
    std::optional<std::vector<Tuple>> answer; ///< to the last command, if it asks
    std::vector<Sent> to_send;
  };
  Heard take(const ToClient& message);
  /// A timeout: no message has arrived for too long.
  std::vector<Sent> expired();
  /// Whether a timeout counts. A command that waits for a tuple is confirmed: its answer arrives when there
  /// is one, or a new primary announces itself, and the command is sent again. If such messages may be lost,
  /// the client sends the command again after a timeout.
  bool is_waiting() const { return !unconfirmed_.empty() && (messages_may_be_lost_ || !is_accepted_); }
  RequestId last() const { return last_; }

private:
  void confirm(RequestId number);
  std::vector<Sent> to_primary(Commands commands) const;

  const ClientId client_;
  const int servers_;
  RequestId last_;
  const bool messages_may_be_lost_;
  View view_ = 0;
  RequestId awaited_ = 0; ///< the command that waits for an answer; 0: none
  bool is_accepted_ = false;
  std::deque<CommandPtr> unconfirmed_;
};

} // namespace malha::tuple_space
