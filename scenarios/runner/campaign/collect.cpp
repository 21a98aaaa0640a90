// SPDX-License-Identifier: MIT
#include "shard.hpp"

#include "results/files/files.hpp"
#include "scenarios/runner/language/path_names.hpp"

#include <nlohmann/json.hpp>

namespace malha {
namespace {

namespace fs = std::filesystem;

void check_part(const fs::path& part) {
  if (!is_there(part / Store::file_name))
    throw InputError(part.string() + ": holds no campaign; valid: an output folder of run or reproduce");
}

/// What a part of a campaign has finished. Another command may be at work in it.
Store part_in(const fs::path& folder) { return Store(folder, Store::Access::read); }

[[noreturn]] void is_of_another(const fs::path& part, const fs::path& first) {
  throw InputError(
      "collect: " + part.string() + " is no part of the same campaign as " + first.string() +
      ": other scenarios, settings or inputs, or another build of Malha; valid: run again those that differ");
}

/// The runs of a campaign that are known, by their places in it.
struct KnownRuns {
  WholeCampaign whole;
  std::map<std::int64_t, CampaignRun> runs;

  std::vector<CampaignRun> in_order() const {
    std::vector<CampaignRun> all;
    for (const auto& [place, run] : runs)
      all.push_back(run);
    return all;
  }
};

KnownRuns known_runs(const Store& store) {
  auto runs = store.runs();
  const auto places = store.places();
  const auto request = request_of(store);
  KnownRuns known{request && request->whole ? *request->whole : whole_of(runs), {}};
  for (std::size_t i = 0; i < runs.size(); ++i)
    known.runs.emplace(places[i], std::move(runs[i]));
  return known;
}

/// Adds the runs of another part. False when it is of another campaign.
bool add(KnownRuns& all, KnownRuns&& more) {
  if (more.whole.hash != all.whole.hash || more.whole.runs != all.whole.runs)
    return false;
  all.runs.merge(more.runs);
  return true;
}

/// The runs of all the folders, which are parts of one campaign. Whoever wrote them: nothing is copied before
/// their names are known to lead nowhere else.
KnownRuns checked_runs(const std::vector<fs::path>& parts, const std::vector<Scenario>& scenarios,
                       const fs::path& folder) {
  std::optional<KnownRuns> all;
  for (const auto& part : parts) {
    check_part(part);
    if (is_there(folder) && fs::equivalent(part, folder))
      throw InputError("collect: " + part.string() +
                       " is the folder to collect into; valid: another folder (-o)");
    auto found = known_runs(part_in(part));
    if (!all)
      all = std::move(found);
    else if (!add(*all, std::move(found)))
      is_of_another(part, parts.front());
  }
  for (const auto& [place, run] : all->runs)
    check_names(run);
  pair_runs(all->in_order(), scenarios);
  return *all;
}

/// Copies what a part of a campaign has finished. `there` has the hashes of what is in `all`.
void merge(const fs::path& part, const fs::path& folder, Store& all, std::set<std::string>& there) {
  const auto from = part_in(part);
  for (const auto& run : from.runs()) {
    const auto metrics = from.metrics(run.hash);
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
  const auto request = request_of(part_in(folder));
  if (request && request->comparison)
    throw InputError(folder.string() + ": holds " + subject_of(*request) +
                     ", which has no shards; valid: an output folder of run or reproduce");
  if (request)
    return *request;
  throw InputError(folder.string() + ": its campaign never began; valid: run it again");
}

std::string campaign_in(const fs::path& folder) {
  check_part(folder);
  return known_runs(part_in(folder)).whole.hash;
}

CampaignResult collect_campaign(const std::vector<fs::path>& parts, const std::vector<Scenario>& scenarios,
                                const fs::path& folder) {
  auto request = request_in(parts.front());
  auto known = checked_runs(parts, scenarios, folder);
  check_campaign_folder(folder);
  make_folder(folder);
  const FolderLock lock(folder);
  std::optional<Store> all(folder);
  check_same_scenarios(*all, request, folder, "");
  if (auto before = known_runs(*all); !before.runs.empty() && !add(known, std::move(before)))
    is_of_another(parts.front(), folder);
  const auto runs = known.in_order();
  request.whole.reset();
  std::vector<std::int64_t> places;
  if (runs.size() < known.whole.runs) {
    request.whole = known.whole;
    for (const auto& [place, run] : known.runs)
      places.push_back(place);
  }
  all->begin(text_of(request), runs, places);
  auto there = all->finished();
  for (const auto& part : parts)
    merge(part, folder, *all, there);
  auto result = collect(pair_runs(runs, scenarios), {}, *all);
  result.folder = folder;
  result.runs = known.whole.runs;
  result.made = result.finished;
  all.reset();
  if (is_there(parts.front() / "machine.json"))
    write_json(folder / "machine.json", read_json(parts.front() / "machine.json"));
  if (result.failures.empty() && result.finished == result.runs)
    export_results(scenarios, folder, result);
  return result;
}

} // namespace malha
