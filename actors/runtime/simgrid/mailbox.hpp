// SPDX-License-Identifier: MIT
#pragma once
#include "message_faults.hpp"
#include "own_outage.hpp"
#include "planned_crashes.hpp"

#include <boost/mp11/algorithm.hpp>
#include <simgrid/s4u.hpp>

#include <algorithm>
#include <array>
#include <deque>
#include <memory>
#include <type_traits>
#include <typeinfo>
#include <utility>
#include <variant>
#include <vector>

namespace malha {

/// How an inbox takes messages under network transport. In a rendezvous one message is transferred at a time,
/// and its transfer starts when the receiver asks for it. To a permanent receiver a transfer starts when the
/// message is sent. Under instant transport both are the same.
enum class Reception { rendezvous, permanent };

/// The parameter by which an actor offers the choice of a reception, and the value of that parameter.
ParameterSpec reception_parameter(const std::string& default_value);
Reception reception_of(const Parameters& parameters);

/// Whether actors may wait for messages by Activity::wait_any. It is faster than Comm::wait of SimGrid 3.32,
/// which begins an endless sleep on the host, to notice that the host goes. So no host may go in the run, and
/// processors must have the usual model. An actor whose host computes must not wait like that. The sleep
/// makes SimGrid plan the end of the computation anew, and the last digits of that end depend on it.
bool may_wait_without_sleep(const Stage& simulation);

/// What an actor waits for that waits for a message; the mailbox is said behind it.
inline constexpr const char* waits_for_message = "a message";

/// One end point of messages, known by its name. It is a SimGrid mailbox, or a queue of letters that the
/// receiver fetches. Letters queue under instant transport, where they are there at once. They also queue in
/// a rendezvous, because SimGrid searches a whole mailbox for a receiver at each put: on a saturated mailbox
/// that takes time in proportion to its backlog.
struct Channel {
  struct Letter {
    void* message;
    simgrid::s4u::Host* from;
    std::uint64_t bytes;
  };

  std::string name;
  std::string waits_for;                    ///< "a message in mailbox '<name>'"
  simgrid::s4u::Mailbox* mailbox = nullptr; ///< null under instant transport
  bool queues = false;                      ///< letters wait in `letters`, not in the mailbox
  std::int64_t sent = 0;
  std::int64_t received = 0;
  simgrid::s4u::SemaphorePtr arrivals; ///< counts the letters
  std::deque<Letter> letters;

  /// Ties the channel to one type of message. Throws InputError when it already carries another type.
  void carry(const std::type_info& message, const std::string& actor);

private:
  const std::type_info* carries_ = nullptr;
};

/// Sends messages to the inbox of one peer. `Message` is the variant that the inbox receives. `Sent` is the
/// variant of those kinds that this sender sends. Each kind has `static constexpr const char* kind` and
/// `Bytes size() const`.
template <class Message, class Sent = Message>
class Address {
public:
  /// Throws InputError when the platform has no route from one of the two hosts to the other.
  Address(ActorContext& from, const Peer& to)
      : channel_(&from.simulation().channel(to.mailbox)), from_(from.host()), to_(to.host),
        faults_(from_ == to_ ? nullptr : from.simulation().message_faults()) {
    channel_->carry(typeid(Message), from.self().descriptor->name);
    auto& simulation = from.simulation();
    simulation.check_route(from.host(), to.host);
    const std::string layer = from.self().descriptor->name + ">" + to.descriptor->name;
    name_kinds(simulation, layer, std::make_index_sequence<std::variant_size_v<Sent>>());
  }

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
  using Host = simgrid::s4u::Host;

  template <class Kind>
  void send_kind(Kind&& message) const {
    static_assert(boost::mp11::mp_contains<Sent, Kind>::value, "this address does not send that kind");
    const Bytes bytes = message.size();
    auto& row = *rows_[boost::mp11::mp_find<Sent, Kind>::value];
    ++row.count;
    row.bytes += bytes;
    if (faults_ != nullptr && is_held_up(row.kind, message, bytes))
      return;
    leave(*channel_, from_, to_, std::forward<Kind>(message), bytes);
  }

  template <class Kind>
  static void leave(Channel& channel, Host* from, const Host* to, Kind&& message, Bytes bytes) {
    ++channel.sent;
    if (!channel.queues && !to->is_on()) // SimGrid 3.32 would abort
      return;
    auto* letter = new Message(std::forward<Kind>(message));
    if (channel.queues) {
      channel.letters.push_back({letter, from, static_cast<std::uint64_t>(bytes)});
      channel.arrivals->release();
    } else {
      channel.mailbox->put_init(letter, static_cast<std::uint64_t>(bytes))->detach([](void* lost) {
        delete static_cast<Message*>(lost);
      });
    }
  }

