// SPDX-License-Identifier: MIT
#pragma once
#include "actors/tuple_space/model/replica_messages.hpp"
#include "messages.hpp"

/// The messages between the servers of a replicated space, and their clients.
namespace malha::tuple_space {

/// A message of one server to another.
template <class Message>
struct From {
  static constexpr const char* kind = Message::kind;
  int server;
  Message message;
  Bytes size() const { return message.size(); }
};

template <class... Messages>
std::variant<From<Messages>...> with_sender(const std::variant<Messages...>*);
/// What servers send to each other.
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
/// What servers receive.
using ServerInput = decltype(with_clients(static_cast<const ServerMessage*>(nullptr)));

/// What an answer takes along to the records. The log keeps commands for long, and gives it back at once.
struct Rider {
  mutable std::shared_ptr<const void> row;
};

} // namespace malha::tuple_space
