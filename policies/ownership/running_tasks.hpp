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
  Seconds executed = 0; ///< time of earlier attempts whose work is kept

  /// The executed time of the task up to a date, including kept attempts (OSEP, section 3.2.2.2: w).
  Seconds executed_at(Seconds now) const { return executed + (now - start); }
  /// A later virtual start means less executed time, at any date.
  Seconds virtual_start() const { return start - executed; }
};

/// Least executed time first; ties: the highest id, which was submitted last.
struct LeastExecutedFirst {
  bool operator()(const RunningTask& a, const RunningTask& b) const {
    return a.virtual_start() != b.virtual_start() ? a.virtual_start() > b.virtual_start() : a.id > b.id;
  }
};

using RunningTasks = std::set<RunningTask, LeastExecutedFirst>;

} // namespace malha::ownership
