// SPDX-License-Identifier: MIT
#include "campaign_runs.hpp"

#include "results/files.hpp"
#include "scenarios/language/path_names.hpp"

namespace malha {
namespace {

namespace fs = std::filesystem;

void check_part(const fs::path& part) {
  if (!is_there(part / Store::file_name))
    throw InputError(part.string() + ": holds no campaign; valid: an output folder of run or reproduce");
}

/// A part of a campaign while it is read: no other command is at work in it.
struct Part {
  FolderLock lock;
  Store store;

  explicit Part(const fs::path& folder) : lock(folder), store(folder, Store::Access::read) {}
};

[[noreturn]] void is_of_another(const fs::path& part, const fs::path& first) {
  throw InputError("collect: " + part.string() + " is no part of the same campaign as " + first.string() +
                   ": other scenarios, settings or inputs, or another build of Malha");
}

/// The runs of the campaign that all the folders are parts of. Whoever wrote them: nothing is copied before
/// their names are known to lead nowhere else.
std::vector<CampaignRun> checked_runs(const std::vector<fs::path>& parts,
                                      const std::vector<Scenario>& scenarios, const fs::path& folder) {
  std::vector<CampaignRun> runs;
  for (const auto& part : parts) {
    check_part(part);
    if (is_there(folder) && fs::equivalent(part, folder))
      throw InputError("collect: " + part.string() +
                       " is the folder to collect into; valid: another folder (-o)");
    auto found = Part(part).store.runs();
    if (&part == &parts.front())
      runs = std::move(found);
    else if (runs != found)
      is_of_another(part, parts.front());
  }
  for (const auto& run : runs)
    check_names(run);
  paired(runs, scenarios);
  return runs;
}

/// Copies what a part of a campaign has finished.
void merge(const fs::path& part, const std::vector<CampaignRun>& runs, const fs::path& folder, Store& all) {
  const Part from(part);
  std::set<std::string> there = all.finished();
  for (const auto& run : runs) {
    const auto metrics = from.store.metrics(run.hash);
    if (!metrics)
      continue;
    if (const auto records = folder_of(run, part); holds_run(records, run.hash))
      copy_run(records, folder_of(run, folder));
    if (there.insert(run.hash).second)
      all.put(run.hash, *metrics);
  }
}

} // namespace

CampaignRequest request_in(const fs::path& folder) {
  check_part(folder);
  const auto request = request_of(Part(folder).store);
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
  const auto runs = checked_runs(parts, scenarios, folder);
  check_campaign_folder(folder);
  make_folder(folder);
  const FolderLock lock(folder);
  std::optional<Store> all(folder);
  check_same_scenarios(*all, request, folder);
  if (const auto known = all->runs(); !known.empty() && known != runs)
    is_of_another(parts.front(), folder);
  all->begin(text_of(request), runs);
  for (const auto& part : parts)
    merge(part, runs, folder, *all);
  auto result = gathered(paired(runs, scenarios), {}, *all);
  result.made = result.finished;
  all.reset();
  if (is_there(parts.front() / "machine.json"))
    write_json(folder / "machine.json", read_json(parts.front() / "machine.json"));
  if (result.failures.empty() && result.finished == result.runs)
    export_results(scenarios, folder, result);
  return result;
}

} // namespace malha
