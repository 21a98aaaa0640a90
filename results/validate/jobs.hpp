// SPDX-License-Identifier: MIT
#pragma once
#include "attempts.hpp"
#include "fragments.hpp"
#include "parts.hpp"
#include "results/measures/metrics.hpp"
#include "rules.hpp"
#include "speeds.hpp"

#include <unordered_map>
#include <unordered_set>

namespace malha {

/// A bag of tasks, by its rows.
struct BagDates {
  Seconds submitted;
  Seconds end; ///< of its last task
};

/// What the rows of a jobs.csv say, against which other files are held.
struct JobsRead {
  std::unordered_set<std::string> ids;
  std::vector<std::string> in_order;               ///< ids, of the rows
  std::vector<Occupation> occupations;             ///< of jobs that started once
  std::map<std::string, Seconds> starts;           ///< of the same, by id
  std::map<std::string, Restarted> restarted;      ///< by id
  std::map<std::string, AskedFragments> fragments; ///< by "job 3"
  std::map<std::string, WholeJob> in_sites;        ///< of jobs that several sites ran at once, by id
  std::unordered_map<std::string, BagDates> bags;  ///< by job
  std::map<std::string, WaitSums> users;           ///< of those whose jobs count, in a run
  ScheduleMetrics schedule;
  bool some_rejected = false;
  bool some_dropped = false; ///< jobs that waited and have no dates
  Seconds waited = 0;        ///< by all of them
  Seconds first_submission = std::numeric_limits<Seconds>::infinity();
  Seconds last_finish = 0;
};

/// The jobs.csv of a run, or of another tool: that one has Batsim's columns, and dates with six decimals.
struct JobsFile {
  std::filesystem::path path;
  bool is_of_run;
  PartsRead parts = {}; ///< of a run
};

/// Checks every row for itself: dates and what follows from them, states, walltimes, its resources and their
/// speed. Throws InputError where a row cannot be read.
JobsRead check_jobs(const JobsFile& file, const std::map<int, ResourceRow>& resources, const Speeds& speeds,
                    const RunRules& rules, Findings& findings);

} // namespace malha
