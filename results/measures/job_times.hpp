// SPDX-License-Identifier: MIT
#pragma once
#include "results/files/records.hpp"

#include <algorithm>

namespace malha {

// Times of a job that ran, in s.

inline Seconds waiting_time(const JobRow& row) { return row.start - row.task.submitted; }

inline Seconds turnaround_time(const JobRow& row) { return row.finish - row.task.submitted; }

inline Seconds execution_time(const JobRow& row) { return row.finish - row.start; }

/// The parameters of bounded slowdowns.
struct SlowdownRule {
  Seconds threshold = 10;   ///< tau: a shorter run time counts as this
  FlopsPerSecond speed = 0; ///< of the core on which a job would run alone; 0: not given, or unknown
};

/// The time for which a job would run alone on cores of that speed, without transfers. It is at most the
/// execution time of a job that did not complete. It is the execution time of a delay, and of each job if
/// its work or the speed is unknown.
inline Seconds run_time_alone(const JobRow& row, FlopsPerSecond speed) {
  const Seconds execution = execution_time(row);
  if (row.task.is_delay || !(row.task.work > 0) || !(speed > 0))
    return execution;
  // Not run_time(), which uses the length of a task: jobs.csv has none, and `validate` computes this, too.
  const Seconds alone = row.task.work / speed;
  return row.state == FinalState::completed ? alone : std::min(alone, execution);
}

/// The turnaround time over the run time, or over the threshold if that is longer; at least 1
/// (feitelson1998).
inline double bounded_ratio(Seconds turnaround, Seconds run_time, Seconds threshold) {
  return std::max(1.0, turnaround / std::max(run_time, threshold));
}

/// The bounded slowdown of a job, by the time for which it would run alone.
inline double bounded_slowdown(const JobRow& row, const SlowdownRule& rule) {
  return bounded_ratio(turnaround_time(row), run_time_alone(row, rule.speed), rule.threshold);
}

/// The satisfaction of a user with a job, in %: the run time of the job on the fastest resource over its
/// turnaround time; 100 if both are 0 (OSEP, Defs. 3 and 4). For a delay, or a job of unknown work, the run
/// time is its execution time.
inline double satisfaction(const JobRow& row, FlopsPerSecond fastest) {
  const Seconds turnaround = turnaround_time(row);
  const Seconds alone =
      row.task.work > 0 && !row.task.is_delay ? run_time(row.task, fastest) : execution_time(row);
  return turnaround > 0 ? 100 * alone / turnaround : 100;
}

} // namespace malha
