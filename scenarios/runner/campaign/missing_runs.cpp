// SPDX-License-Identifier: MIT
#include "missing_runs.hpp"

#include "results/files/table.hpp"
#include "run_work.hpp"
#include "scenarios/runner/processes/progress.hpp"
#include "shard_state.hpp"

namespace malha {
namespace {

namespace fs = std::filesystem;

/// 0 if it was not measured.
std::vector<Seconds> expected_times(const std::vector<SharedRun>& runs, const Costs& costs) {
  std::vector<Seconds> times;
  for (const auto& run : runs)
    times.push_back(costs.of(run.first->run()).value_or(0));
  return times;
}

/// Runs that can be forked from a process which has their platform, as groups of items. A group that is too
/// small to repay that process is none.
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

/// Keeps a run that ended, with its records.
void keep_run(const SharedRun& run, const Outcome& outcome, Store& store) {
  for (std::size_t i = 1; i < run.folders.size(); ++i)
    copy_run(run.folders.front(), run.folders[i]);
  store.put(run.first->hash, outcome.metrics);
}

/// `journal` hears of all that happens.
Executed run_and_tell(const Work& work, ForkServers& fork_servers, Store& store,
                      const CampaignOptions& options, const Costs& costs, ShardJournal& journal) {
  const auto& missing = work.missing;
  const SerializedItems items{groups_of(missing),
                              [&](std::size_t item) { return serialized(missing[item]).bytes(); }};
  Executed executed;
  Progress progress(expected_times(missing, costs), work.there, options.limits.workers, "runs");
  if (!missing.empty())
    progress.say(text_of(work) + progress.plan() + "\n");
  std::set<std::string> reasons;  // of failures: each is said once
  std::set<std::string> settings; // of notes: the first run that has one says it
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

/// How the command ended, for who reads it later.
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
    executed = run_and_tell(work, fork_servers, store, options, costs, journal);
  } catch (...) {
    clean_up(work.missing, keep);
    throw;
  }
  clean_up(work.missing, keep);
  journal.end(end_of(executed));
  return executed;
}

} // namespace malha
