// SPDX-License-Identifier: MIT
#pragma once
#include "records.hpp"

#include <algorithm>

namespace malha {

// Of a job that ran.

inline Seconds waiting_time(const JobRow& row) { return row.start - row.task.submitted; }

inline Seconds turnaround_time(const JobRow& row) { return row.finish - row.task.submitted; }

/// The least execution time by which a bounded slowdown divides.
inline constexpr Seconds bounded_slowdown_threshold = 10;

inline double bounded_slowdown(const JobRow& row) {
  return std::max(1.0, turnaround_time(row) / std::max(row.finish - row.start, bounded_slowdown_threshold));
}

} // namespace malha
