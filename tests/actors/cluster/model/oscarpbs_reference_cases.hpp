// SPDX-License-Identifier: MIT
#pragma once
#include "oscarpbs_reference.hpp"

/// Short words for the cases of the plain OscarPBS scheduler.
namespace malha::testing::oscar_cases {

using Fragments = std::vector<OscarFragment>;
using Jobs = std::vector<OscarJob>;
using Starts = std::map<long, double>;
using Machines = std::map<long, std::vector<int>>;
using Ids = std::vector<long>;
using Counts = std::map<long, int>;

inline const std::vector<int> one_machine{8}, two_machines{8, 8}, three_machines{8, 8, 8};

/// A common job that runs for as long as it asks.
inline OscarJob common(long id, double submitted, double walltime, const Fragments& fragments) {
  OscarJob job{id, submitted, walltime, walltime};
  job.fragments = fragments;
  return job;
}

inline OscarJob until(char service, double deadline, OscarJob job) {
  job.service = service;
  job.deadline = deadline;
  return job;
}

inline OscarJob ending_after(double run_time, OscarJob job) {
  job.run_time = run_time;
  return job;
}

/// Common jobs that have waited for more than 5 s starve; a waiting job is looked at every period.
inline OscarSettings starving(double period) {
  OscarSettings settings;
  settings.starve_tolerance = 5;
  settings.max_suspension = period;
  return settings;
}

/// Job 3, of all CPUs, starves before job 4, which fits in front of it. Jobs 1 and 2 end early.
inline const Jobs old_and_young{ending_after(40, common(1, 0, 100, {{4}})),
                                ending_after(40, common(2, 0, 50, {{4}})), common(3, 1, 100, {{8}}),
                                common(4, 2, 40, {{4}})};

inline Starts starts(const OscarResult& result) {
  Starts dates;
  for (const OscarRow& row : result.rows)
    dates[row.id] = row.start;
  return dates;
}

inline Machines machines(const OscarResult& result) {
  Machines places;
  for (const OscarRow& row : result.rows)
    places[row.id] = row.machines;
  return places;
}

inline Counts kills(const OscarResult& result) {
  Counts counts;
  for (const OscarRow& row : result.rows)
    if (row.kills > 0)
      counts[row.id] = row.kills;
  return counts;
}

} // namespace malha::testing::oscar_cases
