// SPDX-License-Identifier: MIT
// What is said of errors in policies in Python.
#include "external.hpp"

namespace malha::testing {
namespace bad_python_test {

/// What is said of a policy in Python with this source.
Said simulate(const std::string& source, const std::string& settings = "") {
  const TemporaryFolder folder;
  write_text(folder / "mine.py", source);
  auto said =
      run_shell("\"$MALHA\" simulate -p star --set platform.hosts=4 -d cluster.fcfs -w rigid_jobs --set "
                "workload.jobs=20 --set transport=instant --set policy=python:mine.py -o out " +
                    settings,
                folder.path());
  EXPECT_EQ(std::filesystem::exists(folder / "out"), said.status == 0);
  return said;
}

TEST(BadPython, RaisesAnError) {
  const auto said = simulate("def decide(view):\n    return [1 / 0]\n");
  EXPECT_EQ(said.status, 3);
  EXPECT_NE(said.err.find(": it raised ZeroDivisionError: division by zero (mine.py, line 2)\n"),
            std::string::npos)
      << said.err;
}

TEST(BadPython, ReadsWhatIsNotThere) {
  const auto said = simulate("def decide(view):\n    return [job for job in view.queue if job.sise < 2]\n");
  EXPECT_EQ(said.status, 3);
  EXPECT_NE(said.err.find("it raised AttributeError: the view has no 'sise' here; it has handle, id, "),
            std::string::npos)
      << said.err;
}

TEST(BadPython, HasNoFunction) {
  const auto said = simulate("def choose(view):\n    return []\n");
  EXPECT_EQ(said.status, 2);
  EXPECT_NE(
      said.err.find("policy 'python:mine.py' cannot be made: it has no function 'decide', which answers "
                    "cluster/queue\n"),
      std::string::npos)
      << said.err;
}

TEST(BadPython, IsNotThere) {
  const TemporaryFolder folder;
  const auto said = run_shell("\"$MALHA\" simulate -p star -d cluster.fcfs -w rigid_jobs --set "
                              "policy=python:mine.py -o out",
                              folder.path());
  EXPECT_EQ(said.status, 2);
  EXPECT_EQ(said.err, "malha: setting policy=python:mine.py: policy 'python:mine.py': there is no file "
                      "'mine.py'; valid: python:FILE, with the path of a file in Python\n");
}

// What it prints is no answer, and what it is given arrives.
TEST(GoodPython, PrintsAndTakesArguments) {
  const auto said = simulate("print('hello')\n\n\nclass Policy:\n    def __init__(self, parameters, seed):\n"
                             "        assert parameters == {'depth': '2'} and 0 <= seed < 2**53\n\n"
                             "    def decide(self, view):\n        print('asked')\n"
                             "        return [job for job in view.queue if job.size <= len(view.free)][:1]\n",
                             "--set policy.arguments=depth=2");
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_NE(said.err.find("hello\nasked\n"), std::string::npos) << said.err;
}

} // namespace bad_python_test
} // namespace malha::testing
