// SPDX-License-Identifier: MIT
#pragma once
#include "results/files/csv_reader.hpp"
#include "results/files/records.hpp"
#include "run_steps.hpp"

#include <functional>

namespace malha {

/// An attempt that ran: a row of jobs.csv, or a row of attempts.csv that did not end its job.
struct RanRow {
  TaskId task = 0;
  JobId job = 0;
  IndexSet resources;
  Seconds start = 0, end = 0;
  std::string outcome; ///< final state of the job, or outcome of the attempt
  int attempt = 0;     ///< number of the attempt; 0: a row of jobs.csv
};

/// Reads all attempts of a finished run in the order of their ends. Rows of jobs.csv are read one by one;
/// only attempts that did not end their job are kept in memory. All errors are InputErrors with file and
/// line.
class RunReader {
public:
  /// Opens the files. Throws InputError if jobs.csv, resources.csv or manifest.json is missing, or if
  /// jobs.csv has no row.
  explicit RunReader(const std::filesystem::path& folder);

  const std::vector<ResourceRow>& resources() const { return resources_; }
  /// Calls `take` for each row: of jobs.csv with the reader, which stands at that row; of attempts.csv with
  /// nullptr. Adds waiting and running times to `steps`, unless it is null. Returns the number of rejected
  /// jobs, which never ran.
  std::int64_t read(const std::function<void(const RanRow&, const CsvReader*)>& take,
                    RunSteps* steps = nullptr) const;

private:
  void read_resources();
  void read_attempts();
  RanRow row_of(const CsvReader& csv, const char* start, const char* end, const char* outcome) const;
  /// Adds the waiting times of a job: it waits while none of its attempts runs.
  void add_waits(const RanRow& row, Seconds submitted, RunSteps& steps) const;

  std::filesystem::path folder_;
  std::vector<ResourceRow> resources_;
  std::vector<RanRow> attempts_;      ///< that did not end their job, by end
  std::vector<std::size_t> of_tasks_; ///< places in attempts_, by task and start
};

} // namespace malha
