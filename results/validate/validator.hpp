// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/speed_profile.hpp"
#include "results/files/records.hpp"

#include <filesystem>
#include <map>

namespace malha {

struct Validation {
  std::vector<std::string> checks;     ///< what was checked, one sentence each
  std::vector<std::string> unchecked;  ///< what could not be, and why
  std::vector<std::string> violations; ///< as they are found; at most `most_violations` a rule
  std::vector<std::string> hints;      ///< which trait would lift a rule, and who declares it
  std::size_t jobs = 0;
};

inline constexpr std::size_t most_violations = 10;

/// Checks the schedule that a run wrote into `folder` (jobs.csv, resources.csv and what else is there):
/// conservation of tasks, the order of dates, columns and metrics that agree, walltimes, one live attempt of
/// a job, or the copies that its policy makes, no resource over its slots at any instant (half-open
/// intervals) or used while it is down, no task faster than its host, fragments on one host each, Little's
/// law, and the promises of the decision log. Throws InputError when a file is missing or cannot be read.
Validation validate_schedule(const std::filesystem::path& folder);

/// Checks a jobs.csv that another tool wrote, in Batsim's columns, for those resources. Its dates may be
/// rounded to six decimals. `speeds`: of hosts whose speed changes, by name, as shares of it.
Validation validate_jobs(const std::filesystem::path& jobs, const std::vector<ResourceRow>& resources,
                         const std::map<std::string, SpeedProfile>& speeds = {});

} // namespace malha
