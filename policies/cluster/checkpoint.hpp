// SPDX-License-Identifier: MIT
#pragma once
#include "queue.hpp"

namespace malha::cluster {

/// A job that starts, and what its checkpoints cost.
struct CheckpointView {
  Seconds now;
  const QueuedJob& job;
  int restarts;    ///< times that it was put back in the queue
  Seconds cost;    ///< time that one checkpoint takes, above 0
  Seconds restart; ///< time that each start but the first takes before the job continues
};

/// How long does a job compute between two checkpoints? The scheduler asks at each start of a job.
class Checkpoint : public Policy {
public:
  static constexpr const char* question = "cluster/checkpoint";
  /// The time of computing before each checkpoint, above 0; `never`: the job leaves none.
  virtual Seconds interval(const CheckpointView& view) = 0;
  /// Whether any job may leave a checkpoint.
  virtual bool leaves_any() const { return true; }
};

} // namespace malha::cluster
