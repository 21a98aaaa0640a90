// SPDX-License-Identifier: MIT
#pragma once
#include "client.hpp"
#include "vocabulary.hpp"

namespace malha::tuple_space {

/// How a resource leaves checkpoints of a task in the space (GridTS, Alg. 4). Each interval is a nested
/// top-level transaction, which takes the checkpoint at its begin and leaves another at its end. So a crash
/// gives back the last one that was left, and there is never more than one of a task.
class CheckpointProtocol {
public:
  /// `weight`: of a checkpoint on a network, in B.
  CheckpointProtocol(Client& space, const Task& task, Bytes weight);

  /// Begins the first interval. Returns the work that is left: all of the task, unless a crash left a
  /// checkpoint.
  Flops begin();
  /// Leaves a checkpoint with so much work, and begins the next interval.
  void leave(Flops work);
  /// All work is done.
  void end() { space_.commit(transaction_); }

private:
  Client& space_;
  const Task& task_;
  const Bytes weight_;
  const Template wanted_;
  TransactionId transaction_ = no_transaction;
};

} // namespace malha::tuple_space
