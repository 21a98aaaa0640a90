// SPDX-License-Identifier: MIT
#include "campaign_folder.hpp"
#include "missing_runs.hpp"
#include "results/files/files.hpp"
#include "run_work.hpp"
#include "scenarios/runner/processes/simgrid_options.hpp"
#include "scenarios/runner/runs/identity.hpp"
#include "scenarios/runner/runs/output_place.hpp"
#include "scenarios/runner/runs/run_request.hpp"
#include "shard.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace malha {
namespace {

namespace fs = std::filesystem;

Costs costs_for(const CampaignOptions& options, const Library& library) {
  if (!options.costs.empty() && !is_there(options.costs))
    throw InputError(options.costs.string() +
                     ": is not there; valid: a file of costs, as malha submit writes it");
  return Costs(options.costs.empty() ? library.data() / "scenarios" / "run_times.csv" : options.costs);
}

/// The runs that the command works on: those of its shard, or all.
Shard part_of(std::vector<PlannedRun>&& all, const Costs& costs, const CampaignOptions& options) {
  if (options.shards == 1)
    return {std::move(all), {}};
  auto part = shard_of(all, costs, options.shard, options.shards);
  std::vector<PlannedRun>().swap(all); // frees the memory
  return part;
}

/// Writes the request and the runs into the store. Unless the part is a shard, adds the finished runs of
/// earlier seeds to it.
void begin(Store& store, const CampaignRequest& request, const WholeCampaign& whole, Shard& part,
           const CampaignOptions& options) {
  if (options.shards > 1)
    return begin_shard(store, request, whole, part);
  part.runs = with_earlier_seeds(part.runs, store);
  store.begin(text_of(request), describe(part.runs));
}

/// Makes the folder of the results, or finds one that exists. Throws InputError if it holds something else.
fs::path made_folder(const CampaignRequest& request, const std::vector<Scenario>& scenarios,
                     const Library& library, const CampaignOptions& options) {
  if (options.folder.empty())
    return own_folder(request, options.what);
  if (options.overwrites)
    check_workload_files(scenarios, library); // no results are removed for a bad input
  else
    check_behind_inputs(scenarios, library, [&] { check_campaign_folder(options.folder); });
  make_folder(options.folder);
  return options.folder;
}

/// Writes machine.json of the campaign: its runs may have no folders with machine.json of their own.
void write_machine(const Library& library, const CampaignOptions& options, const CampaignResult& result) {
  write_json(options.folder / "machine.json", {{"malha", MALHA_VERSION},
                                               {"simgrid", simgrid_version()},
                                               {"commit", commit_of(library.data())},
                                               {"command", options.command.line},
                                               {"workers", options.command.workers},
                                               {"runs", result.finished}});
}

} // namespace

void check_same_scenarios(const Store& store, const CampaignRequest& request, const fs::path& folder,
                          const std::string& instead) {
  const auto before = request_of(store);
  if (before && subject_of(*before) != subject_of(request))
    throw InputError("output folder " + folder.string() + ": holds results of " + subject_of(*before) +
                     "; valid: another folder (-o), " + (instead.empty() ? "" : instead + ", ") +
                     "or the same " + (request.comparison ? "comparison" : "scenarios"));
}

std::vector<Scenario> read_scenarios(const CampaignRequest& request, const Library& library) {
  if (request.comparison)
    return {scenario_of(*request.comparison, request.settings, request.simgrid_options, library)};
  for (const auto& option : request.simgrid_options)
    check_simgrid_option(option);
  std::vector<Scenario> scenarios;
  std::set<std::string> read;
  for (const auto& name : request.scenarios) {
    scenarios.push_back(
        read_scenario(library.scenario_file(name), request.settings, request.simgrid_options, library));
    auto& scenario = scenarios.back();
    scenario.judged_anyway = request.judges_anyway;
    if (!read.insert(scenario.name).second)
      throw InputError("run: scenario '" + scenario.name + "' is given twice");
    if (scenario.seed_varies.empty() && request.seeds.value_or(1) != 1)
      throw InputError("--seeds " + std::to_string(*request.seeds) + ": a seed varies nothing in scenario '" +
                       scenario.name + "'; valid: 1");
  }
  return scenarios;
}

ForkServers campaign_fork_servers(const Library& library, const CampaignOptions& options) {
  return {run_work(library, options.command), options.limits.workers};
}

CampaignResult run_campaign(const CampaignRequest& request, const std::vector<Scenario>& scenarios,
                            const Library& library, const CampaignOptions& asked, ForkServers fork_servers) {
  Identifier identifier(library);
  const auto costs = costs_for(asked, library);
  auto all = planned_runs(request, scenarios, library, identifier);
  const auto whole = whole_of(describe(all));
  auto part = part_of(std::move(all), costs, asked);
  auto options = asked;
  // Folders that were there before are not removed when this command cleans up.
  const fs::path keep = existing_part(asked.folder.empty() ? default_outputs : asked.folder);
  options.folder = made_folder(request, scenarios, library, asked);
  const FolderLock lock(options.folder, options.patience);
  fork_servers.keep_open(lock.file()); // if this process is killed, they may still write for a moment
  if (options.overwrites)
    remove_old_results(options.folder);
  const bool is_new = !fs::exists(options.folder / Store::file_name);
  std::optional<Store> store;
  const auto leave_nothing = [&] {
    store.reset();
    Store::remove(options.folder);
    discard_partial(options.folder, keep);
  };
  try {
    store.emplace(options.folder);
    check_behind_inputs(scenarios, library,
                        [&] { check_same_scenarios(*store, request, options.folder, "--overwrite"); });
    begin(*store, request, whole, part, options);
  } catch (...) {
    if (is_new)
      leave_nothing();
    throw;
  }
  const auto& runs = part.runs;
  const auto work = work_of(runs, store->finished(), options);
  remove_others(runs, options.folder, keep);
  const auto executed = run_missing(work, fork_servers, *store, options, whole.hash, costs, keep);
  auto result = collect(runs, executed.failures, *store);
  result.folder = options.folder;
  if (options.shards > 1) { // the folder may have other shards, too
    result.runs = whole.runs;
    result.finished = finished_runs(*store);
  } else if (is_new && !options.keeps_journal && result.finished == 0 && !work.missing.empty()) {
    leave_nothing();
  }
  if (!executed.cannot_write.empty())
    throw CannotWrite(executed.cannot_write + "; " + progress_of(result) +
                      ", and the same command continues from there");
  result.interrupted_by = executed.interrupted_by;
  result.made = static_cast<std::size_t>(std::count_if(
      runs.begin(), runs.end(), [&](const auto& run) { return executed.made.count(run.hash) > 0; }));
  const bool has_results = result.finished > 0 || whole.runs == 0; // of no runs it is said why
  if (has_results)
    write_machine(library, options, result);
  if (has_results && result.interrupted_by == 0 && options.shards == 1) {
    if (request.comparison)
      export_comparison(*request.comparison, options.folder, result);
    else
      export_results(scenarios, options.folder, result);
  }
  return result;
}

} // namespace malha
