// SPDX-License-Identifier: MIT
#pragma once
#include "campaign_runs.hpp"

namespace malha {

/// The folder of a campaign for which the command line names none: the folder in which the same campaign was
/// begun before, if no other command works in it; else a new one, which is made.
std::filesystem::path own_folder(const CampaignRequest& request, const std::string& what);

/// Calls `check`, which may refuse a folder. Errors in the inputs of the scenarios are reported first. Throws
/// InputError.
template <class Check>
void check_behind_inputs(const std::vector<Scenario>& scenarios, const Library& library, Check&& check);

/// Reads the files of workloads that the scenarios name, to their ends. Throws InputError.
void check_workload_files(const std::vector<Scenario>& scenarios, const Library& library);

template <class Check>
void check_behind_inputs(const std::vector<Scenario>& scenarios, const Library& library, Check&& check) {
  try {
    check();
  } catch (const InputError&) {
    check_workload_files(scenarios, library);
    throw;
  }
}

} // namespace malha
