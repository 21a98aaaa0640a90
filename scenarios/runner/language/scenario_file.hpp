// SPDX-License-Identifier: MIT
#pragma once
#include "axes.hpp"
#include "scenario.hpp"
#include "scenarios/workload/files/xml.hpp"

namespace malha {

/// A scenario file while it is read: what the readers of its parts share.
class ScenarioFile {
public:
  ScenarioFile(const std::filesystem::path& file, const Settings& settings, const Library& names)
      : xml(file), overrides(settings), library(names) {}

  /// Calls `action`. An error that it throws is reported with the place of the node.
  template <class Action>
  void at(const pugi::xml_node& node, Action&& action) const {
    try {
      action();
    } catch (const InputError& error) {
      xml.fail(node, error.what());
    }
  }
  /// The value of an attribute. It must be one of the valid values.
  std::string one_of(const pugi::xml_node& node, const std::string& attribute, const std::string& value,
                     const std::vector<std::string>& valid) const;
  double number(const pugi::xml_node& node, const char* attribute) const;
  /// The metric that the attribute `metric` of the node names.
  MetricSpec metric_spec(const pugi::xml_node& node) const;
  /// The metric of that name. Refuses one that is not known.
  MetricSpec metric_spec(const pugi::xml_node& node, const std::string& name) const;
  /// Reads a filter: "platform.hosts=50 workload.tasks=500", also with run=… and scenario=….
  CellFilter filter(const pugi::xml_node& node, const std::string& text) const;
  std::ptrdiff_t cells_of(const CellFilter& filter) const;
  const Axis* axis(const std::string& key) const;
  /// Refuses a parameter that the scenario does not vary.
  void check_varied_here(const pugi::xml_node& node, const std::string& key) const;
  /// The words of an attribute. There must be at least one, and none may be there twice.
  std::vector<std::string> names(const pugi::xml_node& node, const char* attribute) const;
  /// Whether a filter can be checked now. Settings of the command line may have merged or moved cells; then
  /// any filter is taken. The cells of another scenario are known only when it has run.
  bool is_checked(const CellFilter& filter) const {
    return filter.scenario == scenario.name && overrides.empty();
  }
  /// Refuses a filter unless it means one cell, or cells of which the mean is taken.
  void check_one_cell(const pugi::xml_node& node, const CellFilter& filter) const;
  /// Refuses filters that mean the same cells.
  void check_different(const pugi::xml_node& node, const CellFilter& one, const CellFilter& other) const;
  /// Whether <average> names the parameter.
  bool is_averaged(const std::string& key) const;
  /// What the cells of a filter differ in: varied parameters, in the order of the file, and "run".
  std::vector<std::string> left_open(const CellFilter& filter) const;

  const XmlFile xml;
  const Settings& overrides; ///< settings of the command line
  const Library& library;
  std::vector<Axis> axes;
  Scenario scenario; ///< what is read so far
};

/// The words of a text.
std::vector<std::string> words_of(const std::string& text);

/// Reads <measure>, <published> and <claim>. The cells must have been read before.
void read_expectations(ScenarioFile& file);

} // namespace malha
