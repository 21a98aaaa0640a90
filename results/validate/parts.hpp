// SPDX-License-Identifier: MIT
#pragma once
#include "findings.hpp"
#include "results/files/records.hpp"

#include <filesystem>
#include <map>

namespace malha {

/// What a site ran of a job that several sites ran at once.
struct PartRead {
  std::string who; ///< "job 3 (parts.csv:5)"
  std::string site;
  Seconds start, finish;
  IndexSet resources;
};

/// The parts of such jobs, by job_id.
using PartsRead = std::map<std::string, std::vector<PartRead>>;

/// A row of jobs.csv of such a job.
struct WholeJob {
  std::string who; ///< "job 3 (jobs.csv:5)"
  std::string site;
  Seconds start, finish;
  IndexSet resources;
};

/// Of a parts.csv, if the run wrote one.
PartsRead read_parts(const std::filesystem::path& parts);

/// Holds the parts against the rows of their jobs, by id: all parts of a job are there and begin and end with
/// it, each is on resources of its site, and together they have the resources of the job.
void check_parts(const PartsRead& parts, const std::map<std::string, WholeJob>& jobs,
                 const std::map<int, ResourceRow>& resources, Findings& findings);

} // namespace malha
