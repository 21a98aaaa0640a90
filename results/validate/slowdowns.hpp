// SPDX-License-Identifier: MIT
#pragma once
#include "results/files/csv_reader.hpp"
#include "results/measures/job_times.hpp"

#include <filesystem>

namespace malha {

/// Reads the rule by which a run measured slowdowns from its manifest.json and resources.csv. What they do
/// not say has its default. Throws InputError if resources.csv is damaged.
SlowdownRule slowdown_rule_of(const std::filesystem::path& folder);

/// The bounded slowdown of a job that ran. The reader stands at its row of jobs.csv. Throws InputError if the
/// row is damaged.
double bounded_slowdown(const CsvReader& jobs, const SlowdownRule& rule);

} // namespace malha
