// SPDX-License-Identifier: MIT
// How often intervals hold the truth: those of a resampled trace, and batch means of one long run. Every
// trace is simulated by a plain first-come-first-served queue, which shares no code with the program's
// schedulers.
#include "generating.hpp"
#include "results/statistics/batch_means.hpp"
#include "scenarios/workload/files/resample.hpp"

#include <boost/random/exponential_distribution.hpp>
#include <boost/random/uniform_int_distribution.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <queue>

namespace malha::testing {
namespace confidence_test {

constexpr Seconds week = 604800;
constexpr int resamples = 30;

class Listed : public JobSource {
public:
  explicit Listed(std::vector<Job> jobs) : jobs_(std::move(jobs)) {}
  std::optional<Job> next() override {
    return next_ == jobs_.size() ? std::nullopt : std::optional(jobs_[next_++]);
  }

private:
  std::vector<Job> jobs_;
  std::size_t next_ = 0;
};

/// Waiting times of rigid jobs in order of submission, which start in that order on so many nodes.
std::vector<double> waits_of(const std::vector<Job>& jobs, int nodes) {
  using End = std::pair<Seconds, int>;
  std::priority_queue<End, std::vector<End>, std::greater<>> running;
  int free = nodes;
  Seconds now = 0;
  std::vector<double> waits;
  for (const auto& job : jobs) {
    now = std::max(now, job.submitted);
    while (!running.empty() && (running.top().first <= now || free < size_of(job))) {
      now = std::max(now, running.top().first);
      free += running.top().second;
      running.pop();
    }
    free -= size_of(job);
    running.push({now + length_of(job), size_of(job)});
    waits.push_back(now - job.submitted);
  }
  return waits;
}

double mean(const std::vector<double>& values) { return mean_with_interval(values).mean; }

double mean_wait(const std::vector<Job>& jobs, int nodes) { return mean(waits_of(jobs, nodes)); }

/// The share of the nodes that the jobs need.
double load_of(const std::vector<Job>& jobs, int nodes, Seconds length) {
  double sum = 0;
  for (const auto& job : jobs)
    sum += length_of(job) * size_of(job);
  return sum / (nodes * length);
}

std::vector<Job> resample_of(const std::vector<Job>& trace, std::uint64_t seed) {
  RandomStreams random(seed);
  ResampledSource source(std::make_unique<Listed>(trace), random, "");
  std::vector<Job> jobs;
  while (auto job = source.next())
    jobs.push_back(std::move(*job));
  return jobs;
}

bool holds(const MeanWithInterval& mean, double truth) { return *mean.low <= truth && truth <= *mean.high; }

/// In how many of all traces an interval holds the truth.
struct Coverage {
  double load = 0;            ///< mean_of_resamples, of the load
  double waiting = 0;         ///< the same, of the mean waiting time
  double waiting_by_mean = 0; ///< as if resamples were independent traces
};

Coverage coverage_of(const std::vector<std::vector<Job>>& traces, int nodes, Seconds length, double load,
                     double waiting) {
  Coverage found;
  const double share = 1 / static_cast<double>(traces.size());
  std::uint64_t seed = 0;
  for (const auto& trace : traces) {
    std::vector<double> loads, waits;
    for (int i = 0; i < resamples; ++i) {
      const auto jobs = resample_of(trace, seed++);
      loads.push_back(load_of(jobs, nodes, length));
      waits.push_back(mean_wait(jobs, nodes));
    }
    found.load += holds(mean_of_resamples(loads), load) * share;
    found.waiting += holds(mean_of_resamples(waits), waiting) * share;
    found.waiting_by_mean += holds(mean_with_interval(waits), waiting) * share;
  }
  return found;
}

/// Users that know nothing of each other and submit at random: jobs of one node and some hour each.
std::vector<Job> independent_users(int users, int weeks, double load, int nodes, std::uint64_t seed) {
  constexpr Seconds mean_length = 3600;
  RandomStreams random(seed);
  auto& stream = random.stream("jobs");
  boost::random::exponential_distribution<> gap(load * nodes / mean_length / users), length(1 / mean_length);
  std::vector<Job> jobs;
  for (int user = 0; user < users; ++user)
    for (Seconds date = gap(stream); date < weeks * week; date += gap(stream)) {
      Job job;
      job.submitted = date;
      job.user = "user-" + std::to_string(user);
      job.tasks.emplace_back();
      job.tasks.front().length = length(stream);
      jobs.push_back(std::move(job));
    }
  std::stable_sort(jobs.begin(), jobs.end(),
                   [](const auto& a, const auto& b) { return a.submitted < b.submitted; });
  return jobs;
}

// What the method asks for: users are independent, and there are several. The truth of the load is what it
// was made for; that of the waiting time is the mean over 2000 other traces.
TEST(ConfidenceDifferential, ResamplingHoldsTheTruthWhereUsersAreIndependent) {
  constexpr int users = 40, weeks = 2, nodes = 8;
  constexpr double load = 0.7;
  std::vector<double> waits;
  for (std::uint64_t seed = 0; seed < 2000; ++seed)
    waits.push_back(mean_wait(independent_users(users, weeks, load, nodes, 100000 + seed), nodes));
  std::vector<std::vector<Job>> traces;
  for (std::uint64_t seed = 0; seed < 200; ++seed)
    traces.push_back(independent_users(users, weeks, load, nodes, seed));
  const auto found = coverage_of(traces, nodes, weeks * week, load, mean(waits));
  std::cout << "independent users: load " << found.load << ", waiting " << found.waiting << ", by mean "
            << found.waiting_by_mean << '\n';
  EXPECT_NEAR(found.load, 0.95, 0.03);
  EXPECT_NEAR(found.waiting, 0.95, 0.03);
  EXPECT_LT(found.waiting_by_mean, 0.5);
}

/// One long run of Lublin's model, cut into traces of so many weeks. It has no users: each job gets one
/// of 40.
std::vector<std::vector<Job>> cut_lublin(int jobs, int weeks) {
  std::vector<std::vector<Job>> traces(1);
  RandomStreams random(99);
  boost::random::uniform_int_distribution<int> user(1, 40);
  for (auto& job : jobs_of("lublin", {{"jobs", std::to_string(jobs)}, {"load", "0.35"}})) {
    const auto which = static_cast<std::size_t>(job.submitted / (weeks * week));
    if (which >= traces.size())
      traces.resize(which + 1);
    job.submitted -= static_cast<double>(which) * weeks * week;
    job.user = std::to_string(user(random.stream("users")));
    traces[which].push_back(std::move(job));
  }
  traces.pop_back(); // is not complete
  return traces;
}

// Lublin's jobs come in bursts, and a burst is one for all users: histories that move apart take it to
// pieces, so that resamples spread less than traces do. The waiting time, of few long bursts, suffers most.
TEST(ConfidenceDifferential, ResamplingOfLublinIsTooNarrow) {
  constexpr int weeks = 4;
  const auto traces = cut_lublin(300000, weeks);
  std::vector<double> loads, waits;
  for (const auto& trace : traces) {
    loads.push_back(load_of(trace, generated_for, weeks * week));
    waits.push_back(mean_wait(trace, generated_for));
  }
  const auto found = coverage_of(traces, generated_for, weeks * week, mean(loads), mean(waits));
  std::cout << "Lublin: " << traces.size() << " traces, load " << found.load << ", waiting " << found.waiting
            << ", by mean " << found.waiting_by_mean << '\n';
  EXPECT_LT(found.load, 0.92);
  EXPECT_LT(found.waiting, found.load);
  EXPECT_LT(found.waiting_by_mean, found.waiting);
}

TEST(ConfidenceDifferential, BatchMeansHoldTheTruthInLongRuns) {
  constexpr int nodes = 8, jobs = 20000;
  constexpr double load = 0.7;
  const auto waits = [](std::uint64_t seed, int weeks) {
    return waits_of(independent_users(1, weeks, load, nodes, seed), nodes);
  };
  const double truth = mean(waits(7, 3000)); // 2.8 million jobs
  double held = 0;
  constexpr int runs = 400;
  for (std::uint64_t seed = 0; seed < runs; ++seed) {
    auto values = waits(1000 + seed, 23); // 20 000 jobs take some 21.3 weeks
    ASSERT_GE(values.size(), static_cast<std::size_t>(jobs));
    values.resize(jobs);
    held += (holds(batch_means(values, 20).mean, truth) ? 1.0 : 0.0) / runs;
  }
  std::cout << "batch means: " << held << '\n';
  EXPECT_NEAR(held, 0.95, 0.03);
}

/// The share of the parts of so many jobs whose ten batch means hold the truth.
double held_in_parts(const std::vector<double>& waits, std::ptrdiff_t length, double truth) {
  double held = 0, parts = 0;
  for (auto begin = waits.begin(); waits.end() - begin >= length; begin += length, ++parts)
    held += holds(batch_means({begin, begin + length}, 10).mean, truth) ? 1 : 0;
  std::cout << "Lublin, batch means of " << length << " jobs: " << held / parts << " of " << parts << '\n';
  return held / parts;
}

// Its jobs come in bursts that last for hundreds of jobs: batches of 100 depend on each other, those of 1600
// hardly, and their means still lean.
TEST(ConfidenceDifferential, BatchMeansOfLublinNeedLongRuns) {
  const auto waits = waits_of(jobs_of("lublin", {{"jobs", "3200000"}, {"load", "0.35"}}), generated_for);
  const double truth = mean(waits);
  EXPECT_LT(held_in_parts(waits, 1000, truth), 0.8);
  EXPECT_GT(held_in_parts(waits, 16000, truth), 0.85);
  EXPECT_GT(held_in_parts(waits, 64000, truth), 0.85);
}

} // namespace confidence_test
} // namespace malha::testing
