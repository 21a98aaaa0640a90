// SPDX-License-Identifier: MIT
#include "time_probes.hpp"

#include "scenarios/runner/processes/real_time.hpp"

#include <algorithm>
#include <ctime>

namespace malha {
namespace {

constexpr std::size_t most_tried = 24; ///< number of cells of a scenario

/// The first run of each cell that is to be probed. Adds the number of all cells of their scenarios to
/// `cells_of_all`.
std::vector<const PlannedRun*> runs_to_try(const std::vector<PlannedRun>& runs, const Costs& known,
                                           std::size_t& cells_of_all) {
  std::map<const Scenario*, std::vector<const PlannedRun*>> first_runs;
  std::vector<const Scenario*> order;
  const Cell* last = nullptr;
  for (const auto& one : runs) {
    if (one.cell == last || (known.knows(one.scenario->name) && !one.scenario->altered))
      continue;
    last = one.cell;
    auto& cells = first_runs[one.scenario];
    if (cells.empty())
      order.push_back(one.scenario);
    cells.push_back(&one);
  }
  std::vector<const PlannedRun*> chosen;
  // Scenarios take turns, since the time may be over before the last one.
  for (std::size_t i = 0; i < most_tried; ++i)
    for (const auto* scenario : order) {
      const auto& cells = first_runs[scenario];
      if (const auto number = std::min(cells.size(), most_tried); i < number)
        chosen.push_back(cells[i * cells.size() / number]);
    }
  for (const auto& [scenario, cells] : first_runs)
    cells_of_all += cells.size();
  return chosen;
}

/// Simulates the run. The outcome has one more metric: the processor time of this process, which must be one
/// of its own.
Outcome timed(const PlannedRun& run, const Library& library) {
  auto outcome = run_only(library.plan(run.request()), {});
  outcome.metrics.push_back({"probe", static_cast<Seconds>(std::clock()) / CLOCKS_PER_SEC, "s"});
  return outcome;
}

/// Thrown to end the probes.
struct EnoughTried {};

} // namespace

TimeProbes probe_times(const std::vector<PlannedRun>& runs, const Costs& known, const Library& library,
                       const ProbeLimits& limits) {
  TimeProbes probes;
  auto& costs = probes.costs;
  const auto chosen = runs_to_try(runs, known, probes.cells);
  std::vector<WorkItem> items;
  for (const auto* run : chosen)
    items.push_back({run->name(), [run, &library] { return timed(*run, library); }});
  std::set<std::string> tried_scenarios;
  for (const auto* run : chosen)
    tried_scenarios.insert(run->scenario->name);
  for (const auto& one : runs)
    if (tried_scenarios.count(one.scenario->name) == 0 && !costs.knows(one.scenario->name))
      costs.add(one.scenario->name, "", "", known.of(one.run()).value_or(1));
  const Seconds began = real_time_now();
  constexpr Seconds least_time = 1e-3; // the clock may show 0 s, and a cost is above 0
  const auto finished = [&](std::size_t item, const Outcome& outcome) {
    const auto run = chosen[item]->run();
    if (!outcome.metrics.empty() && outcome.metrics.back().name == "probe") {
      costs.add(run.scenario, run.run, run.parameters, std::max(outcome.metrics.back().value, least_time));
      ++probes.timed;
    } else if (outcome.took_too_long) {
      costs.add(run.scenario, run.run, run.parameters, limits.for_one, true);
      ++probes.cut;
    } else {
      ++probes.failed;
    }
    if (real_time_now() - began > limits.for_all)
      throw EnoughTried();
  };
  try {
    probes.interrupted_by = run_workers(items, {1, limits.for_one}, finished);
  } catch (const EnoughTried&) { // cells that were not tried count as the mean of those that were
  }
  return probes;
}

std::string text_of(const TimeProbes& probes) {
  if (probes.cells == 0)
    return "";
  auto text = "expected times: " + std::to_string(probes.timed) + " of " + std::to_string(probes.cells) +
              (probes.cells == 1 ? " cell was" : " cells were") + " tried here to the end";
  if (probes.cut > 0)
    text += ", " + std::to_string(probes.cut) + (probes.cut == 1 ? " was" : " were") +
            " cut short, so that what it took is a lower bound";
  if (probes.failed > 0)
    text += ", " + std::to_string(probes.failed) + " failed";
  if (const auto known = probes.timed + probes.cut; known < probes.cells)
    text += "; " + std::to_string(probes.cells - known) +
            (known > 0 ? " are guessed from these" : " are guessed");
  return text;
}

} // namespace malha
