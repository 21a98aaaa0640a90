// SPDX-License-Identifier: MIT
#pragma once
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

#include <sstream>

namespace malha::testing {

/// A scenario of `seeds` runs for each of two mean times between submissions, `jobs` jobs each, on four
/// nodes.
inline std::string batch_scenario(int seeds, int jobs, const std::string& records = "jobs") {
  return R"(<?xml version="1.0"?>
<scenario records=")" +
         records + R"(">
  <question>How long do the jobs take?</question>
  <platform name="star"/>
  <workload name="rigid_jobs"/>
  <seeds vary="the workload" number=")" +
         std::to_string(seeds) + R"("/>
  <set key="platform.hosts" value="4"/>
  <set key="workload.jobs" value=")" +
         std::to_string(jobs) + R"("/>
  <vary key="workload.interarrival" values="300 600"/>
  <run name="fcfs" deployment="cluster.fcfs"/>
  <measure metric="makespan"/>
  <claim text="jobs take time" metric="makespan" cell="workload.interarrival=300" at_least="1" source="arithmetic" where="-"/>
</scenario>
)";
}

/// A text with one blank for each run of blanks and ends of lines: tables and wrapped sentences in one line.
inline std::string in_one_line(const std::string& text) {
  std::istringstream in(text);
  std::string line;
  for (std::string word; in >> word;)
    line += word + " ";
  return line;
}

/// A folder with scenario.xml, in which commands are run.
class Campaign : public ::testing::Test {
protected:
  explicit Campaign(const std::string& scenario) {
    unsetenv("MALHA_PLUGIN_PATH");
    write_text(folder_ / "scenario.xml", scenario);
  }

  Said malha(const std::string& arguments) const {
    return run_shell("\"$MALHA\" " + arguments, folder_.path());
  }
  /// Runs the whole into `out`.
  void run_into(const std::string& out) const {
    const auto said = malha("run ./scenario.xml -o " + out);
    ASSERT_EQ(said.status, 0) << said.err;
  }

  TemporaryFolder folder_;
};

} // namespace malha::testing
