// SPDX-License-Identifier: MIT
#pragma once
#include "resources.hpp"

#include <functional>
#include <map>

namespace malha {

struct ValidatedRun;

/// A row of attempts.csv while it is validated.
struct Attempt {
  Occupation held;
  std::int64_t number;
  std::string place; ///< "attempts.csv:3"
  std::string outcome;
  Flops work; ///< the part of its work that counts; 0 if no attempt of the run may be suspended
  /// Its resources as the file gives them, if there are none or not all of them are in resources.csv.
  std::optional<std::string> unknown_resources;

  /// Whether the outcome is the final state of the job.
  bool ended_job() const { return outcome.rfind("COMPLETED_", 0) == 0; }
  /// Whether one of its resources failed.
  bool is_lost() const { return outcome == "lost" || outcome == "node_lost"; }
  /// Whether an image keeps its work.
  bool is_kept() const { return outcome == "suspended"; }
  /// Whether another user got its machine.
  bool is_stopped() const { return outcome == "preempted" || is_kept(); }
  /// Whether another attempt had ended its job.
  bool is_cancelled() const { return outcome == "cancelled"; }
  /// Whether none of its work counts.
  bool is_vain() const { return !ended_job() && !is_kept(); }
  /// Whether it has resources, and all of them are in resources.csv.
  bool has_known_resources() const { return !unknown_resources; }
  std::string who() const { return held.job + " (" + place + ")"; }
  /// The id of its job.
  std::string id() const { return held.job.substr(4); }
  Seconds took() const { return held.end - held.start; }
  /// Its first resource; -1 if it has none.
  int resource() const { return held.resources.empty() ? -1 : held.resources.intervals().front().first; }
};

/// Attempts of one job.
using Attempts = std::vector<const Attempt*>;

/// What an attempts.csv gives.
struct AttemptsRead {
  bool has_file = false;
  std::vector<Attempt> rows;                    ///< in the order of the file
  std::map<std::string, Attempts> by_job;       ///< the same, by id of the job
  std::map<std::string, std::int64_t> outcomes; ///< number of attempts with each outcome
  Seconds wasted = 0;                           ///< run time of attempts whose work was lost
};

/// Sorts attempts by start; attempts that may run at once then by resource.
void sort_by_start(Attempts& attempts, const ValidatedRun& run);
bool starts_before(const Attempt& one, const Attempt& other, const ValidatedRun& run);

/// Reads attempts.csv, if the run has one, and calls `take` with each row. Fills in what `run` knows from it.
void read_attempts(ValidatedRun& run, const std::function<void(const Attempt&)>& take);

} // namespace malha
