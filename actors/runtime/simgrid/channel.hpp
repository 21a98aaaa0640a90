// SPDX-License-Identifier: MIT
#pragma once
#include <simgrid/s4u.hpp>

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <typeinfo>
#include <utility>

namespace malha {

/// A message whose type its sender and its receiver know, with the function that deletes it.
using AnyMessage = std::unique_ptr<void, void (*)(void*)>;

/// One end point of messages, known by its name. It is a SimGrid mailbox, or a queue of letters that the
/// receiver takes. Letters queue under instant transport, where they arrive at once. They also queue in
/// a rendezvous, because SimGrid searches a whole mailbox for a receiver at each put: on a saturated mailbox
/// that takes time in proportion to its backlog. For a permanent receiver they queue where SimGrid's
/// mailboxes lose what has arrived: then each letter travels from the moment when it is sent.
class Channel {
public:
  enum class State { arrived, under_way, lost };
  struct Letter {
    AnyMessage message;
    simgrid::s4u::Host* from;
    std::uint64_t bytes;
    State state = State::arrived; ///< of a letter that travels on its own
  };

  std::string name;
  std::string waits_for;                    ///< "a message in mailbox '<name>'"
  simgrid::s4u::Mailbox* mailbox = nullptr; ///< null under instant transport
  bool queues = false;                      ///< letters wait here, not in the mailbox
  bool letters_travel = false;              ///< each on its own, to a permanent receiver
  std::int64_t sent = 0;
  std::int64_t received = 0;           ///< or known to be lost
  simgrid::s4u::SemaphorePtr arrivals; ///< counts the letters that can be taken

  /// Ties the channel to one type of message. Throws InputError when it already carries another type.
  void carry(const std::type_info& message, const std::string& actor);

  /// Adds a letter that can be taken at once. No letter of this channel travels on its own.
  void add(Letter letter) {
    letters_.push_back(std::move(letter));
    ++ready_;
    arrivals->release();
  }
  /// Sends a letter on its way to that host.
  void add_travelling(Letter letter, simgrid::s4u::Host* to);
  bool has_letter() const { return ready_ > 0; }
  /// The letter that is taken next, if there is one.
  const Letter& first() const { return letters_.front(); }
  /// Takes the first letter. The caller has acquired `arrivals`.
  Letter take() {
    auto letter = std::move(letters_.front());
    letters_.pop_front();
    ++taken_;
    --ready_;
    return letter;
  }
  /// Loses all letters that were not taken.
  void lose_letters();

private:
  void end_travel(std::uint64_t number, State state);

  const std::type_info* carries_ = nullptr;
  std::deque<Letter> letters_; ///< in the order in which they were sent
  std::size_t ready_ = 0;      ///< first letters that are not under way
  std::uint64_t taken_ = 0;    ///< letters before the first one
};

} // namespace malha
