// SPDX-License-Identifier: MIT
#pragma once
#include "campaign_runs.hpp"

namespace malha {

/// Chooses the folder of a campaign if the command line names none: the folder in which the same campaign was
/// begun before, if no other command works in it. Otherwise makes a new one.
std::filesystem::path own_folder(const CampaignRequest& request, const std::string& what);

/// Calls `check`, which may throw InputError to refuse a folder. In that case an error in the inputs of the
/// scenarios is thrown instead, if there is one.
template <class Check>
void check_behind_inputs(const std::vector<Scenario>& scenarios, const Library& library, Check&& check);

/// Reads the workload files of the scenarios to their ends. Throws InputError.
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
