// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace malha {

struct Validation {
  std::vector<std::string> checks;     ///< what was checked, one sentence each
  std::vector<std::string> unchecked;  ///< what could not be, and why
  std::vector<std::string> violations; ///< as they are found; at most `most_violations` a rule
  std::size_t jobs = 0;
};

inline constexpr std::size_t most_violations = 10;

/// Checks the schedule that a run wrote into `folder` (jobs.csv, resources.csv, schedule.csv, manifest.json):
/// conservation of tasks, start >= submission, finish >= start, columns and metrics that
/// agree, no resource over its slots at any instant (half-open intervals), and no task faster than its host.
/// Throws InputError when a file is missing or cannot be read.
Validation validate_schedule(const std::filesystem::path& folder);

} // namespace malha
