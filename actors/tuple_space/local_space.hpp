// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/simgrid/s4u.hpp"
#include "actors/tuple_space/model/store.hpp"
#include "crash_book.hpp"

#include <memory>
#include <optional>

namespace malha::tuple_space {

/// The store of a space that one server keeps. Under instant transport clients call the store, and sleep here
/// while they wait for a tuple.
class LocalSpace {
public:
  /// `choice` draws among several tuples that match; null: the oldest is taken.
  LocalSpace(RandomStreams::Engine* choice, SpaceClients& clients, const CrashBook& crashes);

  TupleStore& store() { return store_; }
  /// Undoes the open transactions of a client that has crashed.
  void undo(ClientId client);

  // Under instant transport.

  /// A new client replaces crashed ones of its node: undoes their open transactions at once.
  void undo_before(ClientId client, Seconds date);
  /// Sleeps until `serve` has an answer for the client. Returns it with its planned date.
  std::pair<Tuple, Seconds> await(ClientId client);
  /// Wakes the clients for which the store has found tuples, except crashed ones.
  void serve(Seconds date);

private:
  struct Sleeper {
    simgrid::s4u::SemaphorePtr wakes = simgrid::s4u::Semaphore::create(0);
    std::optional<std::pair<Tuple, Seconds>> answer;
  };

  Sleeper& sleeper(ClientId client);

  TupleStore store_;
  SpaceClients& clients_;
  const CrashBook& crashes_;
  std::vector<std::unique_ptr<Sleeper>> sleepers_; ///< by client
};

} // namespace malha::tuple_space
