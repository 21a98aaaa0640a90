// SPDX-License-Identifier: MIT
#pragma once
#include "replica_messages.hpp"

#include <deque>

namespace malha::tuple_space {

/// How a client of a replicated space talks to its servers: it numbers its commands, keeps those that may be
/// lost, and sends them again to all servers when it hears nothing, and to a new primary when it hears of
/// one. Knows no clock and no network.
class SpaceSession {
public:
  /// `last`: number of the last command that was given under this client's number before.
  /// `messages_may_be_lost`: also between hosts that are up.
  SpaceSession(ClientId client, int servers, RequestId last = 0, bool messages_may_be_lost = false)
      : client_(client), servers_(servers), last_(last), messages_may_be_lost_(messages_may_be_lost) {}

  struct Sent {
    int server;
    Submission submission;
  };
  /// The next command, whose client and number are filled in.
  std::vector<Sent> give(Command command);
  struct Heard {
    std::optional<std::vector<Tuple>> answer; ///< to the last command, if it asks
    std::vector<Sent> to_send;
  };
  Heard take(const ToClient& message);
  /// It has heard nothing for too long.
  std::vector<Sent> expired();
  /// Whether time may expire. A command that waits for a tuple is confirmed: its answer comes when there is
  /// one, or a new primary announces itself, which is asked again. Where such messages may be lost, the
  /// client asks again by itself.
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
  RequestId awaited_ = 0; ///< the command whose answer it waits for; 0 for none
  bool is_accepted_ = false;
  std::deque<CommandPtr> unconfirmed_;
};

} // namespace malha::tuple_space
