// SPDX-License-Identifier: MIT
#pragma once
#include "commands.hpp"
#include "store.hpp"

#include <map>

namespace malha::tuple_space {

/// The tuple space as a state machine: copies that execute the same commands in the same order are in the
/// same state and give the same answers. Besides the store it has a table of its clients (Viewstamped
/// Replication Revisited, section 4.1), which tells a command that was sent twice. It reads no clock: that
/// the lease of a client has run out is a command like any other (client_failed).
///
/// A client waits for at most one answer at a time.
class SpaceMachine {
public:
  /// `random`, if given, draws among several tuples that match; each copy has its own.
  explicit SpaceMachine(std::vector<Shape> shapes, const std::optional<RandomStreams::Engine>& random = {});
  SpaceMachine(const SpaceMachine& other);
  SpaceMachine& operator=(const SpaceMachine& other);
  ~SpaceMachine() = default;

  /// Before the first command: a tuple that is there from the start.
  void put(Tuple tuple) { store_.out(std::move(tuple)); }
  /// Executes the command if it is the next one of its client. Returns the answers that it leads to: its own,
  /// and those of other clients that waited for it.
  std::vector<Answer> apply(const Command& command);

  /// The number of the last command of the client that was executed; 0 before the first.
  RequestId last_of(ClientId client) const;
  /// The last answer to the client; null while it waits, and before its first.
  const Answer* answer_to(ClientId client) const;
  /// Whether the last command of the client waits for a tuple.
  bool waits(ClientId client) const;
  bool has_failed(ClientId client) const;
  /// All that were heard of, save those that have failed, or left and not come again.
  std::vector<ClientId> clients() const;
  /// Weight on a network.
  Bytes weight() const;

private:
  struct Session {
    RequestId last = 0;
    bool waits = false;
    bool left = false, failed = false;
    std::optional<Answer> answer;
    std::map<TransactionId, TransactionId> transactions; ///< of the store, by the client's own number
  };

  /// The store's, of the client's own number.
  TransactionId transaction_of(const Command& command, Session& session);
  void write(const Command& command, Session& session);
  /// Nothing where the client has to wait.
  std::optional<std::vector<Tuple>> ask(const Command& command, TransactionId transaction);

  std::optional<RandomStreams::Engine> random_;
  TupleStore store_;
  std::map<ClientId, Session> sessions_;
};

} // namespace malha::tuple_space
