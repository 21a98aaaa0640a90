// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/job.hpp"

#include <set>
#include <tuple>

namespace malha::ownership {

/// A task that runs on a machine of the pool.
struct RunningTask {
  TaskId id;
  int machine;
  Seconds start;        ///< of this attempt
  Seconds executed = 0; ///< time that earlier attempts ran whose work is kept

  /// Executed time of the task up to a date, kept attempts included (OSEP, section 3.2.2.2: w).
  Seconds executed_at(Seconds now) const { return executed + (now - start); }
  /// All tasks get older alike, so this puts them into the order of their executed time at any date.
  Seconds virtual_start() const { return start - executed; }
};

/// The least executed time first; of equal ones the task with the highest number, which was submitted last.
struct LeastExecutedFirst {
  bool operator()(const RunningTask& a, const RunningTask& b) const {
    return a.virtual_start() != b.virtual_start() ? a.virtual_start() > b.virtual_start() : a.id > b.id;
  }
};

using RunningTasks = std::set<RunningTask, LeastExecutedFirst>;

} // namespace malha::ownership
