// SPDX-License-Identifier: MIT
#pragma once
#include "results/files/csv_reader.hpp"
#include "results/measures/job_times.hpp"

#include <filesystem>

namespace malha {

/// How the run in this folder measured slowdowns, from manifest.json and resources.csv. What they do not say
/// is as it is by default. Throws InputError where resources.csv is damaged.
SlowdownRule slowdown_rule_of(const std::filesystem::path& run);

/// The bounded slowdown of a row of jobs.csv that was not rejected. Throws InputError.
double bounded_slowdown(const CsvReader& jobs, const SlowdownRule& rule);

} // namespace malha
