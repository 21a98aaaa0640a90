// SPDX-License-Identifier: MIT
#pragma once
#include "receiver.hpp"
#include "sender.hpp"

#include <boost/mp11/algorithm.hpp>
#include <simgrid/s4u.hpp>

#include <array>
#include <memory>
#include <type_traits>
#include <utility>
#include <variant>

namespace malha {

/// Deletes a message of a type that its sender and its receiver know.
template <class Message>
void destroy(void* message) {
  delete static_cast<Message*>(message);
}

/// Copies such a message, if its type can be copied.
template <class Message>
void* copy(const void* message) {
  return new Message(*static_cast<const Message*>(message));
}

/// Sends messages to the inbox of one peer. `Message` is the variant that the inbox receives. `Sent` is the
/// variant of those kinds that this sender sends. Each kind has `static constexpr const char* kind` and
/// `Bytes size() const`.
template <class Message, class Sent = Message>
class Address {
public:
  /// Throws InputError when the platform has no route from one of the two hosts to the other.
  Address(ActorContext& from, const Peer& to)
      : sender_(from, to, typeid(Message)),
        rows_(rows(from, to, std::make_index_sequence<number_of_kinds>())) {}

  /// Sends a message without waiting: one kind of `Sent`, or the variant. A message to a host that is down is
  /// lost.
  template <class Given>
  void send(Given message) const {
    if constexpr (std::is_same_v<Given, Sent>)
      std::visit([this](auto&& kind) { this->send(std::forward<decltype(kind)>(kind)); }, std::move(message));
    else
      send_kind(std::move(message));
  }

private:
  static constexpr std::size_t number_of_kinds = std::variant_size_v<Sent>;
  using Rows = std::array<MessageRow*, number_of_kinds>;

  template <class Kind>
  void send_kind(Kind&& message) const {
    static_assert(boost::mp11::mp_contains<Sent, Kind>::value, "this address does not send that kind");
    const Bytes bytes = message.size();
    sender_.send({new Message(std::forward<Kind>(message)), destroy<Message>}, copier(), bytes,
                 *rows_[boost::mp11::mp_find<Sent, Kind>::value]);
  }

  static constexpr void* (*copier())(const void*) {
    if constexpr (std::is_copy_constructible_v<Message>)
      return copy<Message>;
    else
      return nullptr;
  }

  template <std::size_t... Kinds>
  static Rows rows(ActorContext& from, const Peer& to, std::index_sequence<Kinds...>) {
    return {&Sender::row_of(from, to, std::variant_alternative_t<Kinds, Sent>::kind)...};
  }

  Sender sender_;
  Rows rows_;
};

/// Receives the messages that are sent to one actor.
template <class Message>
class Inbox : private Receiver {
public:
  Inbox(ActorContext& owner, Reception reception) : Inbox(owner, reception, owner.self().mailbox) {}
  /// Opens one more inbox of the actor, under another name.
  Inbox(ActorContext& owner, Reception reception, const std::string& mailbox)
      : Receiver(owner, reception, mailbox, typeid(Message), destroy<Message>) {}

  using Receiver::close;
  using Receiver::open;
  using Receiver::ready;
  using Receiver::waiting;

  /// As those of `Receiver`.
  Message receive() { return std::move(*owned(Receiver::receive())); }
  std::unique_ptr<Message> receive_ready() { return owned(Receiver::receive_ready()); }
  std::unique_ptr<Message> receive_before(Seconds date) { return owned(Receiver::receive_before(date)); }

private:
  static std::unique_ptr<Message> owned(void* message) {
    return std::unique_ptr<Message>(static_cast<Message*>(message));
  }
};

} // namespace malha
