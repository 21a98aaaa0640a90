// SPDX-License-Identifier: MIT
// The machine-repair model M/M/c//N: N users think for Z s, then each waits for one of c nodes and holds it
// for S s; all times are exponential. With r = S / Z, n users wait or run with the probability p(n), where
// p(n) / p(0) is binomial(N, n) r^n up to c, and N! / (N - n)! r^n / (c! c^(n - c)) from there on. The
// throughput is X = E[min(n, c)] / S, and the mean turnaround time N / X - Z (Little's law for the whole
// loop).
#include "batch_program.hpp"

#include <cmath>

namespace malha::testing {
namespace closed_loop_test {

struct Repair {
  int users, nodes;
  double think, run_time;

  /// Of all numbers of users who wait or run.
  std::vector<double> probabilities() const {
    std::vector<double> p{1};
    double sum = 1;
    for (int n = 1; n <= users; ++n) {
      const double rate_up = (users - n + 1) / think, rate_down = std::min(n, nodes) / run_time;
      p.push_back(p.back() * rate_up / rate_down);
      sum += p.back();
    }
    for (auto& one : p)
      one /= sum;
    return p;
  }
  double throughput() const {
    const auto p = probabilities();
    double busy = 0;
    for (int n = 0; n <= users; ++n)
      busy += std::min(n, nodes) * p[static_cast<std::size_t>(n)];
    return busy / run_time;
  }
  double turnaround() const { return users / throughput() - think; }
};

class ClosedLoopTheory : public BatchProgram, public ::testing::WithParamInterface<Repair> {};

// The first and the last tenth of the time count for nothing: at first all think, and at last some users have
// had their jobs. 10 seeds; the mean must be within three standard errors of theirs, which is below 1 %.
TEST_P(ClosedLoopTheory, HasTheTurnaroundOfTheMachineRepairModel) {
  const auto model = GetParam();
  constexpr int each = 3000, seeds = 10;
  const double span = each * model.users / model.throughput();
  double sum = 0, squares = 0;
  for (int seed = 0; seed < seeds; ++seed) {
    const auto said =
        run_shell("rm -rf out; $MALHA simulate -p star --set platform.hosts=" + std::to_string(model.nodes) +
                      " -d cluster.fcfs --set transport=instant -w closed_loop --set "
                      "workload.users=" +
                      std::to_string(model.users) + " --set workload.jobs=" + std::to_string(each) +
                      " --set workload.think=" + std::to_string(model.think) + " --set workload.run_time=" +
                      std::to_string(model.run_time) + " --set warm_up=" + std::to_string(span / 10) +
                      " --set cool_down=" + std::to_string(span * 9 / 10) + " --seed " +
                      std::to_string(seed) + " -o out",
                  folder_.path());
    ASSERT_EQ(said.status, 0) << said.err;
    const double found = metric("mean_turnaround_time");
    sum += found;
    squares += found * found;
  }
  const double mean = sum / seeds, exact = model.turnaround(),
               error = std::sqrt((squares / seeds - mean * mean) / (seeds - 1));
  EXPECT_NEAR(mean, exact, 3 * error);
  EXPECT_LT(error, exact / 100);
}

INSTANTIATE_TEST_SUITE_P(Models, ClosedLoopTheory,
                         ::testing::Values(Repair{10, 3, 200, 100}, Repair{5, 1, 300, 60},
                                           Repair{8, 8, 50, 100}));

// With 8 nodes for 8 users nobody waits: the turnaround is the run time, and X = N / (Z + S), the asymptotic
// bound of few users. The other bound is c / S.
TEST(MachineRepair, KeepsTheBoundsOfThroughput) {
  EXPECT_NEAR((Repair{8, 8, 50, 100}.turnaround()), 100, 1e-9);
  for (int users = 1; users <= 40; ++users) {
    const Repair model{users, 3, 200, 100};
    EXPECT_LE(model.throughput(), std::min(users / 300.0, 3 / 100.0) * (1 + 1e-12)) << users;
  }
}

/// Three jobs, an idle cluster from 40 on, and three more at 100.
const std::string header = "; MaxNodes: 4\n";
std::string line(int number, int submitted, int run_time, int size) {
  return std::to_string(number) + " " + std::to_string(submitted) + " -1 " + std::to_string(run_time) + " " +
         std::to_string(size) + " -1 -1 " + std::to_string(size) + " " + std::to_string(run_time) +
         " -1 1 7 -1 -1 -1 -1 -1 -1\n";
}

// Nothing runs or waits at 100, so that the two windows that meet there are the whole.
TEST_F(BatchProgram, WindowsThatMeetAtAnIdleInstantAreTheWhole) {
  write_text(folder_ / "x.swf", header + line(1, 0, 20, 4) + line(2, 5, 10, 3) + line(3, 6, 15, 1) +
                                    line(4, 100, 20, 4) + line(5, 105, 10, 3) + line(6, 106, 15, 1));
  star(4);
  const auto rows = [&](const std::string& window, const std::string& out) {
    const auto said =
        run_shell("$MALHA simulate -w x.swf " + platform_ + " -d cluster.easy_backfill -o " + out + window,
                  folder_.path());
    EXPECT_EQ(said.status, 0) << said.err;
    const auto text = text_of(folder_ / out / "jobs.csv");
    return text.substr(text.find('\n') + 1);
  };
  const auto whole = rows("", "whole");
  EXPECT_EQ(rows(" --set workload.until=100", "first") + rows(" --set workload.from=100", "second"), whole);
  EXPECT_EQ(rows(" --set workload.jobs=3", "three") + rows(" --set workload.first=3", "others"), whole);
}

} // namespace closed_loop_test
} // namespace malha::testing
