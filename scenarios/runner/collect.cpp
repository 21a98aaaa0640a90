// SPDX-License-Identifier: MIT
#include "campaign_runs.hpp"

namespace malha {
namespace {

namespace fs = std::filesystem;

/// Copies what a part of a campaign has finished.
void merge(const fs::path& part, const fs::path& first, const fs::path& folder, Store& all) {
  if (fs::equivalent(part, folder))
    throw InputError("collect: " + part.string() +
                     " is the folder to collect into; valid: another folder (-o)");
  const Store store(part);
  const auto runs = store.runs();
  if (const auto known = all.runs(); known.empty())
    all.begin(store.request(), runs);
  else if (known != runs)
    throw InputError("collect: " + part.string() + " is no part of the same campaign as " + first.string() +
                     ": other scenarios, settings or inputs, or another build of Malha");
  std::set<std::string> there = all.finished();
  for (const auto& run : runs) {
    const auto metrics = store.metrics(run.hash);
    if (!metrics)
      continue;
    if (const auto from = folder_of(run, part); holds_run(from, run.hash))
      copy_run(from, folder_of(run, folder));
    if (there.insert(run.hash).second)
      all.put(run.hash, *metrics);
  }
}

} // namespace

CampaignRequest request_in(const fs::path& folder) {
  if (!fs::exists(folder / Store::file_name))
    throw InputError(folder.string() + ": holds no campaign; valid: an output folder of run or reproduce");
  const auto request = request_of(Store(folder).request());
  if (request && request->comparison)
    throw InputError(folder.string() + ": holds " + subject_of(*request) +
                     ", which has no shards; valid: an output folder of run or reproduce");
  if (request)
    return *request;
  throw InputError(folder.string() + ": its campaign never began; valid: run it again");
}

CampaignResult collect_campaign(const std::vector<fs::path>& parts, const std::vector<Scenario>& scenarios,
                                const fs::path& folder) {
  const auto request = request_in(parts.front());
  check_campaign_folder(folder);
  make_folder(folder);
  const FolderLock lock(folder);
  std::optional<Store> all(folder);
  check_same_scenarios(*all, request, folder);
  for (const auto& part : parts)
    merge(part, parts.front(), folder, *all);
  const auto runs = paired(all->runs(), scenarios);
  auto result = gathered(runs, {}, *all);
  result.made = result.finished;
  all.reset();
  if (result.failures.empty() && result.finished == result.runs)
    export_results(scenarios, folder, result);
  return result;
}

} // namespace malha
