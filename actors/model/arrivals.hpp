// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/job.hpp"

namespace malha {

/// The jobs of a model, in the order of their submission. Jobs that arrive as messages are not among them:
/// the actor that receives such a job submits it.
class Arrivals {
public:
  virtual ~Arrivals() = default;
  /// The date of the next job; `never`: none is known.
  virtual Seconds next() = 0;
  /// Takes the next job. There must be one.
  virtual Job take() = 0;
  /// Whether a job may still arrive, as a message or otherwise.
  virtual bool more() = 0;
  /// The number of jobs and tasks that have been submitted, and have not arrived since they wait for others.
  virtual std::size_t held() const { return 0; }
  /// The task has started. Jobs that waited for the start of its job may arrive now.
  virtual void started(TaskId, Seconds /*date*/) {}
  /// The task has ended well. Tasks of a DAG, or jobs, that waited for it may arrive now.
  virtual void ended(TaskId, Seconds /*date*/) {}
  /// The task has not ended well, or will never run. Returns the tasks of its DAG that waited for it, also
  /// through others: none of them will arrive. Jobs that waited for its job arrive, see Job::never_ready.
  virtual std::optional<Job> failed(TaskId, Seconds /*date*/) { return std::nullopt; }
};

} // namespace malha
