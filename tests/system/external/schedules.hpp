// SPDX-License-Identifier: MIT
#pragma once
#include "external.hpp"
#include "scenarios/runner/conformance/queue_run.hpp"
#include "tests/support/catalog.hpp"

#include <boost/random/uniform_int_distribution.hpp>
#include <boost/random/uniform_real_distribution.hpp>
#include <gtest/gtest.h>

namespace malha::testing {

/// Up to 40 jobs, of which many come and end at the same dates, and some are killed or have no walltime.
inline std::vector<Job> random_jobs(RandomStreams::Engine& engine, int nodes) {
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
inline std::string text_of_rows(const std::vector<conformance::BatchRow>& rows) {
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

/// Compares the schedules of a policy in C++ with those of the policies that `make` gives, on random
/// instances. Returns the number of instances with jobs that waited.
template <class Make>
int compare_schedules(const std::string& cpp, const Make& make, int instances) {
  RandomStreams streams(11);
  auto& engine = streams.stream("instances");
  int waited = 0;
  for (int instance = 0; instance < instances; ++instance) {
    const int nodes = boost::random::uniform_int_distribution<int>(1, 16)(engine);
    const auto jobs = random_jobs(engine, nodes);
    const auto& descriptor = shipped_catalog().policy(cpp);
    RandomStreams none(0);
    const auto made = descriptor.make(Parameters(descriptor.parameters, {}), none);
    auto& in_cpp = static_cast<cluster::Queue&>(*made);
    const auto rows = conformance::QueueRun(nodes, in_cpp).run(jobs);
    const auto others = conformance::QueueRun(nodes, *make()).run(jobs);
    EXPECT_EQ(text_of_rows(others), text_of_rows(rows)) << "instance " << instance;
    waited += std::any_of(rows.begin(), rows.end(), [&](const auto& row) {
      return row.start > jobs[static_cast<std::size_t>(row.id)].submitted;
    });
    if (::testing::Test::HasFailure())
      break;
  }
  return waited;
}

/// Expects that a whole run with the policy has the same jobs.csv as one with that policy in C++.
inline void expect_same_rows(const std::string& policy, const std::string& cpp) {
  const TemporaryFolder folder;
  const std::string command = "\"$MALHA\" simulate -p star --set platform.hosts=32 -d cluster.fcfs -w lublin "
                              "--set workload.jobs=300 --seed 5 --set transport=instant --set policy=";
  const auto first = run_shell(command + "'" + policy + "' -o a", folder.path());
  ASSERT_EQ(first.status, 0) << first.err;
  const auto second = run_shell(command + cpp + " -o b", folder.path());
  ASSERT_EQ(second.status, 0) << second.err;
  const auto rows = text_of(folder / "a/jobs.csv");
  EXPECT_GT(rows.size(), 10000U);
  EXPECT_EQ(rows, text_of(folder / "b/jobs.csv"));
}

} // namespace malha::testing
