// SPDX-License-Identifier: MIT
// The environments of the package malha for Python.
#include "external.hpp"

namespace malha::testing {
namespace environments_test {

// All four, with random actions: the same seed leads to the same observations, rewards and rows; all lie in
// their space. What a run of 100 jobs can choose is asked at least some times.
TEST(PythonEnvironment, RepeatsUnderOneSeed) {
  const auto said = python(R"py(
import random

from malha.env import BackfillChoice, ClusterChoice, JobChoice, ResourceChoice

CLUSTER = {"workload.jobs": 100, "platform.hosts": 32, "transport": "instant", "workload.load": 0.8}
made = [
    JobChoice(settings=CLUSTER, rows=True),
    BackfillChoice(settings=CLUSTER, rows=True),
    ClusterChoice(settings={"workload.jobs": 60, "platform.sizes": "32,16", "workload.load": 0.8}, rows=True),
    ResourceChoice(settings={"workload.tasks": 60, "platform.hosts": 6}, rows=True),
]


def episode(env, seed):
    draws = random.Random(2)
    observation, info = env.reset(seed=seed)
    trace, over = [list(observation)], False
    while not over:
        assert env.observation_space.contains(observation)
        assert len(info["action_mask"]) == env.action_space.n and info["date"] >= 0
        action = draws.choice([place for place, does in enumerate(info["action_mask"]) if does])
        observation, reward, over, truncated, info = env.step(action)
        trace.append((list(observation), reward))
        assert not truncated and (reward < 0) == over
    return trace, env.jobs()


for env in made:
    first = episode(env, 3)
    assert len(first[0]) > 20, len(first[0])
    assert episode(env, 3) == first
    assert type(env) is ResourceChoice or episode(env, 4) != first  # all bags are the same
    assert env.metrics()[env.metric] == -first[0][-1][1] or type(env) is not ResourceChoice
    assert len(first[1]) in (60, 100)
    env.close()
)py");
  EXPECT_EQ(said.status, 0) << said.err;
}

// Malha does not ask where there is no choice; that changes nothing.
TEST(PythonEnvironment, IsAskedOnlyWhereThereIsAChoice) {
  const auto said = python(R"py(
from malha.env import BackfillChoice, JobChoice


def episode(Choice, **asked):
    env = Choice(shown=3, rows=True, settings={"workload.jobs": 200, "platform.hosts": 16}, **asked)
    observation, info = env.reset(seed=1)
    over, steps = False, 0
    while not over:
        steps += 1
        mask = info["action_mask"]
        observation, reward, over, _, info = env.step(mask.index(1) if steps % 5 else len(mask) - 1)
    rows, number = env.jobs(), env._simulation._number
    env.close()
    assert len(rows) == 200
    return rows, steps, number


for Choice, always in (JobChoice, {"asked_if_fits": None}), (BackfillChoice, {"asked_to_backfill": False}):
    rows, steps, asked = episode(Choice)
    assert episode(Choice, **always)[:2] == (rows, steps)
    assert episode(Choice, **always)[2] > asked
)py");
  EXPECT_EQ(said.status, 0) << said.err;
}

// The first job that may be backfilled, always: EASY, to the last digit of each row.
TEST(PythonBackfilling, IsEasyIfTheFirstIsChosen) {
  const TemporaryFolder folder;
  const auto said = python(R"py(
from malha.env import BackfillChoice

SETTINGS = {"workload.jobs": 300, "platform.hosts": 32, "transport": "instant", "workload.load": 0.9}
env = BackfillChoice(shown=1, rows=True, settings=SETTINGS)
observation, info = env.reset(seed=5)
over, steps = False, 0
while not over:
    observation, reward, over, _, info = env.step(0)
    steps += 1
assert steps > 50, steps
print(open(env._simulation.out / "jobs.csv").read(), end="")
)py");
  ASSERT_EQ(said.status, 0) << said.err;
  const auto cpp =
      run_shell("\"$MALHA\" simulate -p star --set platform.hosts=32 -d cluster.easy_backfill -w lublin "
                "--set workload.jobs=300 --set workload.load=0.9 --seed 5 --set transport=instant -o b",
                folder.path());
  ASSERT_EQ(cpp.status, 0) << cpp.err;
  EXPECT_EQ(said.out, text_of(folder / "b/jobs.csv"));
}

// Whatever is chosen, no head starts later than the date that was promised when it became the head.
TEST(PythonBackfilling, KeepsTheReservationOfTheHead) {
  const auto said = python(R"py(
import random

from malha.env import BackfillChoice

env = BackfillChoice(rows=True, settings={"workload.jobs": 300, "platform.hosts": 32, "transport": "instant"})
for seed in range(3):
    draws = random.Random(seed)
    observation, info = env.reset(seed=seed)
    over, promised = False, {}
    while not over:
        promised.setdefault(env._head.id, env._shadow)
        observation, reward, over, _, info = env.step(draws.randrange(env.action_space.n))
    starts = {row["job_id"]: row["starting_time"] for row in env.jobs()}
    assert len(promised) > 10, len(promised)
    for job, date in promised.items():  # the first id is 0, the first job_id is 1
        assert starts[job + 1] <= date, (job, starts[job + 1], date)
)py");
  EXPECT_EQ(said.status, 0) << said.err;
}

// Three environments as one do what each does alone, in one process and in two; a run that is over is
// followed by the next seed but two.
TEST(PythonVector, DoesWhatEachDoesAlone) {
  const auto said = python(R"py(
from malha.env import JobChoice, vector

SETTINGS = {"workload.jobs": 30, "platform.hosts": 8, "transport": "instant"}


def make():
    return JobChoice(shown=4, settings=SETTINGS)


def alone(seeds, steps):
    env, trace = make(), []
    for seed in seeds:
        observation, info = env.reset(seed=seed)
        trace.append((list(observation), 0.0, False))
        over = False
        while not over:
            observation, reward, over, _, info = env.step(info["action_mask"].index(1))
            trace.append((list(observation), reward, over))
    env.close()
    return trace[:steps]


for processes in None, 2:
    with vector(make, 3, processes) as envs:
        assert envs.num_envs == 3 and envs.single_action_space.n == 5
        observations, infos = envs.reset(seed=7)
        traces = [[(list(one), 0.0, False)] for one in observations]
        for _ in range(119):
            actions = [mask.index(1) for mask in map(list, infos["action_mask"])]
            observations, rewards, overs, cut, infos = envs.step(actions)
            assert not any(cut) and all(infos["_action_mask"])
            for trace, *one in zip(traces, observations, rewards, overs):
                trace.append((list(one[0]), one[1], one[2]))
    for place, trace in enumerate(traces):
        assert sum(over for _, _, over in trace) >= 2
        assert trace == alone(range(7 + place, 40, 3), 120), (processes, place)
try:
    vector(lambda: JobChoice(workload="nothing"), 2, 2).reset(seed=1)
except Exception as error:
    print(error)
)py");
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_EQ(said.out.rfind("unknown workload 'nothing'; valid: ", 0), 0U) << said.out;
}

// Where Gymnasium is installed, it has nothing to say against any of them.
TEST(PythonEnvironment, KeepsTheRulesOfGymnasium) {
  const TemporaryFolder folder;
  if (run_shell("python3 -c 'import gymnasium'", folder.path()).status != 0)
    GTEST_SKIP() << "python3 has no gymnasium";
  const auto said = python(R"py(
import warnings

from gymnasium.utils.env_checker import check_env
from malha.env import BackfillChoice, ClusterChoice, JobChoice, ResourceChoice

warnings.simplefilter("error")
warnings.filterwarnings("ignore", message=".*render modes.*")
CLUSTER = {"workload.jobs": 60, "platform.hosts": 32, "workload.load": 0.8}
for env in (
    JobChoice(settings=CLUSTER),
    BackfillChoice(settings=CLUSTER),
    ClusterChoice(settings={"workload.jobs": 40, "platform.sizes": "32,16"}),
    ResourceChoice(settings={"workload.tasks": 30, "platform.hosts": 3}),
):
    check_env(env)
    env.close()
)py");
  EXPECT_EQ(said.status, 0) << said.err;
}

} // namespace environments_test
} // namespace malha::testing
