// SPDX-License-Identifier: MIT
#pragma once
#include "client.hpp"
#include "vocabulary.hpp"

namespace malha::tuple_space {

/// The steps of a resource that leaves checkpoints of a task in the space (GridTS, Alg. 4). Each interval is
/// a nested top-level transaction, which takes the checkpoint at its begin and writes another at its end. So
/// a crash restores the last one, and a task has at most one.
class CheckpointProtocol {
public:
  /// `weight` is the size of a checkpoint on a network, in B.
  CheckpointProtocol(Client& space, const Task& task, Bytes weight);

  /// Begins the first interval. Returns the remaining work: all of the task, unless there is a checkpoint.
  Flops begin();
  /// Leaves a checkpoint with the remaining work, and begins the next interval.
  void leave(Flops work);
  /// Ends the last interval: all work is done.
  void end() { space_.commit(transaction_); }

private:
  Client& space_;
  const Task& task_;
  const Bytes weight_;
  const Template wanted_;
  TransactionId transaction_ = no_transaction;
};

} // namespace malha::tuple_space
