// SPDX-License-Identifier: MIT
#pragma once
#include "scenarios/runner/language/scenario_file.hpp"
#include "tests/support/program.hpp"

namespace malha::testing {

/// A claim about the makespan, read from its attributes as a scenario has them: "less='run=a' than='run=b'".
/// The scenario is "study-a", and varies those parameters; which cells it has is not said.
inline Claim claim_of(const std::string& attributes, const std::vector<std::string>& varied) {
  static const Library library({});
  static const Settings altering{
      {"some", "setting"}}; // cells are not checked under settings of the command line
  const TemporaryFolder folder;
  write_text(folder / "study-a.xml",
             "<scenario><claim text='what the text says' metric='makespan' source='a book' "
             "where='a page' " +
                 attributes + "/></scenario>");
  ScenarioFile file(folder / "study-a.xml", altering, library);
  file.scenario.name = "study-a";
  for (const auto& key : varied)
    file.axes.push_back({key, {}});
  for (const auto* run : {"a", "b", "c"})
    file.scenario.cells.push_back({run, {}, {}});
  read_expectations(file);
  return file.scenario.claims.front();
}

} // namespace malha::testing
