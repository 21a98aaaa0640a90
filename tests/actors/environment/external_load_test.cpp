// SPDX-License-Identifier: MIT
#include "tests/actors/support/scripted_run.hpp"

#include <simgrid/s4u.hpp>

namespace malha::testing {
namespace external_load_test {

constexpr Flops gigaflop = 1e9;

/// The end of 10 Gflop from 0 on, on a host of 1 Gflop/s whose load starts at 4.
Seconds end_under_load(const std::string& processes, const std::string& cores,
                       const std::string& loaded_host) {
  ScriptedRun run(Settings{{"hosts", "2"}, {"cores", cores}});
  Seconds end = 0;
  run.entry("test/actor", "host-0", [&](ActorContext& context) {
    auto& simulation = context.simulation();
    const auto* host = simulation.hosts(loaded_host).front();
    const auto execution = simulation.executions().start(context.host(), 10 * gigaflop);
    simgrid::s4u::this_actor::sleep_until(3.5);
    EXPECT_EQ(simulation.external_loads(host), 0);
    simgrid::s4u::this_actor::sleep_until(4.5);
    EXPECT_EQ(std::to_string(simulation.external_loads(host)), processes);
    simgrid::s4u::this_actor::sleep_until(100);
    end = execution->end().value_or(-1);
  });
  run.environment("environment/external_load",
                  {{"hosts", loaded_host}, {"start", "4"}, {"processes", processes}});
  const auto outcome = run.run();
  EXPECT_EQ(outcome.status, Status::done) << outcome.message; // the load itself never ends
  EXPECT_EQ(ScriptedRun::metric(outcome, "simulated_time"), 100);
  return end;
}

// 4 Gflop until 4, then the other 6 at half the speed: 4 + 12.
TEST(ExternalLoad, HalvesTheSpeedOfATaskFromItsStartOn) { EXPECT_EQ(end_under_load("1", "1", "host-0"), 16); }

// The other 6 at a quarter of the speed: 4 + 24.
TEST(ExternalLoad, TakesTheShareOfEachOfItsProcesses) { EXPECT_EQ(end_under_load("3", "1", "host-0"), 28); }

TEST(ExternalLoad, LeavesTheOtherCoresAlone) { EXPECT_EQ(end_under_load("1", "2", "host-0"), 10); }

// From 2 s on there are two processes on each host; those of host-1 are gone when it has been turned off
// at 4.
TEST(ExternalLoad, EndsWithItsHost) {
  ScriptedRun run(Settings{{"hosts", "3"}});
  run.entry("test/actor", "host-0", [&](ActorContext& context) {
    auto& simulation = context.simulation();
    const auto loads = [&] {
      return std::pair(simulation.external_loads(simulation.hosts("host-1").front()),
                       simulation.external_loads(simulation.hosts("host-2").front()));
    };
    simgrid::s4u::this_actor::sleep_until(3);
    EXPECT_EQ(loads(), std::pair(2, 2));
    simgrid::s4u::this_actor::sleep_until(4);
    simulation.hosts("host-1").front()->turn_off();
    simgrid::s4u::this_actor::sleep_until(5);
    EXPECT_EQ(loads(), std::pair(0, 2));
  });
  run.environment("environment/external_load", {{"hosts", "host-[12]"}, {"start", "2"}, {"processes", "2"}});
  const auto outcome = run.run();
  EXPECT_EQ(outcome.status, Status::done) << outcome.message;
}

TEST(ExternalLoad, LeavesOtherHostsAlone) { EXPECT_EQ(end_under_load("1", "1", "host-1"), 10); }

} // namespace external_load_test
} // namespace malha::testing
