// SPDX-License-Identifier: MIT
#pragma once
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

namespace malha::testing {

/// What a node of four cores draws, and that it boots in 150 s and goes to sleep in 7 s.
constexpr const char* power_of_node = "<prop id='wattage_per_state' value='90:100:180, 120:120, 110:110'/>"
                                      "<prop id='wattage_off' value='10'/>";
constexpr const char* sleep_of_node = "<prop id='boot' value='1:150'/><prop id='shutdown' value='2:7'/>";

/// A platform of a master and eight such nodes, n0 to n7. The last one has other properties and attributes,
/// if they are given.
inline std::string eight_nodes(const std::string& properties,
                               const std::optional<std::string>& of_last = std::nullopt,
                               const std::string& attributes_of_last = "") {
  std::string hosts = "<host id='head' speed='1Gf'><prop id='role' value='master'/></host>\n";
  for (int node = 0; node < 8; ++node) {
    const bool is_last = node == 7;
    hosts += "<host id='n" + std::to_string(node) + "' speed='100Mf,0f,0f' core='4'" +
             (is_last ? attributes_of_last : "") + "><prop id='role' value='worker'/>" +
             (is_last ? of_last.value_or(properties) : properties) + "</host>\n";
  }
  return "<?xml version='1.0'?>\n<!DOCTYPE platform SYSTEM 'https://simgrid.org/simgrid.dtd'>\n<platform "
         "version='4.1'>\n<zone id='z' routing='Full'>\n" +
         hosts + "</zone>\n</platform>\n";
}

/// Runs the program on eight nodes that sleep.
class SleepingNodesProgram : public ::testing::Test {
protected:
  SleepingNodesProgram() { platform(eight_nodes(std::string(power_of_node) + sleep_of_node)); }

  void platform(const std::string& text) { write_text(folder_ / "nodes.xml", text); }
  Said simulate(const std::string& words) const {
    return run_shell("\"$MALHA\" simulate -p nodes.xml --set transport=instant " + words, folder_.path());
  }
  Said validate(const std::string& out) const {
    return run_shell("\"$MALHA\" validate " + out, folder_.path());
  }

  const TemporaryFolder folder_;
};

} // namespace malha::testing
