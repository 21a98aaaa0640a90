// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/speed_profile.hpp"
#include "results/files/records.hpp"

#include <filesystem>
#include <map>

namespace malha {

/// The largest number of violations of one rule that are shown. A line after them says that there are more.
inline constexpr std::size_t most_violations = 10;

/// What a validation found.
struct Validation {
  std::vector<std::string> checks;     ///< what was checked, one sentence each
  std::vector<std::string> unchecked;  ///< what was not checked, and why
  std::vector<std::string> violations; ///< "rule: what breaks it", in the order in which they were found
  std::vector<std::string> hints;      ///< which trait would lift a violated rule, and who may declare it
  std::size_t jobs = 0;                ///< number of rows of jobs.csv
};

/// Checks the schedule that a run wrote into `folder` (jobs.csv, resources.csv and its other files) by all
/// rules: those in results/validate/rules/, and those of plugins. Throws InputError if a file is missing or
/// cannot be read.
Validation validate_schedule(const std::filesystem::path& folder);

/// Checks a jobs.csv of another tool, with Batsim's columns, of jobs that ran on `resources`. Dates may be
/// rounded to six decimals. `speeds`: speed profiles of hosts by name, relative to the speeds of `resources`.
/// Throws InputError if the file cannot be read.
Validation validate_jobs(const std::filesystem::path& jobs, const std::vector<ResourceRow>& resources,
                         const std::map<std::string, SpeedProfile>& speeds = {});

} // namespace malha
