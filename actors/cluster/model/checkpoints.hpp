// SPDX-License-Identifier: MIT
#pragma once
#include "policies/cluster/checkpoint.hpp"

namespace malha::cluster {

/// The policy that says when jobs leave checkpoints, and the time that checkpoints and restarts take.
struct Checkpointing {
  Checkpoint& policy;
  Seconds cost;    ///< of one checkpoint
  Seconds restart; ///< of one restart: at each start of a job but the first
};

/// One attempt of a job that may leave checkpoints. First the job restarts, if it was put back in the queue.
/// Then it computes for an interval and leaves a checkpoint, again and again. It leaves none at its end.
/// Times of computing are times on the nodes of this attempt.
class CheckpointedRun {
public:
  /// `whole` is the time that the whole job computes. `saved` of it are in the last checkpoint of earlier
  /// attempts. `cost` is the time of a checkpoint.
  CheckpointedRun(Seconds whole, Seconds saved, Seconds interval, Seconds cost, Seconds restart);

  /// The time from the start to the end, if nothing cuts it short.
  Seconds time() const { return restart_ + (whole_ - saved_) + checkpoints_ * cost_; }

  /// What each node of the job has spent its time on since the start.
  struct Spent {
    Seconds restarting = 0;
    Seconds saving = 0;     ///< time of the checkpoints that were completed
    Seconds saved = 0;      ///< computing that need not be repeated
    double checkpoints = 0; ///< how many were completed, a whole number
    Seconds lost = 0;       ///< all other time
  };
  /// What it has spent if the attempt is cut short after that time.
  Spent spent_until(Seconds elapsed) const;
  /// What it has spent if nothing cuts the attempt short.
  Spent spent() const { return {restart_, checkpoints_ * cost_, whole_ - saved_, checkpoints_, 0}; }

  Seconds whole() const { return whole_; }
  /// Computing that is in the last checkpoint of earlier attempts.
  Seconds saved() const { return saved_; }

private:
  Seconds whole_, saved_, interval_, cost_, restart_;
  double checkpoints_; ///< number that it leaves if nothing cuts it short
};

} // namespace malha::cluster
