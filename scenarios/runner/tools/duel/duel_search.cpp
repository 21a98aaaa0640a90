// SPDX-License-Identifier: MIT
#include "duel_search.hpp"

#include "actors/model/broken_rule.hpp"
#include "scenarios/runner/processes/progress.hpp"
#include "shrink.hpp"

namespace malha::duel {
namespace {

namespace fs = std::filesystem;

/// The outcome of work in which a policy may break a rule.
template <class Work>
Outcome outcome_of_work(Work&& work) {
  try {
    work();
    return {};
  } catch (const BrokenRule& broken) {
    return {Status::rule_broken, std::string("a policy broke a rule: ") + broken.what(), {}, 0, 0};
  }
}

Outcome run_chain(const Arena& arena, const Hunt& hunt, const fs::path& folder, int chain) {
  return outcome_of_work([&] {
    for (auto state = read_chain(folder, chain); state.legs_done < hunt.annealing.legs;) {
      go_on(arena, hunt.annealing, hunt.seed, chain, state);
      write_chain(folder, chain, state);
    }
  });
}

/// What the chains found. Of equal ratios, that of the first chain.
Result best_of_chains(const Hunt& hunt, const fs::path& folder) {
  Result result;
  for (int chain = 0; chain < hunt.chains; ++chain) {
    auto state = read_chain(folder, chain);
    result.tried += state.tried;
    if (state.best.ratio > result.worst.ratio) {
      result.worst = std::move(state.best);
      result.chain = chain;
    }
  }
  result.found_ratio = result.worst.ratio;
  return result;
}

Outcome shrink(const Arena& arena, const Hunt& hunt, const fs::path& folder) {
  auto result = best_of_chains(hunt, folder);
  if (!(result.found_ratio > 0))
    return {Status::bad_input,
            "duel: no instance has a ratio: on each that was tried a side does not run all jobs, or the "
            "metric of the second side is 0; valid: another metric, or other bounds",
            {},
            0,
            0};
  const double least =
      hunt.target > 0 ? std::min(hunt.target, result.found_ratio) : hunt.share_kept * result.found_ratio;
  return outcome_of_work([&] {
    result.worst = shrunk(arena, result.worst, least);
    for (std::size_t side = 0; side < 2; ++side)
      result.values[side] = arena.value(side, result.worst.instance);
    write_result(folder, result);
  });
}

/// Runs items. Returns how the first one that failed ended.
Outcome first_failure(const std::vector<WorkItem>& items, int workers, Progress& progress) {
  std::vector<Outcome> outcomes(items.size());
  const int interrupted_by = run_workers(
      items, {workers},
      [&](std::size_t item, const Outcome& ended) {
        outcomes[item] = ended;
        progress.done(item);
      },
      [&](const auto& running) { progress.look_at(running); });
  if (interrupted_by != 0) {
    progress.clear();
    end_by_signal(interrupted_by);
  }
  for (const auto& outcome : outcomes)
    if (outcome.status != Status::done)
      return outcome;
  return {};
}

} // namespace

Outcome search_and_shrink(const Arena& arena, const Hunt& hunt, const fs::path& folder, int workers) {
  if (has_result(folder))
    return {};
  std::vector<WorkItem> items;
  for (int chain = 0; chain < hunt.chains; ++chain)
    items.push_back(
        {"chain " + std::to_string(chain), [&, chain] { return run_chain(arena, hunt, folder, chain); }});
  Progress progress(std::vector<Seconds>(items.size() + 1, 0), 0, workers, "parts of the search");
  if (auto failed = first_failure(items, workers, progress); failed.status != Status::done)
    return failed;
  return first_failure({{"shrinking", [&] { return shrink(arena, hunt, folder); }}}, 1, progress);
}

} // namespace malha::duel
