// SPDX-License-Identifier: MIT
#include "comparison.hpp"

#include "results/measures/metrics.hpp"
#include "scenarios/runner/processes/simgrid_options.hpp"

#include <algorithm>
#include <set>

namespace malha {

namespace fs = std::filesystem;

namespace {

/// Settings of a run that not all runs take, beside those that are swept, which a table shows.
/// A setting that a label has of its own is what is compared.
Settings settings_of_some(const std::vector<CellResult>& cells, const CellResult& cell, const Settings& swept,
                          const std::set<std::string>& of_labels) {
  Settings found;
  for (const auto& [key, value] : cell.varied)
    if (swept.count(key) == 0 && of_labels.count(key) == 0 &&
        std::any_of(cells.begin(), cells.end(),
                    [&, &name = key](const auto& other) { return other.varied.count(name) == 0; }))
      found[key] = value;
  return found;
}

} // namespace

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
  std::vector<std::string> deployments;
  std::vector<Settings> own;
  for (const auto& one : comparison.deployments) {
    deployments.push_back(one.deployment);
    own.push_back(one.settings);
  }
  check_own_settings(comparison.deployments, comparison.environment);
  for (const auto& [key, value] : given)
    if (std::all_of(own.begin(), own.end(),
                    [&, &name = key](const auto& one) { return one.count(name) > 0; }))
      throw InputError("setting " + key + "=" + value +
                       ": each deployment has a value of its own; valid: without it");
  for (auto& taken : library.settings_of_each(deployments, given, comparison.environment, own)) {
    for (const auto& [key, value] : own[all.size()])
      taken.erase(key);
    std::vector<Axis> sweeps;
    for (const auto& axis : comparison.sweeps)
      if (taken.erase(axis.key) > 0)
        sweeps.push_back(axis);
    all.push_back({std::move(taken), std::move(sweeps)});
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
      const auto& deployment = comparison.deployments[i];
      auto settings_of_run = cell.varied;
      settings_of_run.insert(deployment.settings.begin(), deployment.settings.end());
      cell.request = {comparison.platform, deployment.deployment, comparison.workload, settings_of_run, 0,
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

namespace {

/// The names of all metrics that cells have, without those by user.
std::vector<std::string> names_in(const std::vector<CellResult>& cells) {
  std::vector<std::string> names;
  std::set<std::string> known;
  for (const auto& cell : cells)
    for (const auto& [seed, values] : cell.runs)
      for (const auto& value : values)
        if (value.name.find('.') == std::string::npos && known.insert(value.name).second)
          names.push_back(value.name);
  return names;
}

/// Whether each of them has values that has results at all.
bool all_have(const std::vector<Competitor>& competitors, const std::vector<CellResult>& cells) {
  for (std::size_t i = 0; i < cells.size(); ++i)
    if (competitors[i].values.empty() && !cells[i].runs.empty())
      return false;
  return true;
}

/// The points of a sweep of one deployment, against the first of them.
std::vector<ComparedMetric> compared_points(const std::string& name, const std::string& unit,
                                            const Comparison& comparison,
                                            const std::vector<CellResult>& cells) {
  std::vector<Competitor> points;
  for (const auto& point : combinations(comparison.sweeps))
    for (const auto& cell : cells_at(point, cells))
      points.push_back({joined(point, ";"), cell.values(name), "", cell.resamples});
  return compared_in_sweep(name, unit, cells.front().run, points);
}

} // namespace

std::vector<std::string> Comparison::wanted(const std::vector<CellResult>& cells) const {
  if (metrics.size() == 1 && metrics.front() == all_metrics)
    return names_in(cells);
  return metrics.empty() ? headlines : metrics;
}

std::vector<ComparedMetric> compared_metrics(const Comparison& comparison,
                                             const std::vector<CellResult>& cells) {
  std::vector<ComparedMetric> all;
  std::set<std::string> of_labels;
  for (const auto& deployment : comparison.deployments)
    for (const auto& [key, value] : deployment.settings)
      of_labels.insert(key);
  const bool same_users =
      std::none_of(cells.begin(), cells.end(), [](const auto& cell) { return cell.resamples; });
  for (const auto& metric : wanted_metrics(comparison.wanted(cells))) {
    if (metric.is_by_user && !same_users)
      continue;
    if (comparison.deployments.size() == 1) {
      for (const auto& [name, unit] : values_of(metric, cells))
        for (auto& point : compared_points(name, unit, comparison, cells))
          all.push_back(std::move(point));
      continue;
    }
    for (const auto& point : combinations(comparison.sweeps)) {
      const auto there = cells_at(point, cells);
      for (const auto& [name, unit] : values_of(metric, there)) {
        std::vector<Competitor> competitors;
        for (const auto& cell : there)
          competitors.push_back({cell.run, cell.values(name),
                                 joined(settings_of_some(there, cell, point, of_labels), ";"),
                                 cell.resamples});
        if (comparison.metrics.empty() && !all_have(competitors, there))
          continue; // a headline of some architectures alone
        all.push_back(compared(name, unit, metric.better, competitors));
        all.back().parameters = joined(point, ";");
      }
    }
  }
  adjust_for_many(all);
  return all;
}

} // namespace malha
