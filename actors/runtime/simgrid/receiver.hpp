// SPDX-License-Identifier: MIT
#pragma once
#include "channel.hpp"
#include "stage.hpp"

namespace malha {

/// How an inbox takes messages under network transport. In a rendezvous one message is transferred at a time,
/// and its transfer starts when the receiver asks for it. To a permanent receiver a transfer starts when the
/// message is sent. Under instant transport both are the same.
enum class Reception { rendezvous, permanent };

/// The parameter by which an actor offers the choice of a reception, and the value of that parameter.
ParameterSpec reception_parameter(const std::string& default_value);
Reception reception_of(const Parameters& parameters);

/// The beginning of what an actor waits for that waits for a message; the name of the mailbox follows.
inline constexpr const char* waits_for_message = "a message";

/// Receives the messages of one type that are sent to one actor. It is what an `Inbox` does, whatever the
/// type. The caller owns the messages that it returns.
class Receiver {
public:
  Receiver(ActorContext& owner, Reception reception, const std::string& mailbox, const std::type_info& type,
           void (*destroy)(void*));
  Receiver(const Receiver&) = delete;
  Receiver& operator=(const Receiver&) = delete;
  ~Receiver();

  /// Makes the running actor the receiver of the mailbox. The actor's run() calls it first. If the actor
  /// runs again after its host was down, it loses the messages that were under way then.
  void open();

  /// Takes the receiver off the mailbox, which would keep it for good otherwise.
  void close();

  /// Waits for the next message and returns it. A message is lost when its sender's host fails during the
  /// transfer; this function passes over it.
  void* receive();

  /// Receives the message that `ready` has found. Returns null when it is lost on its way.
  void* receive_ready();

  /// Waits for the next message until `date`, which may be `never`. Returns null when none has come by then.
  /// A transfer that is under way at `date` goes on.
  void* receive_before(Seconds date);

  /// Whether `receive` has a message to begin with: in a rendezvous a sender waits, otherwise a message has
  /// arrived.
  bool ready();

  /// The number of messages that were sent, and are neither received nor known to be lost.
  std::int64_t waiting() const { return channel_.sent - channel_.received; }

private:
  void open_mailbox();
  void expect_letters();
  void lose_all();
  void* none();
  void* opened();
  bool arrives_before(Seconds date);
  bool is_dead(const Channel::Letter& letter) const;
  template <class Wait>
  bool is_lost(Wait&& wait);
  void wait_for_next();
  void end_transfer();
  void ask_for_next();
  void fetch();

  ActorContext& owner_;
  Channel& channel_;
  void (*const destroy_)(void*);
  /// The transfer under way, if there is one. It may go on beyond the date until which it was waited for.
  std::vector<simgrid::s4u::ActivityPtr> pending_;
  void* arriving_ = nullptr;
  const bool own_host_fails_; ///< by a profile
  const bool may_wait_without_sleep_;
  bool was_open_ = false;
  std::shared_ptr<simgrid::s4u::Mailbox*> next_; ///< mailbox of the next life, if there may be one
  int lives_ = 0;
};

} // namespace malha
