// SPDX-License-Identifier: MIT
#pragma once
#include "jobs.hpp"

#include <nlohmann/json_fwd.hpp>

namespace malha {

/// Of a run, by its manifest.
struct TaskNumbers {
  std::int64_t submitted = 0;
  std::int64_t unfinished = 0;
};

/// Whether each task that was submitted has one row, but for the unfinished. Throws InputError where a
/// manifest is there that does not give their numbers.
TaskNumbers check_conservation(const std::filesystem::path& folder, const nlohmann::json& manifest,
                               const JobsRead& jobs, Findings& findings);

/// Holds one metric of the row of schedule.csv, if it has it, against what the other files say.
void check_metric(const CsvReader& written, const std::string& metric, double of_rows, Findings& findings);

/// Holds the metrics in a schedule.csv against those of the rows, and against Little's law.
void check_schedule(const std::filesystem::path& schedule, const JobsRead& jobs, const TaskNumbers& tasks,
                    const RunRules& rules, Findings& findings);

} // namespace malha
