// SPDX-License-Identifier: MIT
#pragma once
#include "channel.hpp"
#include "stage.hpp"

namespace malha {

/// Sends messages of one type to the inbox of one peer. It is what an `Address` does, whatever the type.
class Sender {
public:
  /// Throws InputError when the platform has no route from one of the two hosts to the other, or when the
  /// peer receives messages of another type.
  Sender(ActorContext& from, const Peer& to, const std::type_info& type);

  /// Counts the message and sends it without waiting. A message to a host that is down is lost. `copy` makes
  /// another one of it; null if there can be only one.
  void send(AnyMessage message, void* (*copy)(const void*), Bytes bytes, MessageRow& row) const;

  /// The row in which messages of that kind from one actor to the other are counted.
  static MessageRow& row_of(ActorContext& from, const Peer& to, const char* kind);

private:
  using Host = simgrid::s4u::Host;

  static void leave(Channel& channel, Host* from, Host* to, AnyMessage message, Bytes bytes);
  void leave_later(Seconds later, AnyMessage message, Bytes bytes) const;

  Channel* channel_;
  Host *from_, *to_;
  MessageFaults* faults_; ///< null if all messages arrive once, in time
};

} // namespace malha
