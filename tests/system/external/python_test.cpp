// SPDX-License-Identifier: MIT
// The package malha for Python: simulations decision by decision, environments, and `malha new policy
// --python`.
#include "external.hpp"

namespace malha::testing {
namespace python_test {

/// What a Python program says that uses the package.
Said python(const std::string& source) {
  const TemporaryFolder folder;
  write_text(folder / "mine.py", source);
  return run_shell("PYTHONDONTWRITEBYTECODE=1 PYTHONPATH='" + python_folder.string() + "' python3 mine.py",
                   folder.path());
}

// FCFS, step by step in Python, twice under one seed: the rows of the policy in C++.
TEST(PythonSimulation, HasTheRowsOfAPolicy) {
  const TemporaryFolder folder;
  const auto said = python(R"py(
from malha import Simulation

SETTINGS = {"workload.jobs": 200, "platform.hosts": 32, "transport": "instant"}
with Simulation(settings=SETTINGS) as simulation:
    for _ in range(2):
        view = simulation.reset(seed=5)
        while view is not None:
            free, start = len(view.free), []
            for job in view.queue:
                if job.size > free:
                    break
                free -= job.size
                start.append(job)
            view = simulation.step(start)
        print(open(simulation.out / "jobs.csv").read(), end="")
        assert len(simulation.jobs()) == 200 and simulation.metrics()["jobs_finished"] == 200
)py");
  ASSERT_EQ(said.status, 0) << said.err;
  const auto cpp =
      run_shell("\"$MALHA\" simulate -p star --set platform.hosts=32 -d cluster.fcfs -w lublin --set "
                "workload.jobs=200 --seed 5 --set transport=instant -o b",
                folder.path());
  ASSERT_EQ(cpp.status, 0) << cpp.err;
  const auto rows = text_of(folder / "b/jobs.csv");
  EXPECT_GT(rows.size(), 1000U);
  EXPECT_EQ(said.out, rows + rows);
}

// A simulation that is left, one that is not there, and an answer that breaks a rule.
TEST(PythonSimulation, RaisesWhatMalhaSays) {
  const auto said = python(R"py(
from malha import Simulation, SimulationError


def told(workload, *answers):
    with Simulation(workload=workload, settings={"workload.jobs": 30}) as simulation:
        try:
            simulation.reset()
            for answer in answers:
                simulation.step(answer)
        except SimulationError as error:
            print(error)


told("lublin", [])
told("nothing")
told("lublin", [99])
)py");
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_EQ(said.out.rfind("unknown workload 'nothing'; valid: ", 0), 0U) << said.out;
  EXPECT_NE(said.out.find(" broke a rule at t=0 s: it starts job handle 99, which no waiting job has\n"),
            std::string::npos)
      << said.out;
  EXPECT_EQ(processes_with("pass_socket.py"), 0);
}

// The same seed leads to the same observations and rows; all lie in their space.
TEST(PythonEnvironment, RepeatsUnderOneSeed) {
  const auto said = python(R"py(
import random

from malha.env import JobChoice

env = JobChoice(settings={"workload.jobs": 200, "platform.hosts": 32, "transport": "instant", "workload.load": 0.7})


def episode(seed):
    draws = random.Random(2)
    observation, info = env.reset(seed=seed)
    trace, over = [list(observation)], False
    while not over:
        assert env.observation_space.contains(observation)
        action = draws.choice([place for place, does in enumerate(info["action_mask"]) if does])
        observation, reward, over, truncated, info = env.step(action)
        trace.append((list(observation), reward))
        assert not truncated and (reward < 0) == over
    return trace, env.jobs()


first = episode(3)
assert episode(3) == first
assert episode(4) != first
assert len(first[1]) == 200
env.close()
)py");
  EXPECT_EQ(said.status, 0) << said.err;
}

TEST(NewPythonPolicy, WorksAsItIsWritten) {
  const TemporaryFolder folder;
  const auto said =
      run_shell("\"$MALHA\" new policy mine/widest --question cluster/queue --python && \"$MALHA\" "
                "simulate -p star -d cluster.fcfs -w bag_of_tasks --set "
                "policy=python:widest/widest.py -o out",
                folder.path());
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_EQ(said.out.rfind("widest:\n  README.md\n  widest.py\n", 0), 0U) << said.out;
  EXPECT_NE(text_of(folder / "widest/README.md").find("--set policy=python:widest.py"), std::string::npos);
  EXPECT_EQ(run_shell("\"$MALHA\" new metric waits --python", folder.path()).err,
            "malha: new: --python is for a policy only\n");
}

} // namespace python_test
} // namespace malha::testing
