// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/job.hpp"

namespace malha {

/// The number of a copy of a task, in the order in which a broker started them.
using CopyNumber = std::int64_t;

/// A copy of a task that runs on a resource.
struct Copy {
  CopyNumber number;
  TaskId task;
  int resource;
  Seconds start;
};

/// Where and when a task ran.
struct TaskAttempt {
  int resource;
  Seconds start, end;
  std::optional<Flops> work = {}; ///< work done, or kept in an image; none: the work of the whole task
};

/// Receives the events of bags of tasks, and of the resources that run them, when they happen.
class BagListener {
public:
  virtual ~BagListener() = default;
  virtual void submitted(const Job&) {}
  /// The copy starts on its resource. The resource is up.
  virtual void started(const Copy&, const Task&) {}
  /// The copy is cancelled, because another copy has ended its task.
  virtual void cancelled(const Copy&) {}
  /// An attempt did not end its task. Outcomes: "lost" with its resource, "cancelled", "recomputed" if it
  /// made files again of a task that had ended, or in a pool
  /// "preempted", "suspended" or "given_up".
  virtual void cut_short(const Task&, const TaskAttempt&, const char* /*outcome*/) {}
  virtual void ended(const Task&, const TaskAttempt&) {}
  virtual void down(int /*resource*/, Seconds /*date*/) {}
  virtual void up(int /*resource*/, Seconds /*date*/) {}
};

} // namespace malha
