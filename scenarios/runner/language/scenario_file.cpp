// SPDX-License-Identifier: MIT
#include "scenario_file.hpp"

#include "policies/sdk/near_names.hpp"
#include "policies/sdk/numbers.hpp"
#include "results/files/table.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <sstream>

namespace malha {

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> words;
  for (std::string word; in >> word;)
    words.push_back(word);
  return words;
}

std::string ScenarioFile::one_of(const pugi::xml_node& node, const std::string& attribute,
                                 const std::string& value, const std::vector<std::string>& valid) const {
  if (std::find(valid.begin(), valid.end(), value) == valid.end())
    xml.fail(node, attribute + " '" + value + "' is unknown" + instead_of(value, valid));
  return value;
}

double ScenarioFile::number(const pugi::xml_node& node, const char* attribute) const {
  const auto text = xml.required(node, attribute);
  const auto value = parse_number<double>(text);
  if (!value || !std::isfinite(*value))
    xml.fail(node, "'" + text + "' in '" + attribute + "' is not a " + (value ? "finite " : "") + "number");
  return *value;
}

MetricSpec ScenarioFile::metric_spec(const pugi::xml_node& node) const {
  return metric_spec(node, xml.required(node, "metric"));
}

MetricSpec ScenarioFile::metric_spec(const pugi::xml_node& node, const std::string& name) const {
  const auto& known = library.catalog().metrics();
  if (const auto found = find_metric(known, name))
    return *found;
  std::vector<std::string> valid;
  for (const auto& [other, spec] : known)
    valid.push_back(other + (spec.is_by_user ? ".USER" : ""));
  xml.fail(node, "unknown metric '" + name + "'" + instead_of(name, valid, "malha list metrics"));
}

CellFilter ScenarioFile::filter(const pugi::xml_node& node, const std::string& text) const {
  CellFilter found{scenario.name, "", {}};
  std::set<std::string> named;
  for (const auto& word : words_of(text)) {
    const auto equals = word.find('=');
    if (equals == std::string::npos)
      xml.fail(node, "'" + word + "' is not key=value");
    const std::string key = word.substr(0, equals), value = word.substr(equals + 1);
    if (!named.insert(key).second)
      xml.fail(node, "names '" + key + "' twice");
    if (key == "scenario") {
      at(node, [&] { library.scenario_file(value); });
      found.scenario = value;
    } else if (key == "run")
      found.run = value;
    else if (axis(key) != nullptr || found.scenario != scenario.name)
      found.parameters[key] = value;
    else
      xml.fail(node, "'" + key + "' is not varied here");
  }
  return found;
}

std::ptrdiff_t ScenarioFile::cells_of(const CellFilter& wanted) const {
  return std::count_if(scenario.cells.begin(), scenario.cells.end(), [&](const auto& cell) {
    return wanted.matches(scenario.name, cell.run, cell.varied);
  });
}

const Axis* ScenarioFile::axis(const std::string& key) const {
  const auto found = std::find_if(axes.begin(), axes.end(), [&](const auto& one) { return one.key == key; });
  return found == axes.end() ? nullptr : &*found;
}

void ScenarioFile::check_varied_here(const pugi::xml_node& node, const std::string& key) const {
  if (axis(key) == nullptr)
    xml.fail(node, "'" + key + "' is not varied here");
}

std::vector<std::string> ScenarioFile::names(const pugi::xml_node& node, const char* attribute) const {
  const auto names = words_of(xml.required(node, attribute));
  for (auto name = names.begin(); name != names.end(); ++name)
    if (std::find(names.begin(), name, *name) != name)
      xml.fail(node, "'" + std::string(attribute) + "' names '" + *name + "' twice");
  if (names.empty())
    xml.fail(node, "'" + std::string(attribute) + "' names nothing");
  return names;
}

bool ScenarioFile::is_averaged(const std::string& key) const {
  const auto& averaged = scenario.averaged;
  return std::find(averaged.begin(), averaged.end(), key) != averaged.end();
}

void ScenarioFile::check_one_cell(const pugi::xml_node& node, const CellFilter& filter) const {
  if (!is_checked(filter))
    return;
  auto open = left_open(filter);
  if (cells_of(filter) == 0)
    xml.fail(node, "names no cell of the scenario; valid: one");
  open.erase(std::remove_if(open.begin(), open.end(), [&](const auto& key) { return is_averaged(key); }),
             open.end());
  if (!open.empty())
    xml.fail(node, "means " + std::to_string(cells_of(filter)) + " cells; also fix " + in_words(open));
}

void ScenarioFile::check_different(const pugi::xml_node& node, const CellFilter& one,
                                   const CellFilter& other) const {
  const auto matches = [&](const CellFilter& filter, const Cell& cell) {
    return filter.matches(scenario.name, cell.run, cell.varied);
  };
  if (is_checked(one) && is_checked(other) && one.metric == other.metric &&
      std::all_of(scenario.cells.begin(), scenario.cells.end(),
                  [&](const auto& cell) { return matches(one, cell) == matches(other, cell); }))
    xml.fail(node, "compares a cell with itself");
}

std::vector<std::string> ScenarioFile::left_open(const CellFilter& filter) const {
  std::vector<std::string> open;
  const auto& cells = scenario.cells;
  // A run may ignore a setting, so that it has one cell for all of its values.
  const auto is_ignored = [&](const std::string& key) {
    return cells_of(filter) > 0 && std::none_of(cells.begin(), cells.end(), [&](const auto& cell) {
             return cell.varied.count(key) > 0 && filter.matches(scenario.name, cell.run, cell.varied);
           });
  };
  for (const auto& axis : axes)
    if (axis.values.size() > 1 && filter.parameters.count(axis.key) == 0 && !is_ignored(axis.key))
      open.push_back(axis.key);
  if (filter.run.empty() && std::any_of(cells.begin(), cells.end(),
                                        [&](const auto& cell) { return cell.run != cells.front().run; }))
    open.push_back("run");
  return open;
}

} // namespace malha
