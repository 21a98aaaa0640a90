// SPDX-License-Identifier: MIT
#pragma once
#include <simgrid/s4u.hpp>

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <typeinfo>

namespace malha {

/// A message whose type its sender and its receiver know, with the function that deletes it.
using AnyMessage = std::unique_ptr<void, void (*)(void*)>;

/// One end point of messages, known by its name. It is a SimGrid mailbox, or a queue of letters that the
/// receiver fetches. Letters queue under instant transport, where they arrive at once. They also queue in
/// a rendezvous, because SimGrid searches a whole mailbox for a receiver at each put: on a saturated mailbox
/// that takes time in proportion to its backlog.
struct Channel {
  struct Letter {
    AnyMessage message;
    simgrid::s4u::Host* from;
    std::uint64_t bytes;
  };

  std::string name;
  std::string waits_for;                    ///< "a message in mailbox '<name>'"
  simgrid::s4u::Mailbox* mailbox = nullptr; ///< null under instant transport
  bool queues = false;                      ///< letters wait in `letters`, not in the mailbox
  std::int64_t sent = 0;
  std::int64_t received = 0;           ///< or known to be lost
  simgrid::s4u::SemaphorePtr arrivals; ///< counts the letters
  std::deque<Letter> letters;

  /// Ties the channel to one type of message. Throws InputError when it already carries another type.
  void carry(const std::type_info& message, const std::string& actor);

private:
  const std::type_info* carries_ = nullptr;
};

} // namespace malha
