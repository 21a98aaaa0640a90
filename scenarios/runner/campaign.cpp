// SPDX-License-Identifier: MIT
#include "campaign.hpp"

#include "results/files.hpp"
#include "simgrid_options.hpp"
#include "store.hpp"

#include <algorithm>

namespace malha {
namespace {

namespace fs = std::filesystem;

/// The order in which statuses decide the program's exit (design: the first that applies).
Status graver(Status a, Status b) {
  for (const auto status :
       {Status::bad_input, Status::rule_broken, Status::died, Status::not_ended, Status::missed})
    if (a == status || b == status)
      return status;
  return Status::done;
}

std::string names_of(const std::vector<std::string>& scenarios) {
  std::vector<std::string> names;
  for (const auto& scenario : scenarios)
    names.push_back(fs::path(scenario).stem().string());
  return listed(names);
}

nlohmann::json to_json(const CampaignRequest& request) {
  auto scenarios = request.scenarios;
  for (auto& scenario : scenarios)
    if (is_path(scenario))
      scenario = fs::absolute(scenario).lexically_normal().string();
  nlohmann::json seeds;
  if (request.seeds)
    seeds = *request.seeds;
  return {{"scenarios", scenarios},
          {"settings", request.settings},
          {"simgrid_options", request.simgrid_options},
          {"seeds", seeds}};
}

CampaignRequest from_json(const nlohmann::json& said) {
  CampaignRequest request{said["scenarios"], said["settings"], said["simgrid_options"], {}};
  if (!said["seeds"].is_null())
    request.seeds = said["seeds"].get<int>();
  return request;
}

/// A part of a path: a value such as easygrid/no_balance stays one folder.
std::string folder_part(std::string text) {
  for (auto at = text.find('/'); at != std::string::npos; at = text.find('/', at))
    text.replace(at, 1, "%2F");
  return text;
}

fs::path folder_of(const CampaignRun& run, const fs::path& campaign) {
  std::string parameters = run.parameters.empty() ? "all" : run.parameters;
  std::replace(parameters.begin(), parameters.end(), ';', ',');
  return campaign / run.scenario / folder_part(run.run) / folder_part(parameters) /
         ("seed=" + std::to_string(run.seed));
}

/// One run of the campaign, and where it comes from.
struct PlannedRun {
  CampaignRun run;
  const Scenario* scenario;
  const Cell* cell;

