// SPDX-License-Identifier: MIT
#include "comparison.hpp"

#include "results/metrics.hpp"
#include "scenarios/processes/simgrid_options.hpp"

#include <algorithm>
#include <set>

namespace malha {

namespace fs = std::filesystem;

namespace {

/// As messages and results call it.
std::string short_name(const std::string& name) {
  return is_path(name) ? fs::path(name).stem().string() : name;
}

/// Settings of a run that not all runs take.
Settings settings_of_some(const std::vector<CellResult>& cells, const CellResult& cell) {
  Settings found;
  for (const auto& [key, value] : cell.varied)
    if (std::any_of(cells.begin(), cells.end(),
                    [&, &name = key](const auto& other) { return other.varied.count(name) == 0; }))
      found[key] = value;
  return found;
}

} // namespace

std::vector<std::string> Comparison::names() const {
  std::vector<std::string> all;
  for (const auto& deployment : deployments) {
    std::string name = short_name(deployment);
    for (int number = 2; std::find(all.begin(), all.end(), name) != all.end(); ++number)
      name = short_name(deployment) + "#" + std::to_string(number);
    all.push_back(name);
  }
  return all;
}

std::string Comparison::text() const {
  return "a comparison of " + listed(names()) + " on " + short_name(platform) + " under " +
         fs::path(workload).filename().string() + (environment.empty() ? "" : " with " + listed(environment));
}

Scenario scenario_of(const Comparison& comparison, const Settings& settings,
                     const std::vector<std::string>& simgrid_options, const Library& library) {
  for (const auto& option : simgrid_options)
    check_simgrid_option(option);
  Scenario scenario;
  scenario.name = "compare";
  scenario.compares = true;
  scenario.seed_varies = "the random streams";
  const auto names = comparison.names();
  const auto each = library.settings_of_each(comparison.deployments, settings, comparison.environment);
  for (std::size_t i = 0; i < names.size(); ++i) {
    Cell cell{names[i], each[i], {}};
    cell.request = {comparison.platform, comparison.deployments[i], comparison.workload, each[i], 0,
                    simgrid_options,     comparison.environment};
    library.plan(cell.request);
    scenario.cells.push_back(std::move(cell));
  }
  return scenario;
}

namespace {

/// The names under which the cells have values of the metric: its own, or one for each user.
std::set<std::string> names_of_values(const Metric& metric, const std::vector<CellResult>& cells) {
  if (!metric.is_by_user)
    return {metric.name};
  std::set<std::string> names;
  for (const auto& cell : cells)
    for (const auto& [seed, values] : cell.runs)
      for (const auto& value : values)
        if (value.name.rfind(metric.name + ".", 0) == 0)
          names.insert(value.name);
  return names;
}

} // namespace

std::vector<ComparedMetric> compared_metrics(const std::vector<CellResult>& cells) {
  std::vector<ComparedMetric> all;
  for (const auto& metric : linked_parts<Metric>()) {
    if (!metric.is_compared)
      continue;
    for (const auto& name : names_of_values(metric, cells)) {
      std::vector<Competitor> competitors;
      for (const auto& cell : cells)
        competitors.push_back({cell.run, cell.values(name), joined(settings_of_some(cells, cell), ";")});
      if (std::any_of(competitors.begin(), competitors.end(),
                      [](const auto& one) { return !one.values.empty(); }))
        all.push_back(compared(name, metric.unit, metric.better, competitors));
    }
  }
  return all;
}

} // namespace malha
