// SPDX-License-Identifier: MIT
// Simulations from Python that are left, whose program is killed, or to which others hold on: nothing waits
// for ever, nothing is left, and the next simulation begins as the first one did.
#include "external.hpp"

namespace malha::testing {
namespace lost_test {

/// What these programs begin with. `play` starts the first job that fits until the simulation is over, and
/// returns its metrics.
const std::string begin = R"py(
import os
import signal
import subprocess

from malha import Simulation, SimulationError
from malha.env import JobChoice, vector

SETTINGS = {"workload.jobs": 30, "platform.hosts": 8, "transport": "instant"}


def play(simulation, seed=1):
    view = simulation.reset(seed)
    while view is not None:
        view = simulation.step([job for job in view.queue if job.size <= len(view.free)][:1])
    return simulation.metrics()


def told(action):
    try:
        action()
        print("nothing")
    except SimulationError as error:
        print(error)
)py";

// What simulates is the last of a chain of children of the program: either may be killed.
TEST(LostSimulation, SaysHowItsProgramEnded) {
  const auto said = python(begin + R"py(

def killed(find):
    with Simulation(settings=SETTINGS) as simulation:
        first = play(simulation)
        simulation.reset()
        os.kill(find(simulation._process.pid), signal.SIGKILL)
        told(lambda: [simulation.step([]) for _ in range(100)])
        told(lambda: simulation.step([]))
        assert play(simulation) == first
        pid = simulation._process.pid
    told(simulation.reset)
    assert not os.path.exists(f"/proc/{pid}")


def last_child_of(pid):
    with open(f"/proc/{pid}/task/{pid}/children") as children:
        child = children.read()
    return last_child_of(int(child)) if child else pid


killed(lambda pid: pid)
killed(last_child_of)
)py");
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_EQ(said.err, "");
  EXPECT_EQ(said.out, "malha ended with status -9\n"
                      "the simulation is over; reset begins another one\n"
                      "the simulation is closed; valid: another Simulation\n"
                      "its process was killed by signal 9 (Killed) while it asked policy 'socket:asked'\n"
                      "the simulation is over; reset begins another one\n"
                      "the simulation is closed; valid: another Simulation\n");
}

// It is left before it asks, while it asks, and when it has failed; then it begins anew, or is closed.
TEST(LostSimulation, LeavesNothingForTheNext) {
  const auto said = python(begin + R"py(
with Simulation(settings=SETTINGS) as simulation:
    first = play(simulation, 3)
    simulation.begin(1)
    assert play(simulation, 3) == first
    simulation.reset(2)
    assert play(simulation, 3) == first
    simulation.reset(1)
    told(lambda: simulation.step([99]))
    assert play(simulation, 3) == first
    simulation.begin(4)
# It ends before it asks.
with Simulation(slot="policy.prediction", settings=SETTINGS) as simulation:
    for seed in range(3):
        simulation.begin(seed)
    told(simulation.receive)
    told(simulation.reset)
    assert simulation._process is not None
for name in "nothing", "lublin":
    with Simulation(workload=name) as simulation:
        simulation.begin(1)
)py");
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_EQ(said.err, "");
  const std::string rule =
      "policy 'socket:asked' broke a rule at t=0 s: it starts job handle 99, which no waiting job has\n";
  ASSERT_EQ(said.out.rfind(rule, 0), 0U) << said.out;
  const auto refused = said.out.substr(rule.size(), (said.out.size() - rule.size()) / 2);
  EXPECT_NE(refused.find("policy 'socket:asked' predicts run times, and "), std::string::npos) << said.out;
  EXPECT_EQ(said.out, rule + refused + refused);
}

// One actor asks. A second one is refused, and does not wait for an answer that nobody gives.
TEST(LostSimulation, IsAskedByOneActor) {
  const auto said = python(begin + R"py(
with Simulation("clusters", "multicluster.least_loaded", "lublin", {"workload.jobs": 20, "platform.sizes": "8,8"}) as simulation:
    told(lambda: play(simulation))
)py");
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_NE(said.out.find("nobody answers at its socket"), std::string::npos) << said.out;
}

// Other processes that begin meanwhile hold copies of all connections.
TEST(LostSimulation, EndsWhoeverHoldsItsConnections) {
  const auto said = python(begin + R"py(

def make():
    return JobChoice(shown=4, settings=SETTINGS)


with Simulation(settings=SETTINGS) as simulation:
    simulation.reset()
    first, second = vector(make, 2, 2), vector(make, 2, 2)
    for envs in first, second:
        envs.reset(seed=1)
        envs.step([0, 0])
    simulation.reset()
    play(simulation)
    first.close()
print("closed")
os.kill(second._groups[1]._process.pid, signal.SIGKILL)
told(lambda: second.step([0, 0]))
second.close()
)py");
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_EQ(said.out, "closed\nthe process of environments [1] ended with status -9\n");
}

TEST(LostEnvironment, SaysWhatIsWrong) {
  const auto said = python(begin + R"py(
env = JobChoice(settings=SETTINGS)
told(lambda: env.step(0))
env.reset(seed=1)
while not env.step(0)[2]:
    pass
told(lambda: env.step(0))
told(lambda: env.reset(seed=-1))
assert env.reset(seed=1)[1]["date"] is not None
env.close()
env = JobChoice(metric="happiness", settings=SETTINGS)
env.reset()
told(lambda: [env.step(0) for _ in range(1000)])
os.environ["MALHA"] = "/nowhere/malha"
told(JobChoice(settings=SETTINGS).reset)
)py");
  EXPECT_EQ(said.status, 0) << said.err;
  const std::string over = "the run is over; reset begins another one\n";
  EXPECT_EQ(said.out.rfind(over + over + "episodes: '{\"seed\": -1}' asks for none; valid: ", 0), 0U)
      << said.out;
  EXPECT_NE(said.out.find("\nthe run has no metric 'happiness'; valid: "), std::string::npos) << said.out;
  EXPECT_NE(said.out.find("\n/nowhere/malha: No such file or directory\n"), std::string::npos) << said.out;
}

} // namespace lost_test
} // namespace malha::testing
