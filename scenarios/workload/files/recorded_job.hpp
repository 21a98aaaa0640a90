// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/quantities.hpp"

#include <optional>
#include <string_view>

namespace malha {

/// How a job of a trace ended.
enum class EndState {
  unknown, ///< or ended in another way, which does not matter
  completed,
  cancelled, ///< by a person, or by the scheduler before the job could start
  part,      ///< one of several runs of a job that was swapped out; another line sums them up
  pending,   ///< had not started when the trace was written
  running    ///< had not ended when the trace was written
};

/// The state behind a number of SWF: 0 failed, 1 completed, 2 to 4 a part of a job, 5 cancelled, -1 unknown.
/// Nothing for any other number.
std::optional<EndState> swf_state(double number);
/// The state behind a number of Slurm's database: 0 pending, 1 running, … Nothing for a number that Slurm
/// does not have.
std::optional<EndState> slurm_state(double number);
/// The state behind a word, as Slurm and other schedulers write it: "COMPLETED", "CANCELLED by 17",
/// "PENDING". Capitals do not matter. All other words are `unknown`.
EndState state_in(std::string_view word);

/// What a trace says of one job, as far as that decides whether the job is replayed.
struct RecordedJob {
  EndState state = EndState::unknown;
  std::optional<Seconds> submitted, start, end; ///< dates that can be compared
  std::optional<Seconds> run_time;
  std::optional<double> size;      ///< in resources of the platform
  std::optional<double> allocated; ///< resources that it got
};

/// What becomes of a job of a trace.
enum class ReplayVerdict {
  replay,
  skip_part,
  skip_run_time_unknown,
  skip_never_started,
  skip_still_running,
  skip_cancelled,
  skip_size_unknown,
  refuse_start, ///< it lies before the submission
  refuse_end    ///< it lies before the start: the run time is below 0
};

/// Decides by one rule for all readers. A start or an end of 0 or -1 before the submission is no date, but
/// says that there was none.
ReplayVerdict verdict_on(const RecordedJob& job);

} // namespace malha
