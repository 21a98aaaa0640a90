// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/workload.hpp"
#include "results/files/records.hpp"

namespace malha {

/// Exit statuses of the program and outcomes of a run.
enum class Status { done = 0, missed = 1, bad_input = 2, rule_broken = 3, not_ended = 4, died = 5 };

/// The outcome of a run.
struct Outcome {
  Status status = Status::done;
  std::string message; ///< what went wrong; "" when nothing did
  std::vector<MetricValue> metrics;
  std::int64_t tasks_submitted = 0;
  std::int64_t tasks_unfinished = 0;
  bool cannot_write = false;                     ///< whether the results could not be written (CannotWrite)
  bool took_too_long = false;                    ///< whether its process was killed at its limit of real time
  std::vector<WorkloadNote> workload_notes = {}; ///< not passed on to the process that started this one
  std::vector<std::string> workload_header = {};
  bool delays_are_busy = false;        ///< see Recorder
  bool workload_numbers_tasks = false; ///< whether job_id is the workload's own number; not passed on either
  std::string simgrid_said = {};       ///< SimGrid's last complaint before it ended the process
  std::optional<std::pair<Seconds, Seconds>> submissions = {}; ///< first and last; not passed on
  Seconds end = 0; ///< date of the last end, or of the cut; not passed on either
  /// Remarks for readers of the results beside its numbers, each with the setting first.
  std::vector<std::string> notes = {};
};

} // namespace malha
