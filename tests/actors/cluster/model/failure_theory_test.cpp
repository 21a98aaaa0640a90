// SPDX-License-Identifier: MIT
// One node that fails and is repaired after exponential times, against the formulas for it.
#include "failing_run.hpp"

#include <boost/random/exponential_distribution.hpp>
#include <gtest/gtest.h>

#include <cmath>

namespace malha::testing {
namespace failure_theory_test {

using conformance::rigid_job;

/// The mean and the standard deviation of that mean.
struct Estimate {
  double mean, deviation;
};

Estimate estimate_of(const std::vector<double>& values) {
  double sum = 0, squares = 0;
  for (const double value : values)
    sum += value;
  const auto number = static_cast<double>(values.size());
  for (const double value : values)
    squares += (value - sum / number) * (value - sum / number);
  return {sum / number, std::sqrt(squares / (number - 1) / number)};
}

/// The formula is within four standard deviations of the mean, which are at most `most` of it.
void expect_agrees(const Estimate& estimate, double formula, double most) {
  EXPECT_NEAR(estimate.mean, formula, 4 * estimate.deviation);
  EXPECT_LT(4 * estimate.deviation, most * formula) << "the runs say little";
}

constexpr Seconds mtbf = 1000, mttr = 100, work = 2000, cost = 20, restart = 30;

/// How long a job of 2000 s takes that leaves a checkpoint after each interval, a mean of 4000 runs.
Estimate time_of_job(const std::string& interval) {
  const auto policy = test::make<cluster::Checkpoint>("cluster/fixed_interval", {{"interval", interval}});
  std::vector<double> times;
  for (std::uint64_t seed = 1; seed <= 4000; ++seed) {
    RandomStreams random(seed);
    FailingRun run(1, failures_of_one_node(random, mtbf, mttr));
    run.leave_checkpoints(*policy, cost, restart);
    times.push_back(run.run({rigid_job(0, 0, 1, work)}).at(0).finish);
  }
  return estimate_of(times);
}

// A part of L seconds, computing and its checkpoint, must be done without a failure; after one the job
// restarts for R seconds and begins the part again. The first try ends after min(X, L), where X is the
// exponential time to a failure with mean M; its mean is M (1 - exp(-L/M)). It fails with the probability
// 1 - exp(-L/M). Then R + L seconds in a row are needed, which take M (exp((R + L)/M) - 1) in the mean. The
// sum is M (1 - exp(-L/M)) exp((R + L)/M) = M exp(R/M) (exp(L/M) - 1): this is daly2006, equation 20, for one
// part. Here W/t - 1 parts have L = t + C, and the last has no checkpoint, so that its L is t. The node fails
// at rate 1/M while it is up, so that E/M repairs of mean D come on top of E seconds up.
double time_by_formula(Seconds interval) {
  const double parts = work / interval;
  const auto part = [](Seconds length) {
    return mtbf * std::exp(restart / mtbf) * (std::exp(length / mtbf) - 1);
  };
  return ((parts - 1) * part(interval + cost) + part(interval)) * (1 + mttr / mtbf);
}

TEST(CheckpointTheory, AJobTakesAsLongAsDalysFormulaSays) {
  for (const std::string interval : {"50", "200", "500", "2000"})
    expect_agrees(time_of_job(interval), time_by_formula(std::stod(interval)), 0.06);
}

// Daly's equation 20 counts a checkpoint after the last part, too. It differs by this last one alone.
TEST(CheckpointTheory, DalysFormulaHasOneCheckpointMore) {
  const double daly = mtbf * std::exp(restart / mtbf) * (std::exp((200 + cost) / mtbf) - 1) * work / 200;
  const double last = mtbf * std::exp((restart + 200) / mtbf) * (std::exp(cost / mtbf) - 1);
  EXPECT_NEAR(time_by_formula(200) / (1 + mttr / mtbf), daly - last, 1e-9 * daly);
}

// Young's interval is sqrt(2 * 20 * 1000) = 200, and Daly's 187. The best of these divisors of 2000, by the
// formula, is 200; the runs agree that 50 and 1000 are worse by more than chance.
TEST(CheckpointTheory, TheBestIntervalIsThatOfYoungAndDaly) {
  const auto best = time_of_job("200");
  for (const std::string interval : {"50", "1000"}) {
    const auto other = time_of_job(interval);
    EXPECT_GT(other.mean - best.mean, 4 * (other.deviation + best.deviation)) << interval;
    EXPECT_GT(time_by_formula(std::stod(interval)), time_by_formula(200));
  }
}

/// Mean and second moment of a time.
struct Moments {
  double mean, second;
};

// Gaver's completion time (gaver1962, preemptive repeat) of a job of w seconds. It needs w seconds without a
// failure. A try succeeds with the probability q = exp(-w/M). The number N of failed tries is geometric, with
// mean (1 - q)/q and variance (1 - q)/q^2. A failed try takes Y = X + D: X is exponential with mean M under
// the condition X < w, so that E[X] = M - w q/(1 - q) and E[X^2] = 2 M^2 - q (w^2 + 2 M w)/(1 - q). D is
// exponential. So the mean is w + E[N] E[Y], and the variance E[N] Var[Y] + Var[N] E[Y]^2.
Moments completion_time(Seconds w, Seconds repair) {
  const double q = std::exp(-w / mtbf), tries = (1 - q) / q;
  const double x = mtbf - w * q / (1 - q);
  const double x_squared = 2 * mtbf * mtbf - q * (w * w + 2 * mtbf * w) / (1 - q);
  const double y = x + repair, variance_of_y = x_squared - x * x + repair * repair;
  const double mean = w + tries * y, variance = tries * variance_of_y + (1 - q) / (q * q) * y * y;
  return {mean, variance + mean * mean};
}

// The mean is also (M + D) (exp(w/M) - 1): as in `time_by_formula`, with one part and no restart.
TEST(FailingQueueTheory, HasTheCompletionTimesOfAFormula) {
  EXPECT_NEAR(completion_time(400, 100).mean, (mtbf + 100) * (std::exp(0.4) - 1), 1e-9);
}

// Jobs of 200 s come as a Poisson process of rate a to one node, which fails whether it computes or not.
// While it is busy it is an M/G/1 queue with the completion times S. A job that finds no other finds the node
// up at the end of the one before; until it comes, the node fails and is repaired at rates 1/M and 1/D, so
// that it is down then with the probability p = (1/M) / (a + 1/M + 1/D), and for an exponential time with
// mean D from there on. So the first service of a busy period is S0 = S + V with E[V] = p D, E[V^2] = 2 p
// D^2. For such queues (welch1964) the mean time from the arrival to the end is
//   a E[S^2] / (2 (1 - a E[S])) + a (E[S0^2] - E[S^2]) / (2 (1 + a (E[S0] - E[S]))) + E[S] + f E[V]
// where f = (1 - a E[S]) / (1 + a (E[S0] - E[S])) is the share of jobs that find no other. Without V this is
// the formula of Pollaczek and Khinchine.
double turnaround_by_formula(double rate, Seconds w, Seconds repair) {
  const auto s = completion_time(w, repair);
  const double p = (1 / mtbf) / (rate + 1 / mtbf + 1 / repair), v = p * repair;
  const double more = 2 * p * repair * repair + 2 * v * s.mean; // E[S0^2] - E[S^2]
  const double idle = (1 - rate * s.mean) / (1 + rate * v);
  return rate * s.second / (2 * (1 - rate * s.mean)) + rate * more / (2 * (1 + rate * v)) + s.mean + idle * v;
}

// The load a E[S] is 0.5, and a repair takes 500 s. The first 1000 of 20000 jobs do not count. The runs tell
// the formula from that of Pollaczek and Khinchine, under which nodes fail only while they compute.
TEST(FailingQueueTheory, WaitsAreThoseOfTheTheory) {
  const Seconds w = 200, repair = 500;
  const auto s = completion_time(w, repair);
  const double rate = 0.5 / s.mean;
  std::vector<double> means;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    RandomStreams random(seed);
    boost::random::exponential_distribution<Seconds> gap(rate);
    std::vector<Job> jobs;
    Seconds date = 0;
    for (JobId id = 0; id < 20000; ++id)
      jobs.push_back(rigid_job(id, date += gap(random.stream("arrivals")), 1, w));
    FailingRun run(1, failures_of_one_node(random, mtbf, repair));
    double sum = 0;
    for (const auto& row : run.run(jobs))
      sum += row.id >= 1000 ? row.finish - row.submitted : 0;
    means.push_back(sum / 19000);
  }
  const auto estimate = estimate_of(means);
  expect_agrees(estimate, turnaround_by_formula(rate, w, repair), 0.06);
  const double of_khinchine = rate * s.second / (2 * (1 - 0.5)) + s.mean;
  EXPECT_GT(estimate.mean - of_khinchine, 4 * estimate.deviation);
}

} // namespace failure_theory_test
} // namespace malha::testing
