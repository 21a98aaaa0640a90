// SPDX-License-Identifier: MIT
// One machine that sleeps, Poisson arrivals and exponential run times, first come first served: M/G/1 with
// setup times (welch1964, exceptional first service).
#include "actors/model/power/power_account.hpp"
#include "batch_run.hpp"

#include <boost/random/exponential_distribution.hpp>
#include <gtest/gtest.h>

#include <cmath>

namespace malha::testing {
namespace sleeping_theory_test {

constexpr Seconds mean_run_time = 100, shutdown_time = 7, boot_time = 150;
constexpr Watts idle = 95, busy = 200, off = 10, going = 110, booting = 120;

/// The machine of SimGrid's example energy-boot.
PowerProfile profile() {
  PowerProfile one;
  one.states = {{1e9, idle, idle, busy}};
  one.pstates = {0};
  one.off = off;
  one.shutdown = PowerSwitch{shutdown_time, going};
  one.boot = PowerSwitch{boot_time, booting};
  return one;
}

/// A mean turnaround time and a mean power.
struct Pair {
  Seconds turnaround;
  Watts power;
};

// S is how much later than on an idle machine the first job of a busy time starts: nothing if it comes before
// the timeout t is over, which it does with probability 1 - q, q = exp(-lambda t). Otherwise it is the boot D
// and what is left of the switch d, (d - Y)+ with Y exponential. With x = 1 - exp(-lambda d):
//   E[(d - Y)+] = d - x / lambda        E[((d - Y)+)^2] = d^2 - 2 d / lambda + 2 x / lambda^2
// The turnaround is that of M/G/1, s + lambda E[s^2] / (2 (1 - rho)) with E[s^2] = 2 s^2, and
// (2 E[S] + lambda E[S^2]) / (2 (1 + lambda E[S])). The machine computes for the share rho of the time. The
// rest consists of cycles of 1 / lambda + E[S]: (1 - q) / lambda of it idle, q d going, q exp(-lambda d) /
// lambda asleep, and q D booting.
Pair by_formula(double lambda, Seconds timeout) {
  const double rho = lambda * mean_run_time, q = std::exp(-lambda * timeout);
  const double d = shutdown_time, D = boot_time, x = 1 - std::exp(-lambda * d);
  const double rest = d - x / lambda, rest_squared = d * d - 2 * d / lambda + 2 * x / lambda / lambda;
  const double S = q * (D + rest), S_squared = q * (D * D + 2 * D * rest + rest_squared);
  const Seconds queue = lambda * 2 * mean_run_time * mean_run_time / (2 * (1 - rho));
  const Seconds setup = (2 * S + lambda * S_squared) / (2 * (1 + lambda * S));
  const Joules cycle = (1 - q) / lambda * idle + q * d * going + q * (1 - x) / lambda * off + q * D * booting;
  return {mean_run_time + queue + setup, rho * busy + (1 - rho) * cycle / (1 / lambda + S)};
}

/// Meters the power of the machine.
class MeteredRun : public conformance::QueueRun {
public:
  explicit MeteredRun(cluster::Queue& policy) : QueueRun(1, policy) { account_.add_host(profile(), 1, 1); }

  Pair measure(const std::vector<Job>& jobs) {
    run(jobs);
    account_.close(last_end_);
    return {turnaround_ / static_cast<double>(jobs.size()), account_.energy(0).total() / last_end_};
  }

private:
  void began(const cluster::LiveJob& job) override { account_.take(job.nodes, job.start); }
  void machine_turned(int machine, HostState state, Seconds now) override {
    account_.turn(machine, state, now);
  }
  void ended(const cluster::LiveJob& job, Seconds, Seconds end, FinalState) override {
    account_.give(job.nodes, end);
    turnaround_ += end - job.task.submitted;
    last_end_ = end;
  }

  PowerAccount account_;
  Seconds turnaround_ = 0, last_end_ = 0;
};

std::vector<Job> poisson_jobs(double lambda, int number, std::uint64_t seed) {
  RandomStreams random(seed);
  auto& engine = random.stream("jobs");
  boost::random::exponential_distribution<double> gap(lambda), run_time(1 / mean_run_time);
  std::vector<Job> jobs;
  Seconds date = 0;
  for (int id = 0; id < number; ++id) {
    date += gap(engine);
    jobs.push_back(conformance::rigid_job(id, date, 1, run_time(engine)));
  }
  return jobs;
}

/// The number is within four standard errors of the mean over seeds, which are at most `most` of it.
void expect_agrees(const std::vector<double>& values, double expected, double most) {
  double sum = 0, squares = 0;
  for (const double value : values)
    sum += value;
  const auto number = static_cast<double>(values.size());
  for (const double value : values)
    squares += (value - sum / number) * (value - sum / number);
  const double error = std::sqrt(squares / (number - 1) / number);
  EXPECT_NEAR(sum / number, expected, 4 * error);
  EXPECT_LT(4 * error, most * expected) << "the runs say little";
}

struct Setting {
  double lambda;
  Seconds timeout;
  Pair published; ///< computed apart from this program, by the same formulas
};

const std::vector<Setting> settings{{0.002, 0, {257.731296, 69.167642}},
                                    {0.005, 0, {317.938235, 129.562931}},
                                    {0.008, 0, {609.208538, 174.500346}},
                                    {0.002, 300, {206.312931, 87.309884}},
                                    {0.005, 300, {239.459421, 141.498669}},
                                    {0.008, 300, {519.667277, 178.189661}},
                                    {0.002, never, {125, 116}},
                                    {0.005, never, {200, 147.5}},
                                    {0.008, never, {500, 179}}};

class SleepingTheory : public ::testing::TestWithParam<Setting> {};

TEST_P(SleepingTheory, HasTheNumbersThatWereComputedApart) {
  const auto formula = by_formula(GetParam().lambda, GetParam().timeout);
  EXPECT_NEAR(formula.turnaround, GetParam().published.turnaround, 1e-6);
  EXPECT_NEAR(formula.power, GetParam().published.power, 1e-6);
}

TEST_P(SleepingTheory, TurnaroundAndPowerAreThoseOfTheFormula) {
  const auto& [lambda, timeout, published] = GetParam();
  std::vector<double> turnarounds, powers;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const auto queue = test::make<cluster::Queue>("cluster/fcfs");
    const auto sleep = test::make<cluster::Sleep>(
        "cluster/idle_timeout", {{"timeout", timeout < never ? std::to_string(timeout) : "1e9"}});
    MeteredRun run(*queue);
    if (sleep->sleeps())
      run.sleep = sleep.get();
    run.sleep_times = {{shutdown_time, boot_time, break_even(profile())}};
    const auto [turnaround, power] = run.measure(poisson_jobs(lambda, 200'000, seed));
    turnarounds.push_back(turnaround);
    powers.push_back(power);
  }
  expect_agrees(turnarounds, published.turnaround, 0.05);
  expect_agrees(powers, published.power, 0.01);
}

std::string name_of(const ::testing::TestParamInfo<Setting>& one) {
  const std::string timeout =
      one.param.timeout < never ? "off_after_" + std::to_string(static_cast<int>(one.param.timeout)) : "on";
  return std::to_string(std::lround(one.param.lambda * 1000)) + "_a_1000_s_" + timeout;
}

INSTANTIATE_TEST_SUITE_P(Of, SleepingTheory, ::testing::ValuesIn(settings), name_of);

} // namespace sleeping_theory_test
} // namespace malha::testing
