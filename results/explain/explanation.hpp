// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

namespace malha {

/// The meanings of the reasons in decisions.csv, by reason.
const std::map<std::string, std::string>& meanings_of_reasons();

/// Explains why no decision about a job was logged, as the rest of a sentence. By parts.csv, a meta-scheduler
/// may have placed the job itself, in several clusters at once. Throws InputError if a file cannot be
/// read.
std::string without_decisions(const std::filesystem::path& folder, std::int64_t job);

/// Explains the wait of one job, in lines for a terminal, from the files of a run that kept decisions.csv:
/// the periods of its wait with their reasons, the free nodes, and the jobs that waited before it, overtook
/// it or ran. `job` is the job_id of jobs.csv. Throws InputError if a file cannot be read.
std::string explanation_of(const std::filesystem::path& folder, std::int64_t job);

} // namespace malha
