// SPDX-License-Identifier: MIT
#pragma once
#include "results/files/records.hpp"

#include <filesystem>
#include <map>

namespace malha {

/// The part that one site ran of a job that several sites ran at once: a row of parts.csv.
struct PartRead {
  std::string who; ///< "job 3 (parts.csv:5)"
  std::string site;
  Seconds start, finish;
  IndexSet resources;
};

/// The parts of jobs, by id of the job.
using PartsByJob = std::map<std::string, std::vector<PartRead>>;

/// Reads a parts.csv; empty if the run has none.
PartsByJob read_parts(const std::filesystem::path& file);

} // namespace malha
