// SPDX-License-Identifier: MIT
#pragma once
#include "attempts.hpp"
#include "dag_tasks.hpp"
#include "parts.hpp"
#include "power.hpp"
#include "resources.hpp"
#include "results/measures/metrics.hpp"
#include "rows.hpp"
#include "run_settings.hpp"
#include "sites.hpp"
#include "sizes.hpp"
#include "speeds.hpp"
#include "starts_by_id.hpp"

#include <deque>

namespace malha {

/// The rounding error of times in files of other tools, in s. Batsim writes six decimals. So the error of a
/// date is at most 0.5e-6 s; that of a difference of two dates, which is rounded itself, at most 1.5e-6 s.
inline constexpr double six_decimals = 2e-6;

/// A run while it is validated: what its rules share. The validator reads each file once, and fills in the
/// members in their order. The jobs.csv of another tool is a run without other files. It has Batsim's
/// columns, and dates with six decimals.
struct ValidatedRun {
  std::filesystem::path jobs_file;
  bool is_of_tool; ///< whether another tool wrote jobs_file
  RunSettings settings;
  Resources resources;
  Speeds speeds;
  SitesOfResources sites;
  PartsByJob parts;
  ParentsOfTasks parents = {}; ///< of tasks of DAGs
  PowerRead power = {};
  Stretches stretches = {};
  SizesRead sizes = {}; ///< of jobs that may run on several numbers of nodes

  // known from the first row of jobs.csv on
  bool has_states = false; ///< whether jobs.csv has the column final_state
  bool has_work = false;   ///< whether jobs.csv has the column work

  // known once jobs.csv has been read
  StartsById starts = {}; ///< all jobs, and the starts of those that had one attempt
  /// The ids of all jobs, in the order of their first rows; of another tool none.
  std::deque<std::int64_t> ids_in_order = {};
  std::int64_t restarted_jobs = 0; ///< number of jobs that had several attempts
  ScheduleMetrics metrics = {};    ///< computed from the rows

  // known once all files have been read
  OutagesRead outages = {};
  AttemptsRead attempts = {};
  TaskNumbers tasks = {};
  std::deque<Occupation> occupations = {}; ///< of jobs that had one attempt, then of the attempts of others

  std::filesystem::path folder() const { return jobs_file.parent_path(); }
  /// The rounding error of a date, in s.
  Seconds slack(Seconds date) const { return rounding_of(date) + (is_of_tool ? six_decimals : 0); }
  /// The longest run time that a walltime permits. Our schedulers plan a walltime of 0 as 1 s.
  Seconds limit(Seconds walltime) const { return walltime == 0 && !is_of_tool ? 1 : walltime; }
  /// The time of an attempt that counts against its walltime. If limits follow sizes, and its nodes could
  /// change, that is how long `pref` nodes take for as much; nothing where no law says it.
  std::optional<Seconds> against_limit(const Occupation& held, const std::optional<SizesSaid>& said,
                                       int pref) const {
    if (!said || !settings.frequencies.scales_limits || !sizes.has(id_of(held)))
      return held.end - held.start;
    return said->law ? std::optional(sizes.at_pref(held, *said, pref)) : std::nullopt;
  }
  /// The work that one core of a resource can do for an attempt that has it between two dates.
  Flops computed(int resource, Seconds start, Seconds end) const {
    const auto changing = speeds.find(resource);
    const Flops at_first = changing == speeds.end() ? (end - start) * resources.at(resource).speed
                                                    : changing->second.computed(start, end);
    return at_first / stretches.of(resource, start);
  }
};

} // namespace malha
