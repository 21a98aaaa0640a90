// SPDX-License-Identifier: MIT
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

namespace malha::testing {
namespace options_test {

/// Of the command line and of a scenario alike.
class SimGridOption : public ::testing::Test {
protected:
  void expect_refused(const std::string& key, const std::string& value, const std::string& why) {
    const std::string told = "SimGrid option '" + key + ":" + value + "' is refused: " + why + "\n";
    const auto of_line =
        run_shell("timeout 20 $MALHA simulate -p star -d cluster.fcfs -w bag_of_tasks -o out --sg-cfg '" +
                      key + ":" + value + "'",
                  folder_.path());
    EXPECT_EQ(of_line.err, "malha: " + told);
    EXPECT_EQ(of_line.status, 2);
    write_text(folder_ / "mine.xml", "<scenario><question>?</question><seeds vary=\"nothing\"/>\n<platform "
                                     "name=\"star\"/>\n<workload name=\"bag_of_tasks\"/>\n"
                                     "<simgrid option=\"" +
                                         key + "\" value=\"" + value +
                                         "\"/>\n"
                                         "<run name=\"only\" deployment=\"cluster.fcfs\"/>\n</scenario>\n");
    const auto of_scenario = run_shell("timeout 20 $MALHA run mine.xml -o out", folder_.path());
    EXPECT_EQ(of_scenario.err, "malha: mine.xml:4: " + told);
    EXPECT_EQ(of_scenario.status, 2);
    EXPECT_FALSE(std::filesystem::exists(folder_ / "out"));
    EXPECT_FALSE(std::filesystem::exists(folder_ / "stolen"));
  }
  TemporaryFolder folder_;
};

TEST_F(SimGridOption, IsOneOfAModel) {
  const std::string why =
      "it is none of a model; valid: options that begin with cpu/, network/, host/, surf/, "
      "maxmin/, precision/, contexts/, smpi/bw-factor, smpi/lat-factor, smpi/IB-penalty-factors";
  expect_refused("tracing/filename", "stolen", why);
  expect_refused("tracing", "yes", why);
  expect_refused("plugin", "host_energy", why);
  expect_refused("path", "/", why);
}

TEST_F(SimGridOption, IsOne) {
  const std::string why = "SimGrid would take it for several; valid: one option, without spaces and commas";
  expect_refused("cpu/optim", "Full tracing/filename:stolen", why);
  expect_refused("cpu/optim", "Full,tracing/filename:stolen", why);
}

/// With a precision of 0, SimGrid 3.32 does not notice that something is over, and never ends.
TEST_F(SimGridOption, HasAPrecisionThatEnds) {
  for (const auto* key : {"surf/precision", "maxmin/precision"})
    for (const auto* value : {"0", "-1", "1"})
      expect_refused(key, value, "valid: from 1e-12 to 0.001");
  expect_refused("surf/precision", "nan", "a number must be finite");
  expect_refused("network/latency-factor", "inf", "a number must be finite");
}

TEST_F(SimGridOption, OfAModelIsTaken) {
  for (const auto* option :
       {"network/model:CM02", "cpu/optim:Full", "surf/precision:1e-6", "contexts/stack-size:128"}) {
    const auto said = run_shell("$MALHA simulate -p star -d cluster.fcfs -w bag_of_tasks -o out --sg-cfg " +
                                    std::string(option),
                                folder_.path());
    EXPECT_EQ(said.err, "");
    EXPECT_EQ(said.status, 0);
    std::filesystem::remove_all(folder_ / "out");
  }
}

} // namespace options_test
} // namespace malha::testing
