// SPDX-License-Identifier: MIT
#pragma once
#include "results/files/records.hpp"

#include <algorithm>

namespace malha {

// Times of a job that ran, in s.

inline Seconds waiting_time(const JobRow& row) { return row.start - row.task.submitted; }

inline Seconds turnaround_time(const JobRow& row) { return row.finish - row.task.submitted; }

inline Seconds execution_time(const JobRow& row) { return row.finish - row.start; }

/// What bounded slowdowns are measured by.
struct SlowdownRule {
  Seconds threshold = 10;   ///< tau: a shorter run time counts as this
  FlopsPerSecond speed = 0; ///< of the core on which a job would run alone; 0: it is not known
};

/// What the job takes where it has cores of that speed for itself, without transfers. A job that was killed
/// needs at most what it ran. Of a delay, and where no speed is known, it is what the job took.
inline Seconds run_time_alone(const JobRow& row, FlopsPerSecond speed) {
  const Seconds execution = execution_time(row);
  if (row.task.is_delay || !(row.task.work > 0) || !(speed > 0))
    return execution;
  const Seconds alone = row.task.work / speed; // as jobs.csv has the work, so that anyone can count again
  return row.state == FinalState::completed ? alone : std::min(alone, execution);
}

/// The turnaround time over a run time, which counts as the threshold where it is shorter; at least 1
/// (feitelson1998).
inline double bounded_ratio(Seconds turnaround, Seconds run_time, Seconds threshold) {
  return std::max(1.0, turnaround / std::max(run_time, threshold));
}

inline double bounded_slowdown(const JobRow& row, const SlowdownRule& rule) {
  return bounded_ratio(turnaround_time(row), run_time_alone(row, rule.speed), rule.threshold);
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
