// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/quantities.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace malha {

/// A workflow (DAG) in dag_tasks.csv. Its tasks are in the order of the file, and count from 0.
struct DagInFile {
  JobId job = 0;
  std::vector<TaskId> tasks; ///< their numbers, as in jobs.csv
  std::vector<std::string> names;
  std::vector<std::vector<int>> parents; ///< by task; those that the file has
};

/// Reads the dag_tasks.csv of a run; empty if the run has none. Throws InputError if it cannot be read.
std::vector<DagInFile> read_dags(const std::filesystem::path& folder);

} // namespace malha
