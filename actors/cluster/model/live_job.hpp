// SPDX-License-Identifier: MIT
#pragma once
#include "checkpoints.hpp"
#include "policies/cluster/queue.hpp"

#include <memory>

namespace malha::cluster {

/// A job from its submission to its end.
struct LiveJob {
  enum class State { none, waits, runs };

  State state = State::none;
  QueuedJob queued;
  std::unique_ptr<const Request> request; ///< null: the job asks for nothing but a size
  Task task;
  SharedText user, queue, metadata;
  std::optional<Seconds> requested;     ///< walltime as the workload gives it
  std::list<QueuedJob>::iterator place; ///< place in the queue while the job waits
  /// Grows with every start under the handle, so that events of earlier starts are recognised.
  std::uint32_t run = 0;
  Seconds start = 0;
  Seconds expected_end = never;
  IndexSet nodes;
  int restarts = 0;
  int losses = 0; ///< restarts after the loss of a node
  Seconds wasted = 0;
  /// The share of the job that is in its last checkpoint: the computing that is saved, and the computing of
  /// the whole job, both on the nodes of the start that left the checkpoint.
  Seconds saved = 0, saved_of = 0;
  std::optional<CheckpointedRun> attempt; ///< while it runs, if it may leave checkpoints, or restarts
  /// Other clusters run the rest of the job at the same time. A meta-scheduler has placed it and ends it.
  bool is_part = false;

  /// Whether the job still runs since the start of that number.
  bool is_current(std::uint32_t number) const { return state == State::runs && run == number; }
};

/// What a job did before a meta-scheduler took it back and gave it to this cluster: an extension of the job.
struct EarlierStarts {
  int restarts = 0;
  Seconds wasted = 0;
};

} // namespace malha::cluster