  /// Whether the message is lost, or leaves later.
  template <class Kind>
  bool is_held_up(const std::string& kind, Kind& message, Bytes bytes) const {
    const Seconds late =
        faults_->next({kind, from_->get_name(), channel_->name, simgrid::s4u::Engine::get_clock()});
    if (late > 0 && late < never)
      simgrid::s4u::Actor::create(channel_->name + "/late", from_,
                                  [late, channel = channel_, from = from_, to = to_, bytes,
                                   held = std::make_shared<Kind>(std::move(message))] {
                                    simgrid::s4u::this_actor::sleep_for(late);
                                    leave(*channel, from, to, std::move(*held), bytes);
                                  })
          ->daemonize();
    return late > 0;
  }

  template <std::size_t... Kinds>
  void name_kinds(Stage& simulation, const std::string& layer, std::index_sequence<Kinds...>) {
    rows_ = {&simulation.message_row(std::variant_alternative_t<Kinds, Sent>::kind, layer)...};
  }

  Channel* channel_;
  Host *from_, *to_;
  MessageFaults* faults_; ///< null where all messages arrive in time
  std::array<MessageRow*, std::variant_size_v<Sent>> rows_;
};

/// Receives the messages that are sent to one actor.
template <class Message>
class Inbox {
public:
  Inbox(ActorContext& owner, Reception reception) : Inbox(owner, reception, owner.self().mailbox) {}
  /// Opens one more inbox of the actor, under another name.
  Inbox(ActorContext& owner, Reception reception, const std::string& mailbox)
      : owner_(owner), channel_(owner.simulation().channel(mailbox)),
        own_host_goes_(owner.simulation().has_state_profile(*owner.host())),
        may_wait_without_sleep_(malha::may_wait_without_sleep(owner.simulation())) {
    channel_.carry(typeid(Message), owner.self().descriptor->name);
    channel_.queues = channel_.queues || reception == Reception::rendezvous;
  }
  Inbox(const Inbox&) = delete;
  Inbox& operator=(const Inbox&) = delete;
  ~Inbox() {
    for (const auto& letter : channel_.letters)
      delete static_cast<Message*>(letter.message);
    if (channel_.queues)
      delete arriving_; // otherwise it is SimGrid's until it has arrived
  }

  /// Makes the running actor the receiver of the mailbox. The actor's run() calls it first. Where the actor
  /// runs again after its host was down, what was under way then is lost.
  void open() {
    pending_.clear();
    if (!channel_.queues)
      open_mailbox();
    else if (std::exchange(was_open_, true))
      lose_all();
  }

  /// Takes the receiver off the mailbox, which would keep it for good otherwise.
  void close() {
    if (!channel_.queues)
      channel_.mailbox->set_receiver(nullptr);
  }

  /// Waits for the next message and returns it. A message is lost when its sender's host goes down during the
  /// transfer; this function passes over it.
  Message receive() { return std::move(*next()); }

  /// Receives the message of which `ready` has told. Returns null when it is lost on its way.
  std::unique_ptr<Message> receive_ready() {
    owner_.waits_for = &channel_.waits_for;
    if (is_lost([this] { wait_for_next(); }))
      return none();
    return opened();
  }

  /// Waits for the next message until `date`, which may be `never`. Returns null when none has come by then.
  /// A transfer that is under way at `date` goes on.
  std::unique_ptr<Message> receive_before(Seconds date) {
    if (date == never)
      return next();
    owner_.waits_for = &channel_.waits_for;
    if (own_host_goes_)
      date = past_own_outage(owner_.simulation(), *owner_.host(), date);
    bool over = false;
    while (is_lost([&] { over = !arrives_before(date); })) {
    }
    if (over)
      return none();
    pending_.clear();
    return opened();
  }

  /// Whether `receive` has a message to begin with: in a rendezvous a sender waits, otherwise a message has
  /// arrived.
  bool ready() {
    bool arrived = false;
    // Comm::test of SimGrid 3.32 does not tell a transfer that has failed.
    if (!pending_.empty() && !is_lost([&] { arrived = ends_within(0); }))
      return arrived;
    while (channel_.queues && !channel_.letters.empty() && is_dead(channel_.letters.front())) {
      channel_.arrivals->acquire();
      is_lost([this] { fetch(); });
    }
    return channel_.queues ? !channel_.letters.empty() : channel_.mailbox->ready();
  }

  /// The number of messages that were sent, and are neither received nor known to be lost.
  std::int64_t waiting() const { return channel_.sent - channel_.received; }

private:
  /// Each life of an actor whose host may return has a mailbox of its own. SimGrid 3.32 keeps what was on its
  /// way when the host went, and kills the actor that comes to it.
  void open_mailbox() {
    using simgrid::s4u::Actor;
    channel_.mailbox->set_receiver(Actor::self());
    if (!may_come_back(owner_.simulation(), *owner_.host()))
      return;
    if (!next_)
      next_ = std::make_shared<simgrid::s4u::Mailbox*>();
    *next_ = simgrid::s4u::Mailbox::by_name(channel_.name + "/life-" + std::to_string(++lives_));
    Actor::self()->on_exit([channel = &channel_, next = next_, host = owner_.host()](bool) {
      if (host->is_on())
        return;
      channel->mailbox = *next;
      channel->received = channel->sent;
    });
  }

