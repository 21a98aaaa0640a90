// SPDX-License-Identifier: MIT
#include "missing_runs.hpp"

#include "actors/runtime/engine.hpp"
#include "results/table.hpp"
#include "scenarios/processes/progress.hpp"
#include "scenarios/runs/run_request.hpp"
#include "shard_state.hpp"

namespace malha {
namespace {

namespace fs = std::filesystem;

/// 0 where nobody has measured it.
std::vector<Seconds> expected_times(const std::vector<SharedRun>& runs, const Costs& costs) {
  std::vector<Seconds> times;
  for (const auto& run : runs)
    times.push_back(costs.of(run.first->run()).value_or(0));
  return times;
}

/// What a process that forks runs has prepared: their platform, and the plan of the next one.
struct Prepared {
  const SharedRun* run = nullptr;
  std::optional<SimulationPlan> plan = {};
};

/// Throws InputError where what was planned is not what is there now.
Identity checked_identity(const SharedRun& shared, const SimulationPlan& plan, Identifier& identifier) {
  const auto request = shared.first->request();
  if (!shared.first->planned->is_unchanged())
    identifier.forget_inputs();
  auto identity = identifier.identity(plan, request);
  if (run_hash(identity.cell_hash(), request.seed) != shared.first->hash)
    throw InputError("an input file changed while the campaign ran; run the same command again");
  return identity;
}

void prepare(Prepared& prepared, const SharedRun& run, const Library& library, Identifier& identifier) {
  const bool is_first = !prepared.plan;
  prepared.plan.reset();
  prepared.plan.emplace(library.plan(run.first->request()));
  prepared.run = &run;
  if (!is_first)
    return;
  prepare_ground(*prepared.plan);
  checked_identity(run, *prepared.plan, identifier); // later runs cannot see from which file the platform is
}

/// In a process of its own.
Outcome run_shared(const SharedRun& shared, const Library& library, Identifier& identifier,
                   const CommandInfo& command, Prepared& prepared) {
  if (prepared.run != &shared)
    prepared.plan.emplace(library.plan(shared.first->request()));
  const auto& plan = *prepared.plan;
  if (shared.folders.empty() && shared.first->planned->is_unchanged())
    return run_only(plan, {});
  const auto identity = checked_identity(shared, plan, identifier);
  if (shared.folders.empty())
    return run_only(plan, {});
  return run_into(shared.folders.front(), plan, identity, command);
}

/// Runs that can be forked from a process which has their platform, as groups of work items. A group that is
/// too small to repay that process is none.
std::vector<std::size_t> groups_of(const std::vector<SharedRun>& runs) {
  constexpr std::size_t least = 2;
  std::map<std::pair<std::string, std::uint64_t>, std::vector<std::size_t>> same;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const auto& planned = *runs[i].first->planned;
    same[{planned.ground, planned.is_drawn ? runs[i].first->seed : 0}].push_back(i);
  }
  std::vector<std::size_t> groups(runs.size(), 0);
  std::size_t number = 0;
  for (const auto& [ground, members] : same) {
    number += members.size() < least ? 0 : 1;
    for (const auto member : members)
      groups[member] = members.size() < least ? 0 : number;
  }
  return groups;
}

/// The items refer to the runs, and to what simulates one. They have no names, which would take much memory.
std::vector<WorkItem> items_of(const std::vector<SharedRun>& runs,
                               const std::function<Outcome(const SharedRun&)>& simulate) {
  std::vector<WorkItem> items;
  for (const auto& run : runs)
    items.push_back({"", [&run, &simulate] { return simulate(run); }});
  const auto groups = groups_of(runs);
  for (std::size_t i = 0; i < items.size(); ++i)
    items[i].group = groups[i];
  return items;
}

/// Keeps a run that ended, with its records.
void keep_run(const SharedRun& run, const Outcome& outcome, Store& store) {
  for (std::size_t i = 1; i < run.folders.size(); ++i)
    copy_run(run.folders.front(), run.folders[i]);
  store.put(run.first->hash, outcome.metrics);
}

/// `journal`, if there is one, hears of all that happens.
Executed run_and_tell(const Work& work, const Library& library, Identifier& identifier, Store& store,
                      const CampaignOptions& options, const Costs& costs, ShardJournal* journal) {
  const auto& missing = work.missing;
  Prepared prepared; // in each process that forks runs
  const std::function<Outcome(const SharedRun&)> simulate = [&](const SharedRun& run) {
    return run_shared(run, library, identifier, options.command, prepared);
  };
  const auto items = items_of(missing, simulate);
  const auto prepare_item = [&](std::size_t item) { prepare(prepared, missing[item], library, identifier); };
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
      executed.made.insert(missing[item].first->hash);
    } else {
      executed.failures[missing[item].first->hash] = outcome;
      if (reasons.insert(outcome.message).second)
        progress.say(complaint(missing[item].first->name() + ": " + outcome.message));
    }
    progress.done(item);
    if (journal != nullptr)
      journal->count(missing[item].runs, ended ? "" : missing[item].first->name() + ": " + outcome.message);
  };
  const auto watch = [&](const auto& running) {
    progress.look_at(running);
    if (journal != nullptr)
      journal->beat(progress.left());
  };
  try {
    executed.interrupted_by = run_workers(items, options.limits, finished, watch, prepare_item);
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

/// How the command ended, for who reads it later.
std::string end_of(const Executed& executed) {
  if (!executed.cannot_write.empty())
    return executed.cannot_write;
  if (executed.interrupted_by != 0)
    return "it was interrupted by signal " + std::to_string(executed.interrupted_by);
  return ShardState::all_tried;
}

} // namespace

Executed run_missing(const Work& work, const Library& library, Identifier& identifier, Store& store,
                     const CampaignOptions& options, const std::string& campaign, const Costs& costs,
                     const fs::path& keep) {
  std::optional<ShardJournal> journal;
  if (options.keeps_journal)
    journal.emplace(options.folder, work.runs, work.runs_there, campaign);
  Executed executed;
  try {
    executed = run_and_tell(work, library, identifier, store, options, costs, journal ? &*journal : nullptr);
  } catch (...) {
    clean_up(work.missing, keep);
    throw;
  }
  clean_up(work.missing, keep);
  if (journal)
    journal->end(end_of(executed));
  return executed;
}

} // namespace malha
