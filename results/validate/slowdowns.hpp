// SPDX-License-Identifier: MIT
#pragma once
#include "results/files/csv_reader.hpp"
#include "results/measures/job_times.hpp"

#include <filesystem>

namespace malha {

/// Reads from manifest.json and resources.csv how a run measured slowdowns; the default for what they do not
/// say. Throws InputError if resources.csv is damaged.
SlowdownRule slowdown_rule_of(const std::filesystem::path& run);

/// The bounded slowdown of a job that ran, from its row of jobs.csv. Throws InputError if the row is damaged.
double bounded_slowdown(const CsvReader& jobs, const SlowdownRule& rule);

} // namespace malha
