// SPDX-License-Identifier: MIT
#pragma once
#include "commands.hpp"
#include "store.hpp"

#include <map>

namespace malha::tuple_space {

/// The tuple space as a state machine: copies that execute the same commands in the same order are in the
/// same state and give the same answers. Besides the store it has a client table (liskov2012, section 4.1),
/// by which it recognises a command that was sent twice. It reads no clock: the end of the lease of a client
/// is a command, too (client_failed).
///
/// A client waits for at most one answer at a time.
class SpaceMachine {
public:
  /// `random`, if given, draws among several tuples that match. Each copy has an engine of its own.
  explicit SpaceMachine(std::vector<Shape> shapes, const std::optional<RandomStreams::Engine>& random = {});
  SpaceMachine(const SpaceMachine& other);
  SpaceMachine& operator=(const SpaceMachine& other);
  ~SpaceMachine() = default;

  /// Adds a tuple of the initial state, before the first command.
  void put(Tuple tuple) { store_.out(std::move(tuple)); }
  /// Executes the command if it is the next one of its client. Returns the answers that follow: its own, and
  /// those of other clients that waited for it.
  std::vector<Answer> apply(const Command& command);

  /// The number of the last executed command of the client; 0 before the first.
  RequestId last_of(ClientId client) const;
  /// The last answer to the client; null while it waits, and before its first.
  const Answer* answer_to(ClientId client) const;
  /// Whether the last command of the client waits for a tuple.
  bool waits(ClientId client) const;
  bool has_failed(ClientId client) const;
  /// All known clients, except those that have failed or left.
  std::vector<ClientId> clients() const;
  /// Size on a network, in B.
  Bytes weight() const;

private:
  struct Session {
    RequestId last = 0;
    bool waits = false;
    bool left = false, failed = false;
    std::optional<Answer> answer;
    std::map<TransactionId, TransactionId>
        transactions; ///< transactions of the store, by the client's number
  };

  /// The store's transaction for the client's number.
  TransactionId transaction_of(const Command& command, Session& session);
  void write(const Command& command, Session& session);
  /// The answer; nothing if the client has to wait.
  std::optional<std::vector<Tuple>> ask(const Command& command, TransactionId transaction);

  std::optional<RandomStreams::Engine> random_;
  TupleStore store_;
  std::map<ClientId, Session> sessions_;
};

} // namespace malha::tuple_space
