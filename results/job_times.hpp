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

inline double bounded_slowdown(const JobRow& row) {
  return std::max(1.0, turnaround_time(row) / std::max(row.finish - row.start, bounded_slowdown_threshold));
}

} // namespace malha
