// SPDX-License-Identifier: MIT
#pragma once
#include "results/files/csv_reader.hpp"
#include "results/files/records.hpp"

#include <functional>

namespace malha {

struct ValidatedRun;

/// A row of jobs.csv while it is validated.
struct JobInFile {
  const CsvReader& row;                       ///< it stands at the row
  std::string who;                            ///< "job 3 (jobs.csv:5)"
  std::string id;                             ///< of another tool: with the name of its workload, as "w0!3"
  std::string state;                          ///< as the file gives it: "COMPLETED_SUCCESSFULLY"
  bool is_repeated;                           ///< whether a row above has its id
  bool is_in_sites = false;                   ///< whether several sites ran it at once
  std::int64_t restarts = 0, preemptions = 0; ///< as the file gives them
  /// The row as the run recorded it. Of another tool it has dates, final state and resources alone; of a
  /// rejected job the submission means anything, and nothing else.
  JobRow job = {};

  bool is_rejected() const { return job.state == FinalState::rejected; }
  bool is_restarted() const { return restarts > 0; }
};

/// Reads jobs.csv and calls `take` with each row. Fills in what `run` knows from it. Throws InputError if a
/// row cannot be read, or a column is missing.
void read_jobs(ValidatedRun& run, const std::function<void(const JobInFile&)>& take);

} // namespace malha
