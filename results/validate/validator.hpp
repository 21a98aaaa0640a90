// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/speed_profile.hpp"
#include "results/files/records.hpp"

#include <filesystem>
#include <map>

namespace malha {

/// What a validation found.
struct Validation {
  std::vector<std::string> checks;     ///< what was checked, one sentence each
  std::vector<std::string> unchecked;  ///< what was not checked, and why
  std::vector<std::string> violations; ///< in the order of rules; at most `most_violations` of each
  std::vector<std::string> hints;      ///< which trait would lift a rule, and who declares it
  std::size_t jobs = 0;
};

/// The number of violations of a rule that are named.
inline constexpr std::size_t most_violations = 10;

/// Checks the schedule that a run wrote into `folder` (jobs.csv, resources.csv and its other files) by all
/// rules: those in results/validate/rules/, and those of plugins. Throws InputError if a file is missing or
/// cannot be read.
Validation validate_schedule(const std::filesystem::path& folder);

/// Checks the jobs.csv of another tool, in Batsim's columns, on those resources. Dates may be rounded to six
/// decimals. `speeds`: speed profiles of hosts by name, as shares of their speed. Throws InputError if the
/// file cannot be read.
Validation validate_jobs(const std::filesystem::path& jobs, const std::vector<ResourceRow>& resources,
                         const std::map<std::string, SpeedProfile>& speeds = {});

} // namespace malha
