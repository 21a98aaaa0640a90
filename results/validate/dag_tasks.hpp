// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/index_set.hpp"

#include <filesystem>
#include <map>
#include <string>

namespace malha {

/// The parents of each task of a DAG, by the ids of the tasks.
using ParentsOfTasks = std::map<std::string, IndexSet>;

/// Reads a dag_tasks.csv; empty if the run has none.
ParentsOfTasks read_dag_tasks(const std::filesystem::path& file);

} // namespace malha
