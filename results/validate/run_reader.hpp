// SPDX-License-Identifier: MIT
#pragma once
#include "results/files/csv_reader.hpp"
#include "results/files/records.hpp"
#include "run_steps.hpp"
#include "sizes.hpp"

#include <functional>

namespace malha {

/// An attempt that ran: a row of jobs.csv, or a row of attempts.csv whose attempt did not end its job.
struct RanRow {
  TaskId task = 0;
  JobId job = 0;
  IndexSet resources;
  Seconds start = 0, end = 0;
  std::string outcome; ///< of a row of jobs.csv the final state
  int attempt = 0;     ///< number of the attempt, from 1; 0: a row of jobs.csv
  /// What it held from date to date, by sizes.csv, if its nodes changed; empty: its resources throughout.
  std::vector<Occupation> sizes = {};
  bool may_change_size = false; ///< sizes.csv has rows of it

  /// Calls `take` with the dates between which it held some resources, and these.
  template <class Take>
  void each_size(Take&& take) const {
    for (const auto& held : sizes)
      take(held.start, held.end, held.resources);
    if (sizes.empty())
      take(start, end, resources);
  }
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
  /// Whether the nodes of some jobs may change while they run.
  bool has_sizes() const { return !sizes_.by_job.empty(); }
  /// Calls `take` with each attempt. The reader stands at its row of jobs.csv; it is null if the attempt did
  /// not end its job. Adds waiting and running times to `steps`, unless that is null. Returns the number of
  /// rejected jobs, which never ran.
  std::int64_t read(const std::function<void(const RanRow&, const CsvReader*)>& take,
                    RunSteps* steps = nullptr) const;

private:
  void read_resources();
  void read_attempts();
  /// The attempt in a row. `start`, `end` and `outcome` are names of columns.
  RanRow row_of(const CsvReader& csv, const char* start, const char* end, const char* outcome) const;
  /// Adds what an attempt held if its nodes changed.
  void add_sizes(RanRow& row) const;
  /// Adds the waiting times of a job, from its submission to the start of `row`: a job waits while none of
  /// its attempts runs.
  void add_waits(const RanRow& row, Seconds submitted, RunSteps& steps) const;

  std::filesystem::path folder_;
  std::vector<ResourceRow> resources_;
  SizesRead sizes_;
  std::vector<RanRow> attempts_;     ///< those that did not end their job, by end
  std::vector<std::size_t> by_task_; ///< indices of `attempts_`, in the order of tasks and starts
};

} // namespace malha
