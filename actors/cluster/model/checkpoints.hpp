// SPDX-License-Identifier: MIT
#pragma once
#include "policies/cluster/checkpoint.hpp"

namespace malha::cluster {

/// The policy that says when jobs leave checkpoints, and what checkpoints and restarts cost every job.
struct Checkpointing {
  Checkpoint& policy;
  Seconds cost;    ///< of one checkpoint
  Seconds restart; ///< before a job that was put back in the queue continues
};

/// One start of a job that may leave checkpoints. First the job restarts, if it was put back in the queue.
/// Then it computes for an interval and leaves a checkpoint, again and again, as long as work remains after
/// that. Times of computing are times on the nodes of this start.
class CheckpointedRun {
public:
  /// `whole` is the run time of the whole job, of which `saved` was in the last checkpoint.
  CheckpointedRun(Seconds whole, Seconds saved, Seconds interval, Seconds cost, Seconds restart);

  /// The time from the start to the end, if nothing cuts it short.
  Seconds time() const { return restart_ + (whole_ - saved_) + checkpoints_ * cost_; }

  /// What the nodes have spent their time on since the start.
  struct Spent {
    Seconds restarting = 0;
    Seconds saving = 0; ///< on checkpoints that were completed
    Seconds saved = 0;  ///< computing that these hold
    double checkpoints = 0;
    Seconds lost = 0; ///< the rest
  };
  /// What they have spent if the start is cut short after that time.
  Spent spent_until(Seconds elapsed) const;
  /// What they have spent at the end.
  Spent spent() const { return {restart_, checkpoints_ * cost_, whole_ - saved_, checkpoints_, 0}; }

  Seconds whole() const { return whole_; }
  /// Computing that is in checkpoints of earlier starts.
  Seconds saved() const { return saved_; }

private:
  Seconds whole_, saved_, interval_, cost_, restart_;
  double checkpoints_; ///< that it leaves, a whole number
};

} // namespace malha::cluster
