// SPDX-License-Identifier: MIT
#include "trials.hpp"

#include "scenarios/processes/real_time.hpp"

#include <algorithm>
#include <ctime>

namespace malha {
namespace {

constexpr std::size_t most_tried = 24; ///< of a scenario
constexpr Seconds most_for_one = 20;   ///< in real time
constexpr Seconds most_for_all = 60;

/// The first run of each cell that is to be tried.
std::vector<const PlannedRun*> to_try(const std::vector<PlannedRun>& runs, const Costs& known) {
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
  for (const auto* scenario : order) {
    const auto& cells = first_runs[scenario];
    const auto number = std::min(cells.size(), most_tried);
    for (std::size_t i = 0; i < number; ++i)
      chosen.push_back(cells[i * cells.size() / number]);
  }
  return chosen;
}

/// In a process of its own. The outcome has one more metric: the processor time of the process.
Outcome timed(const PlannedRun& run, const Library& library) {
  auto outcome = run_only(library.plan(run.request()), "");
  outcome.metrics.push_back({"trial", static_cast<Seconds>(std::clock()) / CLOCKS_PER_SEC, "s"});
  return outcome;
}

struct EnoughTried {};

} // namespace

Costs tried(const std::vector<PlannedRun>& runs, const Costs& known, const Library& library,
            int& interrupted_by) {
  const auto chosen = to_try(runs, known);
  std::vector<WorkItem> items;
  for (const auto* run : chosen)
    items.push_back({run->name(), [run, &library] { return timed(*run, library); }});
  std::set<std::string> tried_scenarios;
  for (const auto* run : chosen)
    tried_scenarios.insert(run->scenario->name);
  Costs costs;
  for (const auto& one : runs)
    if (tried_scenarios.count(one.scenario->name) == 0 && !costs.knows(one.scenario->name))
      costs.add(one.scenario->name, "", "", known.of(one.run).value_or(1));
  const Seconds began = real_time_now();
  const auto finished = [&](std::size_t item, const Outcome& outcome) {
    const auto& run = chosen[item]->run;
    if (!outcome.metrics.empty() && outcome.metrics.back().name == "trial")
      costs.add(run.scenario, run.run, run.parameters, std::max(outcome.metrics.back().value, 1e-3));
    else if (outcome.message.find("--time-limit") != std::string::npos)
      costs.add(run.scenario, run.run, run.parameters, most_for_one);
    if (real_time_now() - began > most_for_all)
      throw EnoughTried();
  };
  try {
    interrupted_by = run_workers(items, {1, most_for_one}, finished);
  } catch (const EnoughTried&) { // what was not tried counts as the mean of what was
  }
  return costs;
}

} // namespace malha
