// SPDX-License-Identifier: MIT
#pragma once
#include "jobs.hpp"
#include "totals.hpp"

namespace malha {

/// Holds what schedule.csv counts of attempts, crashes and bags against the rows: where all tasks have ended,
/// since only then every attempt has a row.
void check_counts(const std::filesystem::path& schedule, const JobsRead& jobs, const AttemptsRead& attempts,
                  const std::vector<OutageRow>& outages, const TaskNumbers& tasks, const RunRules& rules,
                  Findings& findings);

/// Holds the rows of users.csv against those of jobs.csv.
void check_users(const std::filesystem::path& users, const JobsRead& jobs, Findings& findings);

} // namespace malha
