// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>

namespace malha {

/// Explains for what a task of a workflow waited, in lines for a terminal: its parents, then its data as far
/// as the files of the run say when they came, then its resource; and when EasyGrid was to move it. `task` is
/// the job_id of jobs.csv. "" if it is no task of a workflow. Throws InputError if a file cannot be read.
std::string explanation_in_dag(const std::filesystem::path& folder, std::int64_t task);

} // namespace malha
