// SPDX-License-Identifier: MIT
// Options of SimGrid that a scenario gives to all its runs, and to one.
#include "tests/scenarios/runner/campaign/campaign.hpp"

#include <nlohmann/json.hpp>

namespace malha::testing {
namespace simgrid_options_test {

class SimGridOptions : public Campaign {
protected:
  SimGridOptions()
      : Campaign("<scenario><question>-</question><platform name='star'/><workload name='bag_of_tasks'/>"
                 "<seeds vary='nothing'/><set key='platform.hosts' value='1'/><set key='workload.tasks' "
                 "value='1'/><set key='transport' value='instant'/>"
                 "<simgrid option='network/latency-factor' value='10.4'/>"
                 "<simgrid option='network/TCP-gamma' value='20000'/>"
                 "<run name='all' deployment='cluster.fcfs'/>"
                 "<run name='one' deployment='cluster.fcfs'>"
                 "<simgrid option='network/TCP-gamma' value='30000'/></run></scenario>") {}

  nlohmann::json options_of(const std::string& run) const {
    return nlohmann::json::parse(text_of(folder_ / "out/scenario" / run / "all/seed=0/manifest.json"))
        .at("simgrid_options");
  }
};

TEST_F(SimGridOptions, OfARunAreItsAloneAndWinOverThoseOfTheScenario) {
  run_into("out");
  EXPECT_EQ(options_of("all"), (nlohmann::json{"network/latency-factor:10.4", "network/TCP-gamma:20000"}));
  EXPECT_EQ(options_of("one"), (nlohmann::json{"network/latency-factor:10.4", "network/TCP-gamma:30000"}));
}

} // namespace simgrid_options_test
} // namespace malha::testing
