// SPDX-License-Identifier: MIT
#include "tests/actors/support/scripted_run.hpp"

namespace malha::testing {
namespace broker_test {

// Hosts of 1 flop/s; a process of others halves host-1 from 0 s on. At 1 s a task of 10 s would end at 21 s
// on host-1 and at 11 s on host-2; the second one, which waits for neither, at 21 s on both: the lower one.
TEST(Broker, KnowsWhatOthersTakeOfItsResources) {
  ScriptedRun run(Settings{{"hosts", "3"}, {"speeds", "1"}});
  run.place("broker/broker", "host-0", {{"execution", "exec"}},
            {{"", ScriptedRun::shipped("broker/dynamic_fpltf")}});
  run.place("broker/worker", "host-[12]", {});
  run.environment("environment/external_load", {{"hosts", "host-1"}});
  run.instant();
  run.jobs({job_of(1, {task_of(10), task_of(10)})});
  const auto outcome = run.run();
  ASSERT_EQ(outcome.status, Status::done) << outcome.message;
  EXPECT_EQ(run.schedule(), (std::vector<std::string>{"0 1 11 1", "1 1 21 0"}));
}

} // namespace broker_test
} // namespace malha::testing