  std::string name() const {
    return scenario->name + ", run '" + cell->run + "'" + (cell->varied.empty() ? "" : " ") +
           cell->parameters(", ") +
           (scenario->seed_varies.empty() ? "" : ", seed=" + std::to_string(run.seed));
  }
  RunRequest request() const {
    auto request = cell->request;
    request.seed = run.seed;
    return request;
  }
};

std::vector<PlannedRun> planned(const CampaignRequest& request, const std::vector<Scenario>& scenarios,
                                const Library& library, Identifier& identifier) {
  std::vector<PlannedRun> runs;
  for (const auto& scenario : scenarios)
    for (const auto& cell : scenario.cells) {
      const auto hash = identifier.identity(library.plan(cell.request), cell.request).cell_hash();
      const auto parameters = cell.parameters(";");
      for (int seed = 0; seed < request.seeds.value_or(scenario.seeds); ++seed) {
        const auto number = static_cast<std::uint64_t>(seed);
        runs.push_back(
            {{scenario.name, cell.run, parameters, number, run_hash(hash, number)}, &scenario, &cell});
      }
    }
  return runs;
}

std::vector<CampaignRun> described(const std::vector<PlannedRun>& planned) {
  std::vector<CampaignRun> runs;
  for (const auto& one : planned)
    runs.push_back(one.run);
  return runs;
}

void check_campaign_folder(const fs::path& folder) {
  std::error_code error;
  if (fs::exists(folder) && !fs::is_directory(folder))
    throw InputError("output folder " + folder.string() + ": is a file");
  const bool used = fs::exists(folder) && !fs::is_empty(folder, error);
  if (used && !error && !fs::exists(folder / Store::file_name))
    throw InputError("output folder " + folder.string() +
                     ": holds something else than results of scenarios; valid: another folder, or remove it");
}

void check_same_scenarios(const Store& store, const CampaignRequest& request, const fs::path& folder) {
  const auto before = nlohmann::json::parse(store.request(), nullptr, false);
  if (!before.is_object())
    return;
  if (const auto names = names_of(before["scenarios"]); names != names_of(request.scenarios))
    throw InputError("output folder " + folder.string() + ": holds results of " + names +
                     "; valid: another folder, the same scenarios, or remove it");
}

/// Work for one process: runs of the campaign that are the same simulation.
struct SharedRun {
  const PlannedRun* first;
  std::vector<fs::path> folders; ///< that are to hold its records; empty: metrics only
};

struct Work {
  std::vector<SharedRun> missing; ///< in the order of the campaign
  std::size_t there = 0;          ///< what the folder holds already
};

/// Of this shard.
Work work_of(const std::vector<PlannedRun>& runs, const std::set<std::string>& finished,
             const CampaignOptions& options) {
  std::vector<SharedRun> all;
  std::map<std::string, std::size_t> position;
  for (const auto& run : runs) {
    const auto [place, is_new] = position.emplace(run.run.hash, all.size());
    if (is_new)
      all.push_back({&run, {}});
    if (options.records.value_or(run.scenario->keeps_records))
      all[place->second].folders.push_back(folder_of(run.run, options.folder));
  }
  Work work;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i % static_cast<std::size_t>(options.shards) + 1 != static_cast<std::size_t>(options.shard))
      continue;
    const auto& hash = all[i].first->run.hash;
    const bool is_there =
        finished.count(hash) > 0 && std::all_of(all[i].folders.begin(), all[i].folders.end(),
                                                [&](const auto& folder) { return holds_run(folder, hash); });
    if (is_there)
      ++work.there;
    else
      work.missing.push_back(std::move(all[i]));
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

bool was_cut(const std::vector<MetricValue>& metrics) {
  return std::any_of(metrics.begin(), metrics.end(),
                     [](const auto& metric) { return metric.name == "cut" && metric.value > 0; });
}

/// Runs of the campaign that did not end, by hash.
using Failures = std::map<std::string, Outcome>;

struct Executed {
  Failures failures;
  std::set<std::string> made; ///< hashes of the runs that ended
  int interrupted_by = 0;
  std::string cannot_write; ///< why it stopped, if it did
};

Executed execute(const Work& work, const Library& library, Identifier& identifier, Store& store,
                 const CampaignOptions& options) {
  const auto& missing = work.missing;
  std::vector<WorkItem> items;
  for (const auto& shared : missing)
    items.push_back(
        {shared.first->name(), [&] { return run_shared(shared, library, identifier, options.command); }});
  Executed executed;
  Progress progress(items.size() + work.there, work.there);
  const auto finished = [&](std::size_t item, const Outcome& outcome) {
    if (outcome.cannot_write)
      throw CannotWrite(outcome.message);
    const auto& hash = missing[item].first->run.hash;
    const auto& folders = missing[item].folders;
    if (outcome.status == Status::done || was_cut(outcome.metrics)) {
      for (std::size_t i = 1; i < folders.size(); ++i)
        copy_run(folders.front(), folders[i]);
      store.put(hash, outcome.metrics);
      executed.made.insert(hash);
    } else {
      executed.failures[hash] = outcome;
    }
    progress.done();
  };
  try {
    executed.interrupted_by = run_workers(items, options.limits, finished);
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

/// Reads what the store has of the runs, and names those that have no result, or one that their scenario does
/// not expect.
CampaignResult gathered(const std::vector<PlannedRun>& runs, const Failures& failures, const Store& store) {
  CampaignResult result;
  result.runs = runs.size();
  const Cell* last = nullptr;
  for (const auto& planned : runs) {
    if (planned.cell != last)
      result.cells.push_back({planned.scenario->name, planned.cell->run, planned.cell->varied, {}});
    last = planned.cell;
    auto metrics = store.metrics(planned.run.hash);
    if (const auto failed = failures.find(planned.run.hash); failed != failures.end()) {
      result.failures.push_back(planned.name() + ": " + failed->second.message);
      result.status = graver(result.status, failed->second.status);
    } else if (metrics && was_cut(*metrics) && !planned.scenario->cut_expected) {
      result.failures.push_back(planned.name() + ": was cut at max_time, which its scenario does not expect");
      result.status = graver(result.status, Status::not_ended);
    } else if (metrics) {
      ++result.finished;
      result.cells.back().runs[planned.run.seed] = std::move(*metrics);
    }
  }
  return result;
}

/// The runs that a store describes, with their cells in the scenarios of today.
std::vector<PlannedRun> paired(const std::vector<CampaignRun>& runs, const std::vector<Scenario>& scenarios) {
  std::vector<PlannedRun> planned;
  auto run = runs.begin();
  for (const auto& scenario : scenarios)
    for (const auto& cell : scenario.cells)
      for (; run != runs.end() && run->scenario == scenario.name && run->run == cell.run &&
             run->parameters == cell.parameters(";");
           ++run)
        planned.push_back({*run, &scenario, &cell});
  if (run != runs.end())
    throw InputError("scenario '" + run->scenario +
                     "' has changed since its runs were made; valid: run it again");
  return planned;
}

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

void export_results(const std::vector<Scenario>& scenarios, const fs::path& folder, CampaignResult& result) {
  result.verdicts = verdicts_of(scenarios, result.cells);
  for (const auto& verdict : result.verdicts)
    if (verdict.verdict == "missed")
      result.status = graver(result.status, Status::missed);
  write_file(folder / "runs.csv", [&](std::ostream& out) {
    out << runs_header() << '\n';
    for (const auto& cell : result.cells)
      for (const auto& row : cell.rows())
        out << csv_line(row) << '\n';
  });
  write_file(folder / "verdicts.csv", [&](std::ostream& out) { write_verdicts(result.verdicts, out); });
}

} // namespace

std::string progress_of(const CampaignResult& result) {
  return std::to_string(result.finished) + " of " + std::to_string(result.runs) + " runs are done";
}

std::vector<Scenario> read_scenarios(const CampaignRequest& request, const Library& library) {
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

CampaignResult run_campaign(const CampaignRequest& request, const std::vector<Scenario>& scenarios,
                            const Library& library, const CampaignOptions& options) {
  Identifier identifier(library);
  const auto runs = planned(request, scenarios, library, identifier);
  const fs::path keep = existing_part(options.folder);
  check_campaign_folder(options.folder);
  make_folder(options.folder);
  const FolderLock lock(options.folder);
  const bool is_new = !fs::exists(options.folder / Store::file_name);
  std::optional<Store> store;
  const auto leave_nothing = [&] {
    store.reset();
    Store::remove(options.folder);
    discard_partial(options.folder, keep);
  };
  try {
    store.emplace(options.folder);
    check_same_scenarios(*store, request, options.folder);
    store->begin(to_json(request).dump(), described(runs));
  } catch (...) {
    if (is_new)
      leave_nothing();
    throw;
  }
  const auto work = work_of(runs, store->finished(), options);
  remove_others(runs, options.folder, keep);
  Executed executed;
  try {
    executed = execute(work, library, identifier, *store, options);
  } catch (...) {
    clean_up(work.missing, keep);
    throw;
  }
  clean_up(work.missing, keep);
  auto result = gathered(runs, executed.failures, *store);
  if (is_new && result.finished == 0 && !work.missing.empty())
    leave_nothing();
  if (!executed.cannot_write.empty())
    throw CannotWrite(executed.cannot_write + "; " + progress_of(result) +
                      ", and the same command goes on from there");
  result.interrupted_by = executed.interrupted_by;
  result.made = static_cast<std::size_t>(std::count_if(
      runs.begin(), runs.end(), [&](const auto& run) { return executed.made.count(run.run.hash) > 0; }));
  if (result.finished > 0 && result.interrupted_by == 0 && options.shards == 1)
    export_results(scenarios, options.folder, result);
  return result;
}

CampaignRequest request_in(const fs::path& folder) {
  if (!fs::exists(folder / Store::file_name))
    throw InputError(folder.string() + ": holds no campaign; valid: an output folder of run or reproduce");
  const auto said = nlohmann::json::parse(Store(folder).request(), nullptr, false);
  if (!said.is_object())
    throw InputError(folder.string() + ": its campaign never began; valid: run it again");
  return from_json(said);
}

CampaignResult collect_campaign(const std::vector<fs::path>& parts, const std::vector<Scenario>& scenarios,
                                const fs::path& folder) {
  check_campaign_folder(folder);
  make_folder(folder);
  const FolderLock lock(folder);
  std::optional<Store> all(folder);
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
