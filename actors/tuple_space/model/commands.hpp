// SPDX-License-Identifier: MIT
#pragma once
#include "requests.hpp"

namespace malha::tuple_space {

/// What a client wants of a replicated space. Commands of a client are numbered from 1 without gaps, and
/// executed in that order, each once, however often they are sent.
struct Command {
  enum What { write, inp, rdp, in, rd, copy_collect, leave, client_failed };
  enum End { open, commit, abort };

  ClientId client = 0;
  RequestId number = 0; ///< 0 for client_failed, which no client sends
  What what = write;
  TransactionId transaction = no_transaction; ///< of the client, which numbers them; begun by its first use
  std::vector<Tuple> written;                 ///< tuples to write, before all else
  Template wanted;                            ///< not for write, leave and client_failed
  End end = open;                             ///< of the transaction, for write
  std::shared_ptr<const void> rider;          ///< the space does not look at it

  /// Whether the client waits for an answer. An answer says that all commands before have been executed, too.
  bool asks() const { return what != write && what != client_failed; }
  /// Weight on a network.
  Bytes weight() const;
};

/// A command that nobody changes any more: replicas and messages share it.
using CommandPtr = std::shared_ptr<const Command>;
using Commands = std::vector<CommandPtr>;

/// Weight on a network of several.
Bytes weight_of(const Commands& commands);

/// What a client hears of a command.
struct Answer {
  ClientId client;
  RequestId number;
  std::vector<Tuple> tuples;
};

} // namespace malha::tuple_space
