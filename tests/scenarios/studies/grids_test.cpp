// SPDX-License-Identifier: MIT
// Every shipped deployment of a broker or a tuple space on a grid that loses resources: what is recorded is a
// schedule, and the same to the byte however the runs are made.
#include "scenarios/runner/runs/library.hpp"
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

namespace malha::testing {
namespace grids_test {

namespace fs = std::filesystem;

/// Two bags of about 60 tasks of about 100 s each for about 10 workers, of which 3 crash before 500 s: a bag
/// alone takes 600 s or more.
const std::string grid = R"(<?xml version="1.0"?>
<scenario>
  <question>What is recorded of a grid that loses resources?</question>
  <platform name="uniform_speeds"/>
  <workload name="bags"/>
  <seeds vary="the speeds of the grid, the works of the tasks, and what crashes"/>
  <set key="platform.total_speed" value="100"/>
  <set key="platform.hm" value="8"/>
  <set key="workload.total" value="60000"/>
  <set key="workload.mean" value="1000"/>
  <set key="workload.variation" value="50"/>
  <set key="workload.bags" value="2"/>
  <set key="workload.interarrival" value="200"/>
  <environment name="crashes"/>
  <set key="crashes.share" value="30"/>
  <set key="crashes.horizon" value="500"/>
  <vary key="detection_delay" values="0 5"/>
)";

std::string run(const std::string& name, const std::string& deployment, const std::string& settings = "") {
  return "  <run name=\"" + name + "\" deployment=\"" + deployment + "\">" + settings + "</run>\n";
}

std::string set(const std::string& key, const std::string& value) {
  return "<set key=\"" + key + "\" value=\"" + value + "\"/>";
}

/// The shipped deployments of both architectures, and variants of them.
std::vector<std::string> all_runs() {
  std::vector<std::string> runs{
      run("wqr-3", "broker.wqr", set("policy.replicas", "3")),
      run("workqueue-random", "broker.workqueue", set("policy.order", "random")),
      run("checkpoints", "tuple_space.ticket_classes", set("checkpoint", "on") + set("checkpoint_cost", "1")),
      run("any-match", "tuple_space.ticket_classes", set("match", "random"))};
  for (const auto& deployment : Library({}).deployments()) {
    const bool needs_a_network = deployment == "tuple_space.replicated";
    const bool refuses_failures = deployment == "broker.planned";
    if ((deployment.rfind("broker.", 0) == 0 && !refuses_failures) ||
        (deployment.rfind("tuple_space.", 0) == 0 && !needs_a_network))
      runs.push_back(run(deployment, deployment));
  }
  return runs;
}

class LossyGrid : public ::testing::Test {
protected:
  /// Makes all runs, under more settings, into a folder of the test.
  fs::path made(const std::string& name, const std::string& settings, const std::string& options) const {
    std::string scenario = grid + "  " + settings + "\n";
    for (const auto& one : runs_)
      scenario += one;
    write_text(folder_ / "lossy-grid.xml", scenario + "  <measure metric=\"attempts_lost\"/>\n</scenario>\n");
    const auto said = run_shell("$MALHA run lossy-grid.xml -o " + name + " " + options, folder_.path());
    EXPECT_EQ(said.status, 0) << said.err << said.out;
    return folder_ / name;
  }

  void expect_schedules(const fs::path& folder, std::size_t runs) const {
    std::size_t schedules = 0;
    for (const auto& entry : fs::recursive_directory_iterator(folder))
      if (entry.path().filename() == "jobs.csv") {
        ++schedules;
        const auto run = entry.path().parent_path();
        const auto checked = run_shell("$MALHA validate '" + run.string() + "'", folder_.path());
        EXPECT_EQ(checked.status, 0) << run << checked.out << checked.err;
        EXPECT_NE(text_of(run / "attempts.csv").find(",lost,"), std::string::npos) << run;
      }
    EXPECT_EQ(schedules, runs);
  }

  TemporaryFolder folder_;
  const std::vector<std::string> runs_ = all_runs();
};

const std::string both_transports = R"(<vary key="transport" values="instant network"/>)";

TEST_F(LossyGrid, RecordsSchedules) {
  expect_schedules(made("out", both_transports, ""), 2 * 2 * runs_.size());
}

// A message takes 2.6 s (13.01 * 2 * 0.1 s), and a result of 100 MB some more: resources go down while their
// messages travel, and tasks are copied that have ended. Crashes are known after 5 s, which is longer.
TEST_F(LossyGrid, RecordsSchedulesWhereMessagesAreSlow) {
  expect_schedules(made("out", set("platform.latency", "0.1") + set("result", "1e8"), ""), 2 * runs_.size());
}

TEST_F(LossyGrid, RecordsTheSameHoweverItIsRun) {
  const auto expected = results_below(made("first", both_transports, "-j 1"));
#ifdef __SANITIZE_ADDRESS__ // it does not follow the switches of the other factories
  const std::vector<std::string> ways{"-j 2"};
#else
  const std::vector<std::string> ways{"-j 2 --sg-cfg contexts/factory:raw",
                                      "-j 2 --sg-cfg contexts/factory:thread"};
#endif
  for (std::size_t way = 0; way < ways.size(); ++way)
    EXPECT_EQ(results_below(made(std::to_string(way), both_transports, ways[way])), expected) << ways[way];
}

} // namespace grids_test
} // namespace malha::testing
