// SPDX-License-Identifier: MIT
#include "campaign_folder.hpp"

#include "results/files/files.hpp"
#include "scenarios/runner/runs/input_check.hpp"
#include "scenarios/runner/runs/output_place.hpp"

namespace malha {
namespace {

namespace fs = std::filesystem;

/// Whether the folder has this campaign, or a shard of it, and no command works there.
bool can_continue_in(const fs::path& folder, const CampaignRequest& request) {
  if (!is_there(folder / Store::file_name))
    return false;
  try {
    const FolderLock lock(folder);
    auto before = request_of(Store(folder, Store::Access::read));
    if (!before)
      return false;
    before->whole.reset();
    return text_of(*before) == text_of(request);
  } catch (const InputError&) { // a command works there, or the store is damaged or of another version
    return false;
  }
}

} // namespace

fs::path own_folder(const CampaignRequest& request, const std::string& what) {
  for (const auto& folder : earlier_folders(what))
    if (can_continue_in(folder, request))
      return folder;
  return make_new_folder(what);
}

void check_workload_files(const std::vector<Scenario>& scenarios, const Library& library) {
  std::set<std::pair<std::string, std::string>> known; // workloads and their settings
  std::vector<SimulationPlan> plans;
  for (const auto& scenario : scenarios)
    for (const auto& cell : scenario.cells)
      if (scenario.can_run() && is_workload_path(cell.request.workload) &&
          known.emplace(cell.request.workload, joined(with_prefix(cell.request.settings, "workload"), ";"))
              .second)
        plans.push_back(library.plan_again(cell.request));
  refuse_bad_inputs(plans);
}

} // namespace malha
