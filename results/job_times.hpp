// SPDX-License-Identifier: MIT
#pragma once
#include "records.hpp"

#include <algorithm>

namespace malha {

// Times of a job that ran, in s.

inline Seconds waiting_time(const JobRow& row) { return row.start - row.task.submitted; }

inline Seconds turnaround_time(const JobRow& row) { return row.finish - row.task.submitted; }

/// A bounded slowdown divides by the execution time, but at least by this.
inline constexpr Seconds bounded_slowdown_threshold = 10;

inline double bounded_slowdown(Seconds turnaround, Seconds execution) {
  return std::max(1.0, turnaround / std::max(execution, bounded_slowdown_threshold));
}

inline double bounded_slowdown(const JobRow& row) {
  return bounded_slowdown(turnaround_time(row), row.finish - row.start);
}

/// What a user got of what he would have had alone: the run time on the platform's fastest resource over the
/// turnaround time, in %; 100 where both are 0 (OSEP, Defs. 3 and 4). Of a delay the run time is what it
/// took.
inline double satisfaction(const JobRow& row, FlopsPerSecond fastest) {
  const Seconds turnaround = turnaround_time(row);
  const Seconds alone =
      row.task.work > 0 && !row.task.is_delay ? run_time(row.task, fastest) : row.finish - row.start;
  return turnaround > 0 ? 100 * alone / turnaround : 100;
}

} // namespace malha
