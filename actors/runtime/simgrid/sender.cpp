// SPDX-License-Identifier: MIT
#include "sender.hpp"

#include "actor.hpp"
#include "actors/model/message_faults.hpp"
#include "versions.hpp"

#include <simgrid/s4u.hpp>

#include <stdexcept>

namespace malha {
namespace s4u = simgrid::s4u;

Sender::Sender(ActorContext& from, const Peer& to, const std::type_info& type)
    : channel_(&from.simulation().network().channel(to.mailbox)), from_(from.host()), to_(to.host),
      faults_(from_ == to_ ? nullptr : from.simulation().network().faults()) {
  channel_->carry(type, from.self().descriptor->name);
  from.simulation().network().check_route(from_, to_);
}

MessageRow& Sender::row_of(ActorContext& from, const Peer& to, const char* kind) {
  return from.simulation().network().row(kind, from.self().descriptor->name + ">" + to.descriptor->name);
}

void Sender::send(AnyMessage message, void* (*copy)(const void*), Bytes bytes, MessageRow& row) const {
  ++row.count;
  row.bytes += bytes;
  const auto departures =
      faults_ == nullptr
          ? Departures{}
          : faults_->next({row.kind, from_->get_name(), channel_->name, s4u::Engine::get_clock()});
  if (departures.second < never) {
    if (copy == nullptr)
      throw std::logic_error(std::string("no copy can be made of a message '") + row.kind + "'");
    leave_later(departures.second, {copy(message.get()), message.get_deleter()}, bytes);
  }
  if (departures.first <= 0)
    leave(*channel_, from_, to_, std::move(message), bytes);
  else if (departures.first < never)
    leave_later(departures.first, std::move(message), bytes);
}

void Sender::leave(Channel& channel, Host* from, Host* to, AnyMessage message, Bytes bytes) {
  ++channel.sent;
  if (channel.queues && !channel.letters_travel) {
    channel.add({std::move(message), from, static_cast<std::uint64_t>(bytes)});
  } else if (!to->is_on()) { // SimGrid would abort
    return;
  } else if (channel.letters_travel) {
    channel.add_travelling({std::move(message), from, static_cast<std::uint64_t>(bytes)}, to);
  } else {
    auto* const destroy = message.get_deleter();
    channel.mailbox->put_init(message.release(), static_cast<std::uint64_t>(bytes))->detach(destroy);
  }
}

void Sender::leave_later(Seconds later, AnyMessage message, Bytes bytes) const {
  add_actor(channel_->name + "/late", from_,
            [later, channel = channel_, from = from_, to = to_, bytes,
             held = std::make_shared<AnyMessage>(std::move(message))] {
              s4u::this_actor::sleep_for(later);
              leave(*channel, from, to, std::move(*held), bytes);
            })
      ->daemonize();
}

} // namespace malha
