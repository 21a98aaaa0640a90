// SPDX-License-Identifier: MIT
#include "scenario_file.hpp"

#include "policies/sdk/numbers.hpp"

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
    xml.fail(node, attribute + " '" + value + "' is unknown; valid: " + listed(valid));
  return value;
}

double ScenarioFile::number(const pugi::xml_node& node, const char* attribute) const {
  const auto text = xml.required(node, attribute);
  const auto value = parse_number<double>(text);
  if (!value || !std::isfinite(*value))
    xml.fail(node, "'" + text + "' in '" + attribute + "' is not a " + (value ? "finite " : "") + "number");
  return *value;
}

std::string ScenarioFile::metric(const pugi::xml_node& node) const {
  const auto name = xml.required(node, "metric");
  const auto& known = library.catalog().metrics();
  std::vector<std::string> valid;
  for (const auto& [other, spec] : known)
    valid.push_back(other);
  if (known.count(name) == 0)
    xml.fail(node, "unknown metric '" + name + "'; valid: " + listed(valid));
  return name;
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

std::vector<std::string> ScenarioFile::left_open(const CellFilter& filter) const {
  std::vector<std::string> open;
  for (const auto& axis : axes)
    if (axis.values.size() > 1 && filter.parameters.count(axis.key) == 0)
      open.push_back(axis.key);
  const auto& cells = scenario.cells;
  if (filter.run.empty() && std::any_of(cells.begin(), cells.end(),
                                        [&](const auto& cell) { return cell.run != cells.front().run; }))
    open.push_back("run");
  return open;
}

} // namespace malha
