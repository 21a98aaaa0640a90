// SPDX-License-Identifier: MIT
#include "shard.hpp"

#include "results/files/files.hpp"
#include "scenarios/runner/language/path_names.hpp"

#include <nlohmann/json.hpp>

namespace malha {
namespace {

namespace fs = std::filesystem;

/// Throws InputError unless the folder has a store.
void check_part(const fs::path& part) {
  if (!is_there(part / Store::file_name))
    throw InputError(part.string() + ": holds no campaign; valid: an output folder of run or reproduce");
}

/// Opens the store of a part to read it. Another command may work in the folder.
Store part_in(const fs::path& folder) { return Store(folder, Store::Access::read); }

[[noreturn]] void refuse_other_campaign(const fs::path& part, const fs::path& first) {
  throw InputError(
      "collect: " + part.string() + " is no part of the same campaign as " + first.string() +
      ": other scenarios, settings or inputs, or another build of Malha; valid: run again those that differ");
}

/// The runs of a campaign that some parts have, by their places in it.
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

/// Adds the runs of another part. Returns false, and adds none, if they are of another campaign.
bool add(KnownRuns& all, KnownRuns&& more) {
  if (more.whole.hash != all.whole.hash || more.whole.runs != all.whole.runs)
    return false;
  all.runs.merge(more.runs);
  return true;
}

/// The runs of all parts. Throws InputError if the parts are not of one campaign, or if its runs do not fit
/// the scenarios. Also checks the names of the runs, since records are copied to paths made of them, and
/// others may have written the parts.
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
      refuse_other_campaign(part, parts.front());
  }
  for (const auto& [place, run] : all->runs)
    check_names(run);
  pair_runs(all->in_order(), scenarios); // throws if they do not fit
  return *all;
}

/// Copies the finished runs of a part into the folder and its store. `there` has the hashes of the runs in
/// the store.
void merge(const fs::path& part, const fs::path& folder, Store& store, std::set<std::string>& there) {
  const auto from = part_in(part);
  for (const auto& run : from.runs()) {
    const auto metrics = from.metrics(run.hash);
    if (!metrics)
      continue;
    if (const auto records = folder_of(run, part); holds_run(records, run.hash))
      copy_run(records, folder_of(run, folder));
    if (there.insert(run.hash).second)
      store.put(run.hash, *metrics);
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
  std::optional<Store> store(folder);
  check_same_scenarios(*store, request, folder, "");
  if (auto before = known_runs(*store); !before.runs.empty() && !add(known, std::move(before)))
    refuse_other_campaign(parts.front(), folder);
  const auto runs = known.in_order();
  request.whole.reset();
  std::vector<std::int64_t> places;
  if (runs.size() < known.whole.runs) {
    request.whole = known.whole;
    for (const auto& [place, run] : known.runs)
      places.push_back(place);
  }
  store->begin(text_of(request), runs, places);
  auto there = store->finished();
  for (const auto& part : parts)
    merge(part, folder, *store, there);
  auto result = collect(pair_runs(runs, scenarios), {}, *store);
  result.folder = folder;
  result.runs = known.whole.runs;
  result.made = result.finished;
  store.reset();
  if (is_there(parts.front() / "machine.json"))
    write_json(folder / "machine.json", read_json(parts.front() / "machine.json"));
  if (result.failures.empty() && result.finished == result.runs)
    export_results(scenarios, folder, result);
  return result;
}

} // namespace malha
