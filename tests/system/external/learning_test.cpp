// SPDX-License-Identifier: MIT
// The example that learns, and what it has learned as a policy.
#include "external.hpp"

namespace malha::testing {
namespace learning_test {

// A short training on small runs beats EASY on 60 fresh seeds: the whole interval of the paired differences
// is above 0. What it plays from the beginning is EASY, whose difference from itself is 0.
TEST(PythonLearning, BeatsItsBaseline) {
  const auto said = python(R"py(
import sys

import malha

sys.path.insert(0, malha.__path__[0] + "/../examples")
import learn_backfilling
from malha.env import BackfillChoice

settings = learn_backfilling.SETTINGS | {"workload.jobs": 120}
envs = [BackfillChoice(shown=learn_backfilling.SHOWN, settings=settings) for _ in range(6)]
assert learn_backfilling.compare(envs, [0.0] * 4, range(4))[2] == (0, 0, 0)
weights = learn_backfilling.learn(envs, rounds=3, drawn=10, kept=3, runs=6)
easy, learned, (low, gain, high) = learn_backfilling.compare(envs, weights, range(10_000, 10_060))
print(weights, easy, learned, low, gain, high)
assert 0 < low < gain < high, (low, gain, high)
assert abs(easy - learned - gain) < 1e-9
)py");
  EXPECT_EQ(said.status, 0) << said.out << said.err;
}

// The policy with the weights of the environment's player makes the same runs.
TEST(PythonLearning, IsAPolicy) {
  const TemporaryFolder folder;
  const auto said = python(R"py(
import sys

import malha

sys.path.insert(0, malha.__path__[0] + "/../examples")
import learn_backfilling
from malha.env import BackfillChoice

env = BackfillChoice(shown=16, rows=True, settings={"workload.jobs": 200, "platform.hosts": 32, "workload.load": 1})
learn_backfilling.play([env], learn_backfilling.choice_by([0.5, -2.0, 0.25, 0.125]), [5])
print(open(env._simulation.out / "jobs.csv").read(), end="")
)py");
  ASSERT_EQ(said.status, 0) << said.err;
  const auto run = [&](const std::string& more) {
    return run_shell("\"$MALHA\" simulate -p star --set platform.hosts=32 -d cluster.fcfs -w lublin --set "
                     "workload.jobs=200 --set workload.load=1 --seed 5 " +
                         more,
                     folder.path());
  };
  const auto script = (python_folder / "examples/learned_backfilling.py").string();
  const auto same = run("--set policy=python:" + script +
                        " --set policy.arguments='waited=0.5 walltime=-2 size=0.25 in_time=0.125' -o a");
  ASSERT_EQ(same.status, 0) << same.err;
  EXPECT_EQ(text_of(folder / "a/jobs.csv"), said.out);
  ASSERT_EQ(run("--set policy=cluster/easy_backfill -o b").status, 0);
  EXPECT_NE(text_of(folder / "b/jobs.csv"), said.out);
}

} // namespace learning_test
} // namespace malha::testing
