// SPDX-License-Identifier: MIT
// The same policy in Python and in C++: the same schedules, to the last digit.
#include "external.hpp"
#include "scenarios/runner/conformance/queue_run.hpp"
#include "tests/support/names.hpp"
#include "tests/support/scaled.hpp"

#include <boost/random/uniform_int_distribution.hpp>
#include <boost/random/uniform_real_distribution.hpp>

namespace malha::testing {
namespace same_bytes_test {

struct Pair {
  std::string python, cpp;
};
std::ostream& operator<<(std::ostream& out, const Pair& pair) { return out << pair.python; }

const std::vector<Pair> pairs{{"fcfs", "cluster/fcfs"}, {"easy", "cluster/easy_backfill"}};

/// Up to 40 jobs, of which many come and end at the same dates, and some are killed or have no walltime.
std::vector<Job> random_jobs(RandomStreams::Engine& engine, int nodes) {
  const auto draw = [&](int low, int high) {
    return boost::random::uniform_int_distribution<int>(low, high)(engine);
  };
  std::vector<Job> jobs;
  Seconds date = 0;
  const int number = draw(1, 40);
  for (int id = 0; id < number; ++id) {
    date += draw(0, 2) * (draw(0, 1) + boost::random::uniform_real_distribution<double>(0, 1)(engine));
    const Seconds run_time = draw(0, 3) > 0 ? draw(1, 20) : draw(1, 200) / 7.0;
    const int kind = draw(0, 5);
    const Seconds walltime = kind == 0 ? never : kind == 1 ? run_time / 2 : run_time + draw(0, 9);
    jobs.push_back(conformance::rigid_job(id, date, draw(1, nodes), run_time, walltime));
  }
  return jobs;
}

/// A schedule as text with all digits.
std::string text_of_rows(const std::vector<conformance::BatchRow>& rows) {
  std::string text;
  for (const auto& row : rows) {
    text += std::to_string(row.id) + "," + shortest(row.start) + "," + shortest(row.finish) + "," +
            std::to_string(row.killed) + std::to_string(row.dropped);
    for (const auto node : row.nodes)
      text += "," + std::to_string(node);
    text += '\n';
  }
  return text;
}

/// The number of instances with jobs that waited.
int compare(const Pair& pair, int instances) {
  const auto script = python_folder / "examples" / (pair.python + ".py");
  const auto in_python = python_policy<cluster::Queue>(script, cluster::Queue::question);
  RandomStreams streams(11);
  auto& engine = streams.stream("instances");
  int waited = 0;
  for (int instance = 0; instance < instances; ++instance) {
    const int nodes = boost::random::uniform_int_distribution<int>(1, 16)(engine);
    const auto jobs = random_jobs(engine, nodes);
    const auto& descriptor = shipped_catalog().policy(pair.cpp);
    RandomStreams none(0);
    const auto made = descriptor.make(Parameters(descriptor.parameters, {}), none);
    auto& in_cpp = static_cast<cluster::Queue&>(*made);
    const auto rows = conformance::QueueRun(nodes, in_cpp).run(jobs);
    const auto others = conformance::QueueRun(nodes, *in_python).run(jobs);
    EXPECT_EQ(text_of_rows(others), text_of_rows(rows)) << "instance " << instance;
    waited += std::any_of(rows.begin(), rows.end(), [&](const auto& row) {
      return row.start > jobs[static_cast<std::size_t>(row.id)].submitted;
    });
    if (::testing::Test::HasFailure())
      break;
  }
  return waited;
}

class PythonDifferential : public ::testing::TestWithParam<Pair> {};

TEST_P(PythonDifferential, HasTheSchedulesOfCpp) {
  const int instances = scaled(1000);
  EXPECT_GT(compare(GetParam(), instances), instances / 2);
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
