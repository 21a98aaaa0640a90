// SPDX-License-Identifier: MIT
#include "receiver.hpp"

#include "actor.hpp"
#include "own_outage.hpp"
#include "planned_crashes.hpp"
#include "versions.hpp"

#include <simgrid/s4u.hpp>
#include <xbt/config.hpp>

#include <algorithm>
#include <utility>

namespace malha {
namespace s4u = simgrid::s4u;

namespace {

/// Whether actors should wait for messages by `wait_for_any`. It is faster where Comm::wait begins an endless
/// sleep on the host, to notice that the host fails. So no host may fail in the run, and processors must have
/// the usual model. An actor whose host computes must not wait like that. The sleep makes SimGrid plan the
/// end of the computation anew, and the last digits of that end depend on it.
bool may_wait_without_sleep(const Stage& simulation) {
  return waiting_begins_a_sleep() && !simulation.hosts_may_change() &&
         simgrid::config::get_value<std::string>("cpu/optim") == "Lazy";
}

bool all_hosts_are_on() {
  const auto hosts = s4u::Engine::get_instance()->get_all_hosts();
  return std::all_of(hosts.begin(), hosts.end(), [](const auto* host) { return host->is_on(); });
}

Seconds time_until(Seconds date) { return std::max(0.0, date - s4u::Engine::get_clock()); }

} // namespace

ParameterSpec reception_parameter(const std::string& default_value) {
  return choice(
      "mailbox", default_value, {"rendezvous", "permanent"},
      "messages are transferred one at a time when they are asked for, or as soon as they are sent");
}

Reception reception_of(const Parameters& parameters) {
  return parameters.text("mailbox") == "permanent" ? Reception::permanent : Reception::rendezvous;
}

Receiver::Receiver(ActorContext& owner, Reception reception, const std::string& mailbox,
                   const std::type_info& type, void (*destroy)(void*))
    : owner_(owner), channel_(owner.simulation().network().channel(mailbox)), destroy_(destroy),
      own_host_fails_(owner.simulation().states().has(owner.host()->get_name())),
      may_wait_without_sleep_(may_wait_without_sleep(owner.simulation())) {
  channel_.carry(type, owner.self().descriptor->name);
  channel_.letters_travel =
      channel_.mailbox != nullptr && reception == Reception::permanent && !mailboxes_keep_what_arrived();
  channel_.queues = channel_.queues || reception == Reception::rendezvous || channel_.letters_travel;
}

Receiver::~Receiver() {
  if (channel_.queues)
    destroy_(arriving_); // otherwise it is SimGrid's until it has arrived
}

void Receiver::open() {
  pending_.clear();
  if (!channel_.queues)
    open_mailbox();
  else if (channel_.letters_travel)
    expect_letters();
  else if (std::exchange(was_open_, true))
    lose_all();
}

/// What is under way when the host fails is lost. What is sent while it is down is not taken later.
void Receiver::expect_letters() {
  destroy_(std::exchange(arriving_, nullptr));
  if (may_recover(owner_.simulation(), *owner_.host()))
    s4u::Actor::self()->on_exit([channel = &channel_, host = owner_.host()](bool) {
      if (!host->is_on())
        channel->lose_letters();
    });
}

/// Each life of an actor whose host may recover has a mailbox of its own. SimGrid 3.32 keeps what was on its
/// way when the host failed, and kills the actor that comes to it.
void Receiver::open_mailbox() {
  channel_.mailbox->set_receiver(s4u::Actor::self());
  if (!may_recover(owner_.simulation(), *owner_.host()))
    return;
  if (!next_)
    next_ = std::make_shared<s4u::Mailbox*>();
  *next_ = s4u::Mailbox::by_name(channel_.name + "/life-" + std::to_string(++lives_));
  s4u::Actor::self()->on_exit([channel = &channel_, next = next_, host = owner_.host()](bool) {
    if (host->is_on())
      return;
    channel->mailbox = *next;
    channel->received = channel->sent;
  });
}

void Receiver::lose_all() {
  destroy_(std::exchange(arriving_, nullptr));
  channel_.lose_letters();
}

void Receiver::close() {
  if (!channel_.queues)
    channel_.mailbox->set_receiver(nullptr);
}

void* Receiver::receive() {
  owner_.waits_for = &channel_.waits_for;
  while (is_lost([this] { wait_for_next(); })) {
  }
  return opened();
}

void* Receiver::receive_ready() {
  owner_.waits_for = &channel_.waits_for;
  return is_lost([this] { wait_for_next(); }) ? none() : opened();
}

void* Receiver::receive_before(Seconds date) {
  if (date == never)
    return receive();
  owner_.waits_for = &channel_.waits_for;
  if (own_host_fails_)
    date = past_own_outage(owner_.simulation(), *owner_.host(), date);
  bool over = false;
  while (is_lost([&] { over = !arrives_before(date); })) {
  }
  if (over)
    return none();
  pending_.clear();
  return opened();
}

bool Receiver::ready() {
  bool arrived = false;
  // Comm::test of SimGrid 3.32 does not say that a transfer has failed.
  if (!pending_.empty() && !is_lost([&] { arrived = ends_within(pending_, 0); }))
    return arrived;
  while (channel_.queues && channel_.has_letter() && is_dead(channel_.first())) {
    channel_.arrivals->acquire();
    is_lost([this] { fetch(); });
  }
  return channel_.queues ? channel_.has_letter() : channel_.mailbox->ready();
}

void* Receiver::none() {
  owner_.waits_for = nullptr;
  return nullptr;
}

void* Receiver::opened() {
  owner_.waits_for = nullptr;
  ++channel_.received;
  return std::exchange(arriving_, nullptr);
}

/// Whether a message has come by the date.
bool Receiver::arrives_before(Seconds date) {
  const Seconds timeout = time_until(date);
  if (channel_.queues && pending_.empty()) {
    if (timeout > 0 ? channel_.arrivals->acquire_timeout(timeout) : !channel_.has_letter())
      return false;
    if (timeout <= 0) // to acquire_timeout of SimGrid 3.32, 0 means to wait for ever
      channel_.arrivals->acquire();
    fetch();
  } else if (pending_.empty()) {
    ask_for_next();
  }
  return pending_.empty() || ends_within(pending_, time_until(date));
}

/// Whether the letter is lost: on its way, or under network transport with its sender, whose host is down.
bool Receiver::is_dead(const Channel::Letter& letter) const {
  if (channel_.letters_travel)
    return letter.state == Channel::State::lost;
  return channel_.mailbox != nullptr && !letter.from->is_on();
}

/// Calls `wait`, and returns whether the transfer has failed because its sender's host went down. SimGrid
/// does not say why a transfer fails. When no host is down, nor may have recovered, the failure has another
/// cause, and is thrown on.
template <class Wait>
bool Receiver::is_lost(Wait&& wait) {
  try {
    wait();
    return false;
  } catch (const simgrid::NetworkFailureException&) {
    if (!owner_.simulation().hosts_may_recover() && all_hosts_are_on())
      throw;
    pending_.clear();
    if (channel_.queues)
      destroy_(arriving_); // otherwise SimGrid has
    arriving_ = nullptr;
    ++channel_.received;
    return true;
  }
}

void Receiver::wait_for_next() {
  if (channel_.queues && pending_.empty()) {
    channel_.arrivals->acquire();
    fetch();
  } else if (pending_.empty()) {
    ask_for_next();
  }
  if (!pending_.empty())
    end_transfer();
  pending_.clear();
}

/// Waits until the transfer under way has ended.
void Receiver::end_transfer() {
  if (may_wait_without_sleep_ && owner_.host()->get_load() <= 0)
    wait_for_any(pending_);
  else
    static_cast<s4u::Comm&>(*pending_.front()).wait();
}

/// Takes the first message of the mailbox, as soon as one arrives.
void Receiver::ask_for_next() { pending_.push_back(channel_.mailbox->get_async<void>(&arriving_)); }

/// Takes the first letter. In a rendezvous its transfer starts now, or fails.
void Receiver::fetch() {
  auto letter = channel_.take();
  arriving_ = letter.message.release();
  if (is_dead(letter)) // SimGrid would abort
    throw simgrid::NetworkFailureException(XBT_THROW_POINT, "a host of it is down");
  if (channel_.mailbox != nullptr && !channel_.letters_travel)
    pending_.push_back(start_transfer(letter.from, owner_.host(), letter.bytes));
}

} // namespace malha
