// SPDX-License-Identifier: MIT
#include "campaign_runs.hpp"

#include "results/files.hpp"
#include "results/table.hpp"
#include "scenarios/language/path_names.hpp"
#include "scenarios/processes/progress.hpp"
#include "scenarios/processes/simgrid_options.hpp"
#include "scenarios/runs/run_request.hpp"
#include "shard.hpp"
#include "shard_state.hpp"

#include <malloc.h>

#include <algorithm>
#include <iostream>

namespace malha {
namespace {

namespace fs = std::filesystem;

/// Work for one process: runs of the campaign that are the same simulation.
struct SharedRun {
  const PlannedRun* first;
  std::vector<fs::path> folders; ///< that are to hold its records; empty: metrics only
  std::size_t runs = 1;          ///< for which it stands
};

struct Work {
  std::vector<SharedRun> missing; ///< in the order of the campaign
  std::size_t there = 0;          ///< what the folder holds already
  std::size_t runs = 0;           ///< of which some may be the same simulation
  std::size_t runs_there = 0;     ///< of these
};

Work work_of(const std::vector<PlannedRun>& runs, const std::set<std::string>& finished,
             const CampaignOptions& options) {
  std::vector<SharedRun> all;
  std::map<std::string, std::size_t> position;
  for (const auto& run : runs) {
    if (run.is_earlier)
      continue;
    const auto [place, is_new] = position.emplace(run.run.hash, all.size());
    if (is_new)
      all.push_back({&run, {}, 0});
    ++all[place->second].runs;
    if (options.records.value_or(run.scenario->keeps_records))
      all[place->second].folders.push_back(folder_of(run.run, options.folder));
  }
  Work work;
  for (auto& one : all) {
    work.runs += one.runs;
    const auto& hash = one.first->run.hash;
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

/// Removes records of other runs: what stands in the place of a run must be its own.
void remove_others(const std::vector<PlannedRun>& runs, const fs::path& folder, const fs::path& keep) {
  for (const auto& run : runs)
    if (const auto place = folder_of(run.run, folder); fs::exists(place) && !holds_run(place, run.run.hash)) {
      remove_results(place);
      discard_partial(place, keep);
    }
}

/// 0 where nobody has measured it.
std::vector<Seconds> expected_times(const std::vector<SharedRun>& runs, const Costs& costs) {
  std::vector<Seconds> times;
  for (const auto& run : runs)
    times.push_back(costs.of(run.first->run).value_or(0));
  return times;
}

/// In a process of its own. What was planned must be what is there now.
Outcome run_shared(const SharedRun& shared, const Library& library, Identifier& identifier,
                   const CommandInfo& command) {
  const auto request = shared.first->request();
  const auto plan = library.plan(request);
  identifier.forget_inputs();
  const auto identity = identifier.identity(plan, request);
  if (run_hash(identity.cell_hash(), request.seed) != shared.first->run.hash)
    throw InputError("an input file changed while the campaign ran; run the same command again");
  if (shared.folders.empty())
    return run_only(plan, "");
  return run_into(shared.folders.front(), plan, identity, command);
}

/// "209 runs, 187 of them different, 20 of these there already".
std::string text_of(const Work& work) {
  const auto different = work.missing.size() + work.there;
  return std::to_string(work.runs) + (work.runs == 1 ? " run" : " runs") +
         (different < work.runs ? ", " + std::to_string(different) + " of them different" : "") +
         (work.there > 0 ? ", " + std::to_string(work.there) + " there already" : "");
}

struct Executed {
  Failures failures;
  std::set<std::string> made; ///< hashes of the runs that ended
  int interrupted_by = 0;
  std::string cannot_write; ///< why it stopped, if it did
};

/// Keeps a run that ended, with its records.
void keep_run(const SharedRun& run, const Outcome& outcome, Store& store) {
  for (std::size_t i = 1; i < run.folders.size(); ++i)
    copy_run(run.folders.front(), run.folders[i]);
  store.put(run.first->run.hash, outcome.metrics);
}

/// `journal`, if there is one, hears of all that happens.
Executed execute(const Work& work, const Library& library, Identifier& identifier, Store& store,
                 const CampaignOptions& options, const Costs& costs, ShardJournal* journal) {
  const auto& missing = work.missing;
  std::vector<WorkItem> items;
  for (const auto& shared : missing)
    items.push_back(
        {shared.first->name(), [&] { return run_shared(shared, library, identifier, options.command); }});
  Executed executed;
  Progress progress(expected_times(missing, costs), work.there, options.limits.workers, "runs");
  if (!items.empty())
    progress.say(text_of(work) + progress.plan() + "\n");
  std::set<std::string> reasons; // of failures: each is said once
  const auto finished = [&](std::size_t item, const Outcome& outcome) {
    if (outcome.cannot_write)
      throw CannotWrite(outcome.message);
    const bool ended = outcome.status == Status::done || was_cut(outcome.metrics);
    if (ended) {
      keep_run(missing[item], outcome, store);
      executed.made.insert(missing[item].first->run.hash);
    } else {
      executed.failures[missing[item].first->run.hash] = outcome;
      if (reasons.insert(outcome.message).second)
        progress.say(complaint(items[item].name + ": " + outcome.message));
    }
    progress.done(item);
    if (journal != nullptr)
      journal->count(missing[item].runs, ended ? "" : items[item].name + ": " + outcome.message);
  };
  const auto watch = [&](const auto& running) {
    progress.look_at(running);
    if (journal != nullptr)
      journal->beat(progress.left());
  };
  try {
    executed.interrupted_by = run_workers(items, options.limits, finished, watch);
  } catch (const CannotWrite& error) {
    executed.cannot_write = error.what();
  }
  return executed;
}

/// Removes what runs left that did not end.
void clean_up(const std::vector<SharedRun>& missing, const fs::path& keep) {
  for (const auto& shared : missing)
    for (const auto& folder : shared.folders)
      discard_partial(folder, keep);
}

/// Versions and commit of all runs of the folder, also where they leave no folders of their own.
void write_machine(const Library& library, const CampaignOptions& options, const CampaignResult& result) {
  write_json(options.folder / "machine.json", {{"malha", MALHA_VERSION},
                                               {"simgrid", simgrid_version()},
                                               {"commit", commit_of(library.data())},
                                               {"command", options.command.line},
                                               {"workers", options.command.workers},
                                               {"runs", result.finished}});
}

} // namespace

void check_same_scenarios(const Store& store, const CampaignRequest& request, const fs::path& folder) {
  const auto before = request_of(store);
  if (before && subject_of(*before) != subject_of(request))
    throw InputError("output folder " + folder.string() + ": holds results of " + subject_of(*before) +
                     "; valid: another folder, the same " +
                     (request.comparison ? "comparison" : "scenarios") + ", or remove it");
}

std::string progress_of(const CampaignResult& result) {
  return std::to_string(result.finished) + " of " + std::to_string(result.runs) + " runs are done";
}

std::string place_of_results(const CampaignResult& result, const fs::path& folder) {
  return "results in " + folder.string() +
         (result.made < result.finished ? ", " + std::to_string(result.finished - result.made) + " of " +
                                              std::to_string(result.runs) + " runs were there already"
                                        : "") +
         (result.earlier > 0
              ? ", " + std::to_string(result.earlier) + " of them with seeds of an earlier command"
              : "");
}

void print_failures(const CampaignResult& result, std::ostream& out) {
  std::map<std::string, std::size_t> more;
  for (const auto& failed : result.failures)
    ++more.try_emplace(failed.reason, -1).first->second;
  for (const auto& failed : result.failures) {
    const auto others = more.find(failed.reason);
    if (others == more.end())
      continue;
    out << complaint(failed.name + ": " + failed.reason);
    if (others->second > 0)
      out << complaint("… and " + std::to_string(others->second) +
                       (others->second == 1 ? " more run" : " more runs") + ": same reason");
    more.erase(others);
  }
}

void end_if_interrupted(const CampaignResult& result) {
  if (result.interrupted_by == 0)
    return;
  std::cerr << complaint("interrupted: " + progress_of(result) +
                         " and kept; the same command goes on from there");
  end_by_signal(result.interrupted_by);
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
    const auto& scenario = scenarios.back();
    if (!read.insert(scenario.name).second)
      throw InputError("run: scenario '" + scenario.name + "' is given twice");
    if (scenario.seed_varies.empty() && request.seeds.value_or(1) != 1)
      throw InputError("--seeds " + std::to_string(*request.seeds) + ": a seed varies nothing in scenario '" +
                       scenario.name + "'; valid: 1");
  }
  return scenarios;
}

namespace {

/// How the command ended, for who reads it later.
std::string end_of(const Executed& executed) {
  if (!executed.cannot_write.empty())
    return executed.cannot_write;
  if (executed.interrupted_by != 0)
    return "it was interrupted by signal " + std::to_string(executed.interrupted_by);
  return ShardState::all_tried;
}

Costs costs_for(const CampaignOptions& options, const Library& library) {
  if (!options.costs.empty() && !is_there(options.costs))
    throw InputError(options.costs.string() +
                     ": is not there; valid: a file of costs, as malha submit writes it");
  return Costs(options.costs.empty() ? library.data() / "scenarios" / "run_times.csv" : options.costs);
}

/// The runs that the command works on. The memory of all others is given back, since each fork of a worker
/// copies the page tables of its parent.
Shard part_of(std::vector<PlannedRun>&& all, const Costs& costs, const CampaignOptions& options) {
  if (options.shards == 1)
    return {std::move(all), {}};
  auto part = shard_of(all, costs, options.shard, options.shards);
  std::vector<PlannedRun>().swap(all);
  malloc_trim(0);
  return part;
}

/// Tells the store what it holds from now on.
void begin(Store& store, const CampaignRequest& request, const WholeCampaign& whole, Shard& part,
           const CampaignOptions& options) {
  check_same_scenarios(store, request, options.folder);
  if (options.shards > 1)
    return begin_shard(store, request, whole, part);
  part.runs = with_earlier_seeds(part.runs, store);
  store.begin(text_of(request), described(part.runs));
}

/// Runs what is missing, and removes what a run left that did not end.
Executed make_missing(const Work& work, const Library& library, Identifier& identifier, Store& store,
                      const CampaignOptions& options, const WholeCampaign& whole, const Costs& costs,
                      const fs::path& keep) {
  std::optional<ShardJournal> journal;
  if (options.keeps_journal)
    journal.emplace(options.folder, work.runs, work.runs_there, whole.hash);
  Executed executed;
  try {
    executed = execute(work, library, identifier, store, options, costs, journal ? &*journal : nullptr);
  } catch (...) {
    clean_up(work.missing, keep);
    throw;
  }
  clean_up(work.missing, keep);
  if (journal)
    journal->end(end_of(executed));
  return executed;
}

} // namespace

CampaignResult run_campaign(const CampaignRequest& request, const std::vector<Scenario>& scenarios,
                            const Library& library, const CampaignOptions& options) {
  Identifier identifier(library);
  const auto costs = costs_for(options, library);
  auto all = planned_runs(request, scenarios, library, identifier);
  const auto whole = whole_of(described(all));
  auto part = part_of(std::move(all), costs, options);
  const fs::path keep = existing_part(options.folder);
  check_campaign_folder(options.folder);
  make_folder(options.folder);
  const FolderLock lock(options.folder, options.patience);
  const bool is_new = !fs::exists(options.folder / Store::file_name);
  std::optional<Store> store;
  const auto leave_nothing = [&] {
    store.reset();
    Store::remove(options.folder);
    discard_partial(options.folder, keep);
  };
  try {
    store.emplace(options.folder);
    begin(*store, request, whole, part, options);
  } catch (...) {
    if (is_new)
      leave_nothing();
    throw;
  }
  const auto& runs = part.runs;
  const auto work = work_of(runs, store->finished(), options);
  remove_others(runs, options.folder, keep);
  const auto executed = make_missing(work, library, identifier, *store, options, whole, costs, keep);
  auto result = gathered(runs, executed.failures, *store);
  if (options.shards > 1) { // the folder may have another shard, too
    result.runs = whole.runs;
    result.finished = finished_runs(*store);
  } else if (is_new && !options.keeps_journal && result.finished == 0 && !work.missing.empty()) {
    leave_nothing();
  }
  if (!executed.cannot_write.empty())
    throw CannotWrite(executed.cannot_write + "; " + progress_of(result) +
                      ", and the same command goes on from there");
  result.interrupted_by = executed.interrupted_by;
  result.made = static_cast<std::size_t>(std::count_if(
      runs.begin(), runs.end(), [&](const auto& run) { return executed.made.count(run.run.hash) > 0; }));
  if (result.finished > 0)
    write_machine(library, options, result);
  if (result.finished > 0 && result.interrupted_by == 0 && options.shards == 1) {
    if (request.comparison)
      export_comparison(*request.comparison, options.folder, result);
    else
      export_results(scenarios, options.folder, result);
  }
  return result;
}

} // namespace malha
