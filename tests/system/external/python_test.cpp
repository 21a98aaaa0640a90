// SPDX-License-Identifier: MIT
// The package malha for Python: simulations decision by decision, environments, and `malha new policy
// --python`.
#include "external.hpp"
#include "scenarios/runner/conformance/queue_run.hpp"

namespace malha::testing {
namespace python_test {

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
import os
import tempfile

from malha import Simulation, SimulationError

tempfile.tempdir = os.path.abspath("python-raises-folder")  # whose name is among the words of Malha
os.mkdir(tempfile.tempdir)


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
  EXPECT_EQ(processes_with("python-raises-folder"), 0);
}

// After an error, another simulation begins as the first one did.
TEST(PythonSimulation, BeginsAnewAfterAnError) {
  const auto said = python(R"py(
from malha import Simulation, SimulationError

with Simulation(settings={"workload.jobs": 30}) as good, Simulation(workload="nothing") as bad:
    for _ in range(2):
        try:
            bad.reset()
        except SimulationError as error:
            print(error)
        assert good.reset() is not None
        try:
            good.step([99])
        except SimulationError as error:
            print(error)
)py");
  EXPECT_EQ(said.status, 0) << said.err;
  std::size_t unknown = 0, broken = 0;
  for (auto at = said.out.find("unknown workload"); at != std::string::npos;
       at = said.out.find("unknown workload", at + 1))
    ++unknown;
  for (auto at = said.out.find("broke a rule"); at != std::string::npos;
       at = said.out.find("broke a rule", at + 1))
    ++broken;
  EXPECT_EQ(unknown, 2U) << said.out;
  EXPECT_EQ(broken, 2U) << said.out;
}

// What is in the first view only is in the second, too; and what a policy does to its lists is not kept.
TEST(PythonTalk, MakesViewsWhole) {
  const auto said = python(R"py(
from malha.talk import Talk

talk = Talk(-1)
talk.question = "cluster/queue"


def view(members):
    return talk.read(b'{"ask":"decide","n":1,"view":{"free":[],"down":[],%b}}' % members).view


def job(handle):
    return b'{"handle":%d,"id":%d,"submitted":0,"priority":0,"expected_end":9}' % (handle, handle)


both = b'{"gone":[],"new":[%b,%b]}' % (job(1), job(2))
first = view(b'"machines":[],"weights":[2.5],"queue":%b,"running":%b' % (both, both))
for jobs in first.queue, first.running:
    assert jobs.pop(0).handle == 1
    jobs.clear()
second = view(b'"queue":{"gone":[2],"new":[]}')
assert second.weights == [2.5]
assert [job.handle for job in second.queue] == [1]
assert [job.handle for job in second.running] == [1, 2]
)py");
  EXPECT_EQ(said.status, 0) << said.err;
}

// The last news and the goodbye arrive: each of 20 jobs has ended.
TEST(PythonPolicy, IsToldOfTheLastJobs) {
  const TemporaryFolder folder;
  write_text(folder / "mine.py", R"py(
import atexit

told = []
atexit.register(lambda: print("told of", len(told)))


def priority(job, view):
    return 0


def ended(*what):
    told.append(what)
)py");
  const auto said =
      run_shell("\"$MALHA\" simulate -p star --set platform.hosts=4 -d cluster.fcfs -w rigid_jobs "
                "--set workload.jobs=20 --set policy.priority=python:mine.py -o out",
                folder.path());
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_NE(said.err.find("told of 20\n"), std::string::npos) << said.err;
}

// One node. Job 0 gives it to job 1 at 5, and is in the queue of the next view again, with the date since
// which it waits: it starts at 6, when job 1 has ended. The policy is told of changes only.
TEST(PythonPolicy, SeesARequeuedJobAgain) {
  const TemporaryFolder folder;
  write_text(folder / "mine.py", R"py(
def decide(view):
    if view.running and view.queue:
        (runs,), (waits,) = view.running, view.queue
        return {"stop": [{"job": runs, "requeue": True}], "start": [waits]}
    if view.now == 6:
        (job,) = view.queue
        assert (job.id, job.submitted, job.eligible) == (0, 0, 5)
    return [job for job in view.queue if job.size <= len(view.free)]
)py");
  const auto policy = python_policy<cluster::Queue>(folder / "mine.py", cluster::Queue::question);
  const auto rows = conformance::QueueRun(1, *policy)
                        .run({conformance::rigid_job(0, 0, 1, 10), conformance::rigid_job(1, 5, 1, 1)});
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].start, 6);
  EXPECT_EQ(rows[0].restarts, 1);
  EXPECT_EQ(rows[1].start, 5);
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
