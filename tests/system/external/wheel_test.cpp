// SPDX-License-Identifier: MIT
// The package malha for Python as a wheel, and rows as tables of others.
#include "external.hpp"

namespace malha::testing {
namespace wheel_test {

/// A Python that can build wheels; "": none here. Another one may stand before Debian's on the PATH.
/// setuptools refuses to be loaded behind pip.
std::string python_that_builds(const std::filesystem::path& folder) {
  for (const std::string python : {"python3", "/usr/bin/python3"})
    if (run_shell(python + " -c 'import setuptools, pip, venv, wheel'", folder).status == 0)
      return python;
  return "";
}

// Built and installed without a network, in an environment of its own, where it makes a run.
TEST(Wheel, MakesARunWhereItIsInstalled) {
  const TemporaryFolder folder;
  const auto python = python_that_builds(folder.path());
  if (python.empty())
    GTEST_SKIP() << "no python3 has pip, setuptools, venv and wheel";
  std::filesystem::copy(python_folder, folder / "sources", std::filesystem::copy_options::recursive);
  const auto built = run_shell(
      python + " -m pip wheel --no-build-isolation --no-deps --no-index -w wheels ./sources", folder.path());
  ASSERT_EQ(built.status, 0) << built.out << built.err;
  const auto installed =
      run_shell(python + " -m venv --without-pip own && " + python +
                    " -m pip --python own/bin/python install --no-index wheels/malha-*.whl",
                folder.path());
  ASSERT_EQ(installed.status, 0) << installed.out << installed.err;
  write_text(folder / "mine.py", R"py(
import importlib.metadata
import malha.env

assert "/own/lib/" in malha.__file__, malha.__file__
env = malha.env.JobChoice(settings={"workload.jobs": 20})
observation, info = env.reset(seed=1)
over = False
while not over:
    observation, reward, over, _, info = env.step(0)
print(importlib.metadata.version("malha"), env.metrics()["jobs_finished"])
)py");
  const auto run = run_shell("env -u PYTHONPATH own/bin/python mine.py", folder.path());
  EXPECT_EQ(run.status, 0) << run.err;
  const auto version = run_shell("\"$MALHA\" --version", folder.path()).out; // "malha 0.2.0\n"
  EXPECT_EQ("malha " + run.out, version.substr(0, version.size() - 1) + " 20.0\n");
}

// Rows are dictionaries, and where there is numpy or pandas the same values in columns; elsewhere that is
// said.
TEST(PythonTables, HaveTheValuesOfTheRows) {
  const auto said = python(R"py(
from malha import Simulation, SimulationError, table_of

with open("mine.csv", "w") as file:
    file.write("job_id,time,user\n1,0.1,ada\n2,,7\n")
assert table_of("mine.csv") == [{"job_id": 1, "time": 0.1, "user": "ada"}, {"job_id": 2, "time": "", "user": 7}]
try:
    import numpy
except ImportError:
    try:
        table_of("mine.csv", "numpy")
        print("none")
    except ImportError as error:
        assert str(error).startswith("as_='numpy' needs numpy, which is not installed here; valid: as_='rows', or"), error
else:
    made = table_of("mine.csv", "numpy")
    assert made.dtype.names == ("job_id", "time", "user") and len(made) == 2
    assert made["job_id"].dtype == numpy.int64 and list(made["job_id"]) == [1, 2]
    assert made["time"][0] == 0.1 and numpy.isnan(made["time"][1]) and list(made["user"]) == ["ada", "7"]
try:
    import pandas
except ImportError:
    try:
        table_of("mine.csv", "pandas")
        print("none")
    except ImportError as error:
        assert str(error).startswith("as_='pandas' needs pandas, which is not installed here; valid: "), error
else:
    made = table_of("mine.csv", "pandas")
    assert list(made.columns) == ["job_id", "time", "user"] and made["time"][0] == 0.1 and made["time"].isna()[1]


def told(action):
    try:
        action()
    except (SimulationError, ValueError) as error:
        print(error)


told(lambda: table_of("mine.csv", "arrow"))
for rows in True, False:
    with Simulation(settings={"workload.jobs": 20}, rows=rows) as simulation:
        view = simulation.reset()
        told(simulation.jobs)
        told(simulation.metrics)
        while view is not None:
            view = simulation.step([job for job in view.queue if job.size <= len(view.free)][:1])
        assert simulation.metrics()["jobs_finished"] == 20
        told(lambda: simulation.step([]))
        if rows:
            assert len(simulation.jobs()) == 20 and simulation.table("resources")[0]["host"]
)py");
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_EQ(said.out, "as_='arrow'; valid: rows, numpy, pandas\n"
                      "the simulation is not over, and has no rows yet\n"
                      "the simulation is not over, and has no metrics yet\n"
                      "the simulation is over; reset begins another one\n"
                      "there are no rows: this simulation is made without; valid: rows=True\n"
                      "the simulation is not over, and has no metrics yet\n"
                      "the simulation is over; reset begins another one\n");
}

} // namespace wheel_test
} // namespace malha::testing
