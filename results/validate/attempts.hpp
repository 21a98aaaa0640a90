// SPDX-License-Identifier: MIT
#pragma once
#include "resources.hpp"

#include <functional>
#include <map>
#include <string_view>

namespace malha {

struct ValidatedRun;

/// A row of attempts.csv while it is validated.
struct Attempt {
  Occupation held;
  std::int64_t number; ///< among the attempts of its job, from 1
  std::string place;   ///< "attempts.csv:3"
  std::string outcome;
  Flops work; ///< work done that counts, on each resource; 0 if no attempt of the run may be suspended
  /// Its resources as the file gives them, if it has none or some are not in resources.csv.
  std::optional<std::string> unknown_resources;
  std::optional<double> energy = {}; ///< J; none: the file has no such column

  /// Whether its outcome is a final state, so that its job ended with it.
  bool ended_job() const { return outcome.rfind("COMPLETED_", 0) == 0; }
  /// Whether it ended since one of its resources failed.
  bool is_lost() const { return outcome == "lost" || outcome == "node_lost"; }
  /// Whether it was stopped for another user, and an image keeps its work.
  bool is_kept() const { return outcome == "suspended"; }
  /// Whether it was stopped for another user.
  bool is_stopped() const { return outcome == "preempted" || is_kept(); }
  /// Whether it was stopped since another attempt had ended its job.
  bool is_cancelled() const { return outcome == "cancelled"; }
  /// Whether it made files again of a task that had ended before.
  bool is_recomputed() const { return outcome == "recomputed"; }
  /// Whether it computed all of its task.
  bool has_computed_all() const { return ended_job() || is_recomputed(); }
  /// Whether none of its work counts.
  bool is_vain() const { return !ended_job() && !is_kept(); }
  /// Whether it has resources, and all of them are in resources.csv.
  bool has_known_resources() const { return !unknown_resources; }
  /// "job 3 (attempts.csv:3)".
  std::string who() const { return held.job + " (" + place + ")"; }
  /// The id of its job: "3", if `held.job` is "job 3".
  std::string id() const { return id_of(held); }
  Seconds took() const { return held.end - held.start; }
  /// Its first resource; -1 if it has none.
  int resource() const { return held.resources.empty() ? -1 : held.resources.intervals().front().first; }
};

/// Attempts of one job: rows of `AttemptsRead`.
using Attempts = std::vector<const Attempt*>;

/// What an attempts.csv gives.
struct AttemptsRead {
  bool has_file = false;
  std::vector<Attempt> rows;                    ///< in the order of the file
  std::map<std::string, Attempts> by_job;       ///< all rows, by id of the job
  std::map<std::string, std::int64_t> outcomes; ///< number of attempts with each outcome
  Seconds wasted = 0;                           ///< run time of attempts whose work was lost
};

/// Whether `one` stands before `other` by start. If attempts of a job may run at once, those that start at
/// the same date stand by their first resource.
bool starts_before(const Attempt& one, const Attempt& other, const ValidatedRun& run);
/// Sorts attempts by `starts_before`, ties by number.
void sort_by_start(Attempts& attempts, const ValidatedRun& run);

/// Reads attempts.csv, if the run has one, and calls `take` with each row. Fills in `run.attempts`, and adds
/// to `run.occupations` those of jobs that had several attempts.
void read_attempts(ValidatedRun& run, const std::function<void(const Attempt&)>& take);

} // namespace malha
