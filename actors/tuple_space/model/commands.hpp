// SPDX-License-Identifier: MIT
#pragma once
#include "requests.hpp"

namespace malha::tuple_space {

/// A command of a client to a replicated space. Commands of a client are numbered from 1 without gaps, and
/// executed in that order, each once, even if they are sent several times.
struct Command {
  enum What { write, inp, rdp, in, rd, copy_collect, leave, client_failed };
  enum End { open, commit, abort };

  ClientId client = 0;
  RequestId number = 0; ///< 0 for client_failed, which no client sends
  What what = write;
  TransactionId transaction = no_transaction; ///< numbered by the client; begun by its first use
  std::vector<Tuple> written;                 ///< tuples to write first
  Template wanted;                            ///< not for write, leave and client_failed
  End end = open;                             ///< end of the transaction, for write
  std::shared_ptr<const void> rider;          ///< not read by the space

  /// Whether the client waits for an answer. An answer confirms that all earlier commands were executed, too.
  bool asks() const { return what != write && what != client_failed; }
  /// Size on a network, in B.
  Bytes weight() const;
};

/// A command that does not change any more: replicas and messages share it.
using CommandPtr = std::shared_ptr<const Command>;
using Commands = std::vector<CommandPtr>;

/// Size of several commands on a network, in B.
Bytes weight_of(const Commands& commands);

/// The answer to a command of a client.
struct Answer {
  ClientId client;
  RequestId number;
  std::vector<Tuple> tuples;
};

} // namespace malha::tuple_space