  void lose_all() {
    delete std::exchange(arriving_, nullptr);
    for (const auto& letter : channel_.letters)
      delete static_cast<Message*>(letter.message);
    channel_.letters.clear();
    channel_.received = channel_.sent;
    channel_.arrivals = simgrid::s4u::Semaphore::create(0); // who was killed may have taken from the old one
  }

  std::unique_ptr<Message> next() {
    owner_.waits_for = &channel_.waits_for;
    while (is_lost([this] { wait_for_next(); })) {
    }
    return opened();
  }

  std::unique_ptr<Message> none() {
    owner_.waits_for = nullptr;
    return nullptr;
  }

  /// Whether a message has come by the date.
  bool arrives_before(Seconds date) {
    const Seconds timeout = time_until(date);
    if (channel_.queues && pending_.empty()) {
      if (timeout > 0 ? channel_.arrivals->acquire_timeout(timeout) : channel_.letters.empty())
        return false;
      if (timeout <= 0) // to acquire_timeout of SimGrid 3.32, 0 means to wait for ever
        channel_.arrivals->acquire();
      fetch();
    } else if (pending_.empty()) {
      ask_for_next();
    }
    return pending_.empty() || ends_within(time_until(date));
  }

  /// Whether the letter is lost: under network transport it waits with its sender, whose host is down.
  bool is_dead(const Channel::Letter& letter) const {
    return channel_.mailbox != nullptr && !letter.from->is_on();
  }

  /// Calls `wait`, and returns whether the transfer has failed because its sender's host went down. SimGrid
  /// does not say why a transfer fails. When no host is down, nor may have come back, the failure has another
  /// cause, and is thrown on.
  template <class Wait>
  bool is_lost(Wait&& wait) {
    try {
      wait();
      return false;
    } catch (const simgrid::NetworkFailureException&) {
      const auto hosts = simgrid::s4u::Engine::get_instance()->get_all_hosts();
      if (!owner_.simulation().hosts_may_return() &&
          std::all_of(hosts.begin(), hosts.end(), [](const auto* host) { return host->is_on(); }))
        throw;
      pending_.clear();
      if (channel_.queues)
        delete arriving_; // otherwise SimGrid has
      arriving_ = nullptr;
      ++channel_.received;
      return true;
    }
  }

  void wait_for_next() {
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
  void end_transfer() {
    if (may_wait_without_sleep_ && owner_.host()->get_load() <= 0)
      simgrid::s4u::Activity::wait_any(pending_);
    else
      static_cast<simgrid::s4u::Comm&>(*pending_.front()).wait();
  }
  /// Whether the transfer under way ends in that time.
  bool ends_within(Seconds timeout) const {
    return simgrid::s4u::Activity::wait_any_for(pending_, timeout) >= 0;
  }

  /// Takes the first message of the mailbox, as soon as one is there.
  void ask_for_next() { pending_.push_back(channel_.mailbox->template get_async<Message>(&arriving_)); }

  static Seconds time_until(Seconds date) { return std::max(0.0, date - simgrid::s4u::Engine::get_clock()); }

  /// Takes the first letter. Under network transport its transfer starts now, or fails.
  void fetch() {
    const auto letter = channel_.letters.front();
    channel_.letters.pop_front();
    arriving_ = static_cast<Message*>(letter.message);
    if (is_dead(letter)) // SimGrid 3.32 would abort
      throw simgrid::NetworkFailureException(XBT_THROW_POINT, "its sender's host is down");
    if (channel_.mailbox != nullptr)
      pending_.push_back(simgrid::s4u::Comm::sendto_async(letter.from, owner_.host(), letter.bytes));
  }

  std::unique_ptr<Message> opened() {
    owner_.waits_for = nullptr;
    ++channel_.received;
    return std::unique_ptr<Message>(std::exchange(arriving_, nullptr));
  }

  ActorContext& owner_;
  Channel& channel_;
  /// The transfer under way, if there is one. It may go on beyond the date until which it was waited for.
  std::vector<simgrid::s4u::ActivityPtr> pending_;
  Message* arriving_ = nullptr;
  const bool own_host_goes_; ///< by a profile
  const bool may_wait_without_sleep_;
  bool was_open_ = false;
  std::shared_ptr<simgrid::s4u::Mailbox*> next_; ///< mailbox of the next life, where there may be one
  int lives_ = 0;
};

} // namespace malha
