// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/xml.hpp"
#include "scenario.hpp"

namespace malha {

/// <vary>: a parameter and its values.
struct Axis {
  std::string key;
  std::vector<std::string> values;
};

/// A scenario file while it is read: what its parts have in common.
class ScenarioFile {
public:
  ScenarioFile(const std::filesystem::path& file, const Settings& settings, const Library& names)
      : xml(file), overrides(settings), library(names) {}

  /// Does something that may find an error, which is then told of the node.
  template <class Action>
  void at(const pugi::xml_node& node, Action&& action) const {
    try {
      action();
    } catch (const InputError& error) {
      xml.fail(node, error.what());
    }
  }
  /// The value of an attribute that must be one of the valid ones.
  std::string one_of(const pugi::xml_node& node, const std::string& attribute, const std::string& value,
                     const std::vector<std::string>& valid) const;
  double number(const pugi::xml_node& node, const char* attribute) const;
  /// The metric that the attribute `metric` of the node names.
  MetricSpec metric_spec(const pugi::xml_node& node) const;
  /// The metric of that name. Refuses one that is not known.
  MetricSpec metric_spec(const pugi::xml_node& node, const std::string& name) const;
  /// "platform.hosts=50 workload.tasks=500", also with run=… and scenario=….
  CellFilter filter(const pugi::xml_node& node, const std::string& text) const;
  std::ptrdiff_t cells_of(const CellFilter& filter) const;
  const Axis* axis(const std::string& key) const;
  /// Refuses a parameter that is not varied.
  void check_varied_here(const pugi::xml_node& node, const std::string& key) const;
  /// The words of an attribute, at least one, each once.
  std::vector<std::string> names(const pugi::xml_node& node, const char* attribute) const;
  /// Whether a filter can be checked: settings of the command line may have merged or moved cells, then
  /// anything goes; the cells of another scenario are known only when it has been run.
  bool is_checked(const CellFilter& filter) const {
    return filter.scenario == scenario.name && overrides.empty();
  }
  /// Refuses what does not mean just one cell, or the mean over some.
  void check_one_cell(const pugi::xml_node& node, const CellFilter& filter) const;
  /// Refuses to compare cells with themselves.
  void check_different(const pugi::xml_node& node, const CellFilter& one, const CellFilter& other) const;
  /// Whether <average> names the parameter.
  bool is_averaged(const std::string& key) const;
  /// In which its cells differ: varied parameters, in the order of the file, and "run".
  std::vector<std::string> left_open(const CellFilter& filter) const;

  const XmlFile xml;
  const Settings& overrides; ///< settings of the command line
  const Library& library;
  std::vector<Axis> axes;
  Scenario scenario; ///< as far as it is read
};

/// The words of a text.
std::vector<std::string> words_of(const std::string& text);

/// Reads <measure>, <published> and <claim>: what is known of the cells, which have been read.
void read_expectations(ScenarioFile& file);

} // namespace malha
