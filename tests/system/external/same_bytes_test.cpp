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
  const auto script = python_folder / "examples" / (GetParam().python + ".py");
  expect_same_rows("python:" + script.string(), GetParam().cpp);
  EXPECT_EQ(processes_with(script.string()), 0);
}
INSTANTIATE_TEST_SUITE_P(Of, PythonRun, ::testing::ValuesIn(pairs), ByValue());

} // namespace same_bytes_test
} // namespace malha::testing
