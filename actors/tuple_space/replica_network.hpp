// SPDX-License-Identifier: MIT
#pragma once
#include "actors/tuple_space/model/replica_messages.hpp"
#include "messages.hpp"

/// The messages between the servers of a replicated space, and their clients.
namespace malha::tuple_space {

/// A message from one server to another.
template <class Message>
struct From {
  static constexpr const char* kind = Message::kind;
  int server;
  Message message;
  Bytes size() const { return message.size(); }
};

template <class... Messages>
std::variant<From<Messages>...> with_sender(const std::variant<Messages...>*);
/// The messages between servers.
using ServerMessage = decltype(with_sender(static_cast<const ReplicaMessage*>(nullptr)));

inline ServerMessage from_server(int server, ReplicaMessage message) {
  return std::visit(
      [&](auto&& kind) -> ServerMessage {
        using Message = std::decay_t<decltype(kind)>;
        return From<Message>{server, std::forward<decltype(kind)>(kind)};
      },
      std::move(message));
}

template <class... Messages>
std::variant<Messages..., Submission, HostSwitched> with_clients(const std::variant<Messages...>*);
/// All messages to a server.
using ServerInput = decltype(with_clients(static_cast<const ServerMessage*>(nullptr)));

/// A row that a command carries to the records. The log keeps commands for long, but must release the row at
/// once.
struct Rider {
  mutable std::shared_ptr<const void> row;
};

} // namespace malha::tuple_space
