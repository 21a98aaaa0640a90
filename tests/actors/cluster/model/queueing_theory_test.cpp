// SPDX-License-Identifier: MIT
// First come first served on c nodes, one node a job, Poisson arrivals, exponential run times: M/M/c.
#include "results/files/csv_reader.hpp"
#include "results/statistics/statistics.hpp"
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

namespace malha::testing {
namespace queueing_theory_test {

/// Mean wait of M/M/c (Erlang C): C(c, a) s / (c - a), with a = load x c and s the mean run time. The
/// probability to wait, C, comes from Erlang's B by B(k) = a B(k-1) / (k + a B(k-1)) and C = B / (1 - (1 - B)
/// a / c).
double erlang_wait(int nodes, double load, double mean_run_time) {
  const double a = load * nodes;
  double b = 1;
  for (int k = 1; k <= nodes; ++k)
    b = a * b / (k + a * b);
  const double waits = b / (1 - (1 - b) * load);
  return waits * mean_run_time / (nodes - a);
}

// B(1) = 0.5 / 1.5 = 1/3 of one node at a = 0.5: C = (1/3) / (1 - (2/3) 0.5) = 0.5, as it must be in M/M/1,
// and the wait is 0.5 s / (1 - 0.5) = s.
TEST(ErlangC, IsThatOfOneServer) { EXPECT_DOUBLE_EQ(erlang_wait(1, 0.5, 100), 100); }

struct Queue {
  int nodes;
  double load;
};

class MMc : public ::testing::TestWithParam<Queue> {};

// Jobs of 100 s in the mean (1e11 flop at 1 Gflop/s). The theory's wait lies in the 95 % interval of 20
// seeds; those submitted before 50 000 s, while the queue builds up, do not count.
TEST_P(MMc, WaitsAreThoseOfTheTheory) {
  const auto [nodes, load] = GetParam();
  const double gap = 100 / (load * nodes);
  std::vector<double> waits;
  const TemporaryFolder folder;
  for (int seed = 1; seed <= 20; ++seed) {
    const std::string out = "seed-" + std::to_string(seed);
    const auto said =
        run_shell("$MALHA simulate -p star -d cluster.fcfs -w rigid_jobs --set transport=instant --set "
                  "platform.hosts=" +
                      std::to_string(nodes) +
                      " --set workload.jobs=20000 --set workload.max_resources=1 --set workload.work=1e11"
                      " --set warm_up=50000 --set workload.interarrival=" +
                      std::to_string(gap) + " --seed " + std::to_string(seed) + " -o " + out,
                  folder.path());
    ASSERT_EQ(said.status, 0) << said.err;
    CsvReader schedule(folder / (out + "/schedule.csv"));
    schedule.next();
    waits.push_back(schedule.real("mean_waiting_time"));
  }
  const auto [mean, low, high] = mean_with_interval(waits);
  const double expected = erlang_wait(nodes, load, 100);
  EXPECT_LE(*low, expected) << "mean " << mean;
  EXPECT_GE(*high, expected) << "mean " << mean;
  EXPECT_LT(*high - *low, expected / 2) << "the interval says little";
}

const std::vector<Queue> queues{{1, 0.7}, {4, 0.8}, {16, 0.9}};
INSTANTIATE_TEST_SUITE_P(On, MMc, ::testing::ValuesIn(queues),
                         [](const auto& one) { return std::to_string(one.param.nodes) + "_nodes"; });

} // namespace queueing_theory_test
} // namespace malha::testing
