// SPDX-License-Identifier: MIT
#pragma once
#include "policies/cluster/queue.hpp"

#include <string>
#include <unordered_map>

namespace malha::external {

/// A job, as a scheduler that speaks Batsim's protocol knows it.
struct BatsimJob {
  enum class State { waits, runs, ended };

  TaskId id = 0;
  cluster::JobHandle handle = 0; ///< while it waits or runs
  int attempt = 0;               ///< a job that comes back to the queue is another one in the protocol
  State state = State::waits;
  Seconds started = 0, walltime = never;
  bool kill_is_asked = false;
  IndexSet nodes; ///< of its last start

  /// Its name in the protocol: "w0!12"; of its second attempt "w0!12#1".
  std::string name() const;
};

/// The jobs of a run, by their names in the protocol.
class BatsimJobs {
public:
  /// A job that is new, or back in the queue.
  BatsimJob& arrived(const cluster::QueuedJob& job);
  /// The job of a task; null: there is none.
  BatsimJob* find(TaskId id);
  /// The one that waits under the handle; null: there is none.
  BatsimJob* waiting(cluster::JobHandle handle);
  /// The job of that name. An attempt that is over has ended. Throws BrokenRule if no such job was submitted.
  BatsimJob& named(const std::string& name);

private:
  std::unordered_map<TaskId, BatsimJob> jobs_; ///< looked up only, so that its order has no effect
  BatsimJob earlier_attempt_;                  ///< what `named` says of one
};

} // namespace malha::external
