// SPDX-License-Identifier: MIT
#pragma once
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

namespace malha::testing {

/// SimGrid's energy_platform: 1e8 flop take 200, 340 or 750 J at the three pstates.
constexpr const char* simgrids_power = "<prop id='wattage_per_state' value='100:200, 93:170, 90:150'/>";
/// 50 W, and above that 150 W x the cube of the speed: 1e8 flop take 200, 137.5 or 256 J.
constexpr const char* cubic_power = "<prop id='wattage_per_state' value='50:200, 50:68.75, 50:51.2'/>";
constexpr const char* three_speeds = "speed='100Mf,50Mf,20Mf'";

/// A platform of a master and nodes n0, n1, … of these attributes and properties. The last one has others, if
/// they are given.
inline std::string nodes_of(int number, const std::string& attributes, const std::string& properties,
                            const std::optional<std::string>& attributes_of_last = {},
                            const std::optional<std::string>& properties_of_last = {}) {
  std::string hosts = "<host id='head' speed='1Gf'><prop id='role' value='master'/></host>\n", routes;
  for (int node = 0; node < number; ++node) {
    const bool is_last = node == number - 1;
    const auto name = "n" + std::to_string(node);
    hosts += "<host id='" + name + "' " + (is_last ? attributes_of_last.value_or(attributes) : attributes) +
             "><prop id='role' value='worker'/>" +
             (is_last ? properties_of_last.value_or(properties) : properties) + "</host>\n";
    routes += "<route src='head' dst='" + name + "'><link_ctn id='lan'/></route>\n";
  }
  return "<?xml version='1.0'?>\n<!DOCTYPE platform SYSTEM 'https://simgrid.org/simgrid.dtd'>\n<platform "
         "version='4.1'>\n<zone id='z' routing='Full'>\n" +
         hosts + "<link id='lan' bandwidth='1GBps' latency='50us'/>\n" + routes + "</zone>\n</platform>\n";
}

/// Runs the program on nodes with several pstates.
class SlowedNodesProgram : public ::testing::Test {
protected:
  void platform(const std::string& text) { write_text(folder_ / "nodes.xml", text); }
  /// Lines of submission, run time at 100 Mflop/s, nodes and limit.
  void jobs(const std::string& lines) {
    write_text(folder_ / "jobs.csv", "submit,run,nodes,limit\n" + lines);
  }
  static std::string jobs_words() {
    return " -w jobs.csv --set workload.columns=submit:submit:s,run:run,nodes:nodes,limit:limit:s ";
  }
  Said simulate(const std::string& words, const std::string& transport = "instant") const {
    return run_shell("\"$MALHA\" simulate -p nodes.xml --set transport=" + transport + " " + words,
                     folder_.path());
  }
  Said validate(const std::string& out) const {
    return run_shell("\"$MALHA\" validate " + out, folder_.path());
  }
  /// The lines of a file of results behind the header.
  std::string lines(const std::string& file) const {
    const auto text = text_of(folder_ / file);
    return text.substr(text.find('\n') + 1);
  }

  const TemporaryFolder folder_;
};

} // namespace malha::testing
