// SPDX-License-Identifier: MIT
#pragma once
#include "attempts.hpp"
#include "parts.hpp"
#include "resources.hpp"
#include "results/measures/metrics.hpp"
#include "rows.hpp"
#include "run_settings.hpp"
#include "sites.hpp"
#include "speeds.hpp"

#include <unordered_set>

namespace malha {

/// Batsim writes six decimals: the error of a date is half of the last one, and of a difference of two dates,
/// which is written too, three halves.
inline constexpr double six_decimals = 2e-6;

/// A run while it is validated: what its rules share. The validator reads each file once and fills in the
/// members in this order. The jobs.csv of another tool is a run without other files: it has Batsim's columns,
/// and dates with six decimals.
struct ValidatedRun {
  std::filesystem::path jobs_file;
  bool is_of_tool; ///< whether another tool wrote jobs_file
  RunSettings settings;
  Resources resources;
  Speeds speeds;
  SitesOfResources sites;
  PartsByJob parts;

  // known from the first row of jobs.csv on
  bool has_states = false; ///< column final_state
  bool has_work = false;   ///< column work

  // known once jobs.csv has been read
  std::unordered_set<std::string> ids = {};
  std::vector<std::string> ids_in_order = {}; ///< by first row
  std::map<std::string, Seconds> starts = {}; ///< of jobs that started once, by id
  std::int64_t restarted_jobs = 0;            ///< jobs whose attempts are in attempts.csv
  ScheduleMetrics metrics = {};               ///< of the rows, whatever schedule.csv says

  // known once all files have been read
  OutagesRead outages = {};
  AttemptsRead attempts = {};
  TaskNumbers tasks = {};
  std::vector<Occupation> occupations = {}; ///< by jobs that started once, then by attempts of others

  std::filesystem::path folder() const { return jobs_file.parent_path(); }
  /// The rounding error of a date, in s.
  Seconds slack(Seconds date) const { return rounding_of(date) + (is_of_tool ? six_decimals : 0); }
  /// The longest run time that a walltime permits. Schedulers plan a walltime of 0 as 1 s.
  Seconds limit(Seconds walltime) const { return walltime == 0 && !is_of_tool ? 1 : walltime; }
  /// The work that a resource can do between two dates.
  Flops computed(int resource, Seconds start, Seconds end) const {
    const auto changing = speeds.find(resource);
    return changing == speeds.end() ? (end - start) * resources.at(resource).speed
                                    : changing->second.computed(start, end);
  }
};

} // namespace malha
