// SPDX-License-Identifier: MIT
#pragma once
#include "checkpoints.hpp"
#include "sized_job.hpp"

#include <memory>

namespace malha::cluster {

/// A job in the book of a cluster, from its submission to its end. Each task of a bag is such a job.
struct LiveJob : Credentials {
  /// A job that is held back waits, too, and the queue policy does not see it.
  enum class State { none, waits, held_back, runs };

  static constexpr int usual_pstate = -1;

  State state = State::none;
  QueuedJob queued;
  std::unique_ptr<const Request> request; ///< null: the job asks for nothing but a size
  std::shared_ptr<const Demands> demands; ///< those of the request
  Task task;
  SharedText metadata;              ///< as the workload gives it
  bool asks_for_more = false;       ///< than resources and time
  std::optional<Seconds> requested; ///< walltime as the workload gives it
  Seconds limit = never; ///< of its run time; `queued.walltime` is shorter if it is predicted to end before
  std::list<QueuedJob>::iterator place; ///< place in the queue while the job waits
  /// The number of the present attempt. Counts the starts under the handle, those of earlier jobs, too, so
  /// that events of earlier attempts are recognised.
  std::uint32_t run = 0;
  Seconds start = 0;
  Seconds expected_end = never;
  IndexSet nodes;
  std::vector<int> machines; ///< that of each fragment, if the job takes more than CPUs there
  int restarts = 0;          ///< times that it was put back in the queue
  int losses = 0;            ///< those of them after the loss of a node
  Seconds wasted = 0;        ///< sum of the times of its attempts that were cut short
  /// What its last checkpoint holds: `saved` of the `saved_of` that the whole job computes. Both are times on
  /// the nodes of the attempt that left the checkpoint.
  Seconds saved = 0, saved_of = 0;
  /// The present attempt, or the last one if the job waits; nothing if the model has no Checkpointing.
  std::optional<CheckpointedRun> attempt;
  std::unique_ptr<SizedJob> sized; ///< null: it runs on as many nodes as its request says
  /// The pstate of its nodes in the present attempt; `usual_pstate`: that of the platform.
  int pstate = usual_pstate;
  double limit_stretch = 1; ///< of the limit, and of the run that is expected, in the present attempt
  /// It is a part of a co-allocated job: other clusters run the rest at the same time. A meta-scheduler has
  /// placed it and ends it.
  bool is_part = false;

  /// The job without prediction: its walltime is its limit.
  QueuedJob as_submitted() const {
    QueuedJob job = queued;
    job.walltime = limit;
    return job;
  }
  /// The limit of the run time of the present attempt.
  Seconds limit_of_attempt() const { return limit * limit_stretch; }
  /// How long the present attempt is expected to run.
  Seconds expected_time() const { return queued.walltime * limit_stretch; }
  /// Whether the job runs, and its attempt has that number.
  bool is_current(std::uint32_t number) const { return state == State::runs && run == number; }
};

/// An extension of a job: what it did before a meta-scheduler took it back and gave it to this cluster.
struct EarlierStarts {
  int restarts = 0;
  Seconds wasted = 0;
};

} // namespace malha::cluster
