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

/// Settings of a run that not all runs take, beside those that are swept, which a table shows.
Settings settings_of_some(const std::vector<CellResult>& cells, const CellResult& cell,
                          const Settings& swept) {
  Settings found;
  for (const auto& [key, value] : cell.varied)
    if (swept.count(key) == 0 && std::any_of(cells.begin(), cells.end(), [&, &name = key](const auto& other) {
          return other.varied.count(name) == 0;
        }))
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

std::vector<DeploymentSettings> settings_of_deployments(const Comparison& comparison,
                                                        const Settings& settings, const Library& library) {
  auto given = settings;
  for (const auto& axis : comparison.sweeps)
    if (!given.emplace(axis.key, axis.values.front()).second)
      throw InputError("--sweep " + axis.key + ": has a value already, " + axis.key + "=" +
                       given.at(axis.key) + "; valid: one --set or one --sweep");
  std::vector<DeploymentSettings> all;
  for (auto& own : library.settings_of_each(comparison.deployments, given, comparison.environment)) {
    std::vector<Axis> sweeps;
    for (const auto& axis : comparison.sweeps)
      if (own.erase(axis.key) > 0)
        sweeps.push_back(axis);
    all.push_back({std::move(own), std::move(sweeps)});
  }
  return all;
}

Scenario scenario_of(const Comparison& comparison, const Settings& settings,
                     const std::vector<std::string>& simgrid_options, const Library& library) {
  for (const auto& option : simgrid_options)
    check_simgrid_option(option);
  check_number_of_cells(comparison.deployments.size(), comparison.sweeps);
  Scenario scenario;
  scenario.name = "compare";
  scenario.compares = true;
  scenario.seed_varies = "the random streams";
  const auto names = comparison.names();
  const auto each = settings_of_deployments(comparison, settings, library);
  for (std::size_t i = 0; i < names.size(); ++i)
    for (const auto& point : combinations(each[i].sweeps)) {
      Cell cell{names[i], each[i].settings, {}};
      cell.varied.insert(point.begin(), point.end());
      cell.request = {comparison.platform, comparison.deployments[i], comparison.workload, cell.varied, 0,
                      simgrid_options,     comparison.environment};
      library.plan(cell.request);
      scenario.cells.push_back(std::move(cell));
    }
  return scenario;
}

namespace {

/// A metric that is compared.
struct Wanted {
  std::string name;
  Better better = Better::neither;
  bool is_by_user = false; ///< under a name for each user
};

std::vector<Wanted> wanted_metrics(const std::vector<std::string>& names) {
  std::vector<Wanted> all;
  const auto& known = linked_parts<Metric>();
  if (names.empty())
    for (const auto& metric : known)
      if (metric.is_compared)
        all.push_back({metric.name, metric.better, metric.is_by_user});
  for (const auto& name : names) {
    const auto metric = std::find_if(known.begin(), known.end(), [&](const auto& one) {
      return one.name == name || (one.is_by_user && name.rfind(one.name + ".", 0) == 0);
    });
    if (metric == known.end()) // an actor declares it
      all.push_back({name});
    else
      all.push_back({name, metric->better, metric->name == name && metric->is_by_user});
  }
  return all;
}

/// The names and units under which the cells have values of the metric.
std::map<std::string, std::string> values_of(const Wanted& metric, const std::vector<CellResult>& cells) {
  std::map<std::string, std::string> units;
  for (const auto& cell : cells)
    for (const auto& [seed, values] : cell.runs)
      for (const auto& value : values)
        if (metric.is_by_user ? value.name.rfind(metric.name + ".", 0) == 0 : value.name == metric.name)
          units[value.name] = value.unit;
  return units;
}

} // namespace

std::vector<CellResult> cells_at(const Settings& point, const std::vector<CellResult>& cells) {
  std::vector<CellResult> found;
  for (const auto& cell : cells)
    if (std::all_of(point.begin(), point.end(), [&](const auto& setting) {
          const auto own = cell.varied.find(setting.first);
          return own == cell.varied.end() || own->second == setting.second;
        }))
      found.push_back(cell);
  return found;
}

std::vector<ComparedMetric> compared_metrics(const Comparison& comparison,
                                             const std::vector<CellResult>& cells) {
  std::vector<ComparedMetric> all;
  const bool same_users =
      std::none_of(cells.begin(), cells.end(), [](const auto& cell) { return cell.resamples; });
  for (const auto& metric : wanted_metrics(comparison.metrics)) {
    if (metric.is_by_user && !same_users)
      continue;
    for (const auto& point : combinations(comparison.sweeps)) {
      const auto there = cells_at(point, cells);
      for (const auto& [name, unit] : values_of(metric, there)) {
        std::vector<Competitor> competitors;
        for (const auto& cell : there)
          competitors.push_back({cell.run, cell.values(name),
                                 joined(settings_of_some(there, cell, point), ";"), cell.resamples});
        all.push_back(compared(name, unit, metric.better, competitors));
        all.back().parameters = joined(point, ";");
      }
    }
  }
  return all;
}

} // namespace malha
