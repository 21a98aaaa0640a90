// SPDX-License-Identifier: MIT
#pragma once
#include "queue.hpp"

namespace malha::cluster {

/// A job that starts, and what its checkpoints cost.
struct CheckpointView {
  Seconds now;
  const QueuedJob& job;
  int restarts; ///< times that it was put back in the queue
  Seconds cost; ///< time that one checkpoint takes, above 0
  /// Time that every start but the first takes before the job continues.
  Seconds restart;
};

/// After how much computing does a job leave a checkpoint, again and again? The scheduler asks at each start
/// of a job.
class Checkpoint : public Policy {
public:
  static constexpr const char* question = "cluster/checkpoint";
  /// In seconds of computing between two checkpoints, above 0; `never`: the job leaves none.
  virtual Seconds interval(const CheckpointView& view) = 0;
  /// Whether any job may leave a checkpoint.
  virtual bool leaves_any() const { return true; }
};

} // namespace malha::cluster
