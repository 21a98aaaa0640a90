// SPDX-License-Identifier: MIT
#pragma once
#include "scenario_file.hpp"

#include <set>

namespace malha {

/// The files of a scenario that are not shipped (<needs>), while the scenario is read.
class NeededFiles {
public:
  /// Reads the elements, and looks for the files. They become part of the scenario.
  NeededFiles(ScenarioFile& file, const pugi::xml_node& root);

  /// The file of that name; null: it is no such file. It counts as read.
  const NeededFile* read(const std::string& name);
  /// Whether that is a file which the scenario needs, and which is not here.
  bool lacks(const std::string& name);
  /// Tells the request where files lie that its settings name.
  void locate(RunRequest& request);
  /// Refuses a file that nothing reads.
  void check_all_read(const pugi::xml_node& root) const;

private:
  NeededFile needed(const pugi::xml_node& node) const;

  ScenarioFile& file_;
  std::set<std::string> read_;
};

} // namespace malha
