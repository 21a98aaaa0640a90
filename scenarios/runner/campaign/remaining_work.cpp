// SPDX-License-Identifier: MIT
#include "remaining_work.hpp"

#include "scenarios/runner/language/path_names.hpp"

#include <algorithm>

namespace malha {

namespace fs = std::filesystem;

Work work_of(const std::vector<PlannedRun>& runs, const std::set<std::string>& finished,
             const CampaignOptions& options) {
  std::vector<SharedRun> all;
  std::map<std::string, std::size_t> positions; // in `all`, by hash
  for (const auto& run : runs) {
    if (run.is_earlier)
      continue;
    const auto [position, is_new] = positions.emplace(run.hash, all.size());
    if (is_new)
      all.push_back({&run, {}, 0});
    ++all[position->second].runs;
    if (options.records.value_or(run.scenario->keeps_records))
      all[position->second].folders.push_back(folder_of(run.run(), options.folder));
  }
  Work work;
  for (auto& one : all) {
    work.runs += one.runs;
    const auto& hash = one.first->hash;
    const bool is_there =
        finished.count(hash) > 0 && std::all_of(one.folders.begin(), one.folders.end(),
                                                [&](const auto& folder) { return holds_run(folder, hash); });
    work.there += is_there ? 1 : 0;
    work.runs_there += is_there ? one.runs : 0;
    if (!is_there)
      work.missing.push_back(std::move(one));
  }
  return work;
}

std::string text_of(const Work& work) {
  const auto different = work.missing.size() + work.there;
  return std::to_string(work.runs) + (work.runs == 1 ? " run" : " runs") +
         (different < work.runs ? ", " + std::to_string(different) + " of them different" : "") +
         (work.there > 0 ? ", " + std::to_string(work.there) + " there already" : "");
}

void remove_others(const std::vector<PlannedRun>& runs, const fs::path& folder, const fs::path& keep) {
  for (const auto& run : runs)
    if (const auto records = folder_of(run.run(), folder);
        fs::exists(records) && !holds_run(records, run.hash)) {
      remove_results(records);
      discard_partial(records, keep);
    }
}

} // namespace malha
