// SPDX-License-Identifier: MIT
// The same policy in Python and in C++: the same schedules, to the last digit.
#include "external.hpp"
#include "schedules.hpp"
#include "tests/support/names.hpp"
#include "tests/support/scaled.hpp"

namespace malha::testing {
namespace same_bytes_test {

struct Pair {
  std::string python, cpp;
};
std::ostream& operator<<(std::ostream& out, const Pair& pair) { return out << pair.python; }

const std::vector<Pair> pairs{{"fcfs", "cluster/fcfs"}, {"easy", "cluster/easy_backfill"}};

class PythonDifferential : public ::testing::TestWithParam<Pair> {};

TEST_P(PythonDifferential, HasTheSchedulesOfCpp) {
  const int instances = scaled(1000);
  const auto script = python_folder / "examples" / (GetParam().python + ".py");
  const std::shared_ptr<cluster::Queue> policy =
      python_policy<cluster::Queue>(script, cluster::Queue::question);
  EXPECT_GT(compare_schedules(
                GetParam().cpp, [&] { return policy; }, instances),
            instances / 2);
}
INSTANTIATE_TEST_SUITE_P(Of, PythonDifferential, ::testing::ValuesIn(pairs), ByValue());

class PythonRun : public ::testing::TestWithParam<Pair> {};

// A whole run in the simulation, and every row of its jobs.
TEST_P(PythonRun, HasTheRowsOfCpp) {
  const TemporaryFolder folder;
  const auto script = python_folder / "examples" / (GetParam().python + ".py");
  const std::string command = "\"$MALHA\" simulate -p star --set platform.hosts=32 -d cluster.fcfs -w lublin "
                              "--set workload.jobs=300 --seed 5 --set transport=instant --set policy=";
  const auto first = run_shell(command + "'python:" + script.string() + "' -o a", folder.path());
  ASSERT_EQ(first.status, 0) << first.err;
  const auto second = run_shell(command + GetParam().cpp + " -o b", folder.path());
  ASSERT_EQ(second.status, 0) << second.err;
  const auto rows = text_of(folder / "a/jobs.csv");
  EXPECT_GT(rows.size(), 10000U);
  EXPECT_EQ(rows, text_of(folder / "b/jobs.csv"));
  EXPECT_EQ(processes_with(script.string()), 0);
}
INSTANTIATE_TEST_SUITE_P(Of, PythonRun, ::testing::ValuesIn(pairs), ByValue());

} // namespace same_bytes_test
} // namespace malha::testing
