// SPDX-License-Identifier: MIT
#pragma once
#include "results/files/csv_reader.hpp"
#include "results/files/records.hpp"

#include <functional>

namespace malha {

struct ValidatedRun;

/// A row of jobs.csv while it is validated.
struct JobInFile {
  const CsvReader& row;                       ///< the reader of the file, at this row
  std::string who;                            ///< "job 3 (jobs.csv:5)"
  std::string id;                             ///< of another tool: with the name of its workload, as "w0!3"
  std::string state;                          ///< as the file gives it: "COMPLETED_SUCCESSFULLY"
  bool is_repeated;                           ///< whether a row above has its id
  bool is_in_sites = false;                   ///< whether several sites ran it at once
  std::int64_t restarts = 0, preemptions = 0; ///< as the file gives them
  /// The row as the run recorded it. Of another tool it has only dates, final state and resources. Of a
  /// rejected job it has no start, finish and resources.
  JobRow job = {};

  bool is_rejected() const { return never_ran(job.state); }
  /// Whether it had several attempts, one after the other or as copies. They are in attempts.csv.
  bool is_restarted() const { return restarts > 0; }
};

/// Reads jobs.csv and calls `take` with each row. Fills in the members of `run` that are known from this
/// file, and `run.occupations` of jobs that started once. Throws InputError if a row cannot be read, or a
/// column is missing.
void read_jobs(ValidatedRun& run, const std::function<void(const JobInFile&)>& take);

} // namespace malha
