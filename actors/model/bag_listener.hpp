// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/job.hpp"

namespace malha {

/// Numbers the copies of tasks that a broker has started.
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
  std::optional<Flops> work = {}; ///< that it did, or an image keeps of it; none: that of the whole task
};

/// Hears what happens to bags of tasks, and to the resources that run them, when it happens.
class BagListener {
public:
  virtual ~BagListener() = default;
  virtual void submitted(const Job&) {}
  /// The copy starts on its resource, which is up.
  virtual void started(const Copy&, const Task&) {}
  /// The copy is not wanted any more, because another copy has ended its task.
  virtual void cancelled(const Copy&) {}
  /// An attempt did not end its task. It was "lost" with its resource, "cancelled", or in a pool "preempted"
  /// or "suspended".
  virtual void cut_short(const Task&, const TaskAttempt&, const char* /*outcome*/) {}
  virtual void ended(const Task&, const TaskAttempt&) {}
  virtual void down(int /*resource*/, Seconds /*date*/) {}
  virtual void up(int /*resource*/, Seconds /*date*/) {}
};

} // namespace malha
