// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

namespace malha {

/// What the reasons of decisions.csv mean, by the word that stands there.
const std::map<std::string, std::string>& meanings_of_reasons();

/// What there is to say of a job about which no decision was logged, as the rest of a sentence: which job a
/// meta-scheduler placed itself, in several clusters at once, parts.csv says. Throws InputError where a file
/// cannot be read.
std::string without_decisions(const std::filesystem::path& folder, std::int64_t job);

/// Tells the wait of one job, in lines of a terminal, from the files of a run that kept decisions.csv: from
/// when to when it waited for which reason, how many nodes were free, who waited before it, who overtook it
/// and who ran. `job` is the job_id of jobs.csv. Throws InputError where a file cannot be read.
std::string explanation_of(const std::filesystem::path& folder, std::int64_t job);

} // namespace malha
