// SPDX-License-Identifier: MIT
#include "missing_runs.hpp"

#include "results/files/table.hpp"
#include "run_work.hpp"
#include "scenarios/runner/processes/progress.hpp"
#include "shard_state.hpp"

namespace malha {
namespace {

namespace fs = std::filesystem;

/// The expected time of each run, for the display; 0: unknown.
std::vector<Seconds> times_to_show(const std::vector<SharedRun>& runs, const Costs& costs) {
  std::vector<Seconds> times;
  for (const auto& run : runs)
    times.push_back(costs.of(run.first->run()).value_or(0));
  return times;
}

/// The group of each run, as `SerializedItems` has it. Runs of a group have the same platform and SimGrid
/// options, so that they can be forked from one process that has prepared these. A run that would be alone
/// has no group, since the preparation would not pay.
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

SerializedRun serialized(const SharedRun& run) {
  return {run.first->request(), run.first->hash, run.first->planned,
          run.folders.empty() ? fs::path() : run.folders.front()};
}

/// Keeps the results of a run that ended: copies its records to its other folders, and its metrics into the
/// store.
void keep_run(const SharedRun& run, const Outcome& outcome, Store& store) {
  for (std::size_t i = 1; i < run.folders.size(); ++i)
    copy_run(run.folders.front(), run.folders[i]);
  store.put(run.first->hash, outcome.metrics);
}

/// Runs the missing runs, and reports each of them to the display and to `journal`.
Executed run_and_report(const Work& work, ForkServers& fork_servers, Store& store,
                        const CampaignOptions& options, const Costs& costs, ShardJournal& journal) {
  const auto& missing = work.missing;
  const SerializedItems items{groups_of(missing),
                              [&](std::size_t item) { return serialized(missing[item]).bytes(); }};
  Executed executed;
  Progress progress(times_to_show(missing, costs), work.there, options.limits.workers, "runs");
  if (!missing.empty())
    progress.say(text_of(work) + progress.plan() + "\n");
  std::set<std::string> reasons;  // of failures that were shown: each is shown for one run only
  std::set<std::string> settings; // of notes that were shown
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
    for (const auto& note : outcome.notes)
      if (settings.insert(note.substr(0, note.find(": "))).second)
        progress.say(complaint(missing[item].first->name() + ": " + note));
    progress.done(item);
    journal.count(missing[item].runs, ended ? "" : missing[item].first->name() + ": " + outcome.message);
  };
  const auto watch = [&](const auto& running) {
    progress.look_at(running);
    journal.beat(progress.left());
  };
  try {
    executed.interrupted_by = run_workers(items, fork_servers, options.limits, finished, watch);
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

/// How the command ended, as `ShardState::ended` has it.
std::string end_of(const Executed& executed) {
  if (!executed.cannot_write.empty())
    return executed.cannot_write;
  if (executed.interrupted_by != 0)
    return "it was interrupted by signal " + std::to_string(executed.interrupted_by);
  return ShardState::all_tried;
}

} // namespace

Executed run_missing(const Work& work, ForkServers& fork_servers, Store& store,
                     const CampaignOptions& options, const std::string& campaign, const Costs& costs,
                     const fs::path& keep) {
  ShardJournal journal(options.folder,
                       options.keeps_journal ? ShardJournal::Of::shard : ShardJournal::Of::whole, work.runs,
                       work.runs_there, campaign);
  Executed executed;
  try {
    executed = run_and_report(work, fork_servers, store, options, costs, journal);
  } catch (...) {
    clean_up(work.missing, keep);
    throw;
  }
  clean_up(work.missing, keep);
  journal.end(end_of(executed));
  return executed;
}

} // namespace malha
