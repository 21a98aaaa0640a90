// SPDX-License-Identifier: MIT
#include "generating.hpp"
#include "policies/sdk/errors.hpp"

#include <boost/math/special_functions/gamma.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace malha {
namespace lublin_test {

using namespace testing;

std::vector<Job> lublin_jobs(const Settings& settings, std::uint64_t seed = 1) {
  return jobs_of("lublin", settings, seed);
}
bool is_power_of_two(int size) { return (size & (size - 1)) == 0; }

struct Sample {
  double mean = 0;
  double variance = 0;
  double count = 0;

  explicit Sample(const std::vector<double>& values) : count(static_cast<double>(values.size())) {
    for (const double value : values)
      mean += value / count;
    for (const double value : values)
      variance += (value - mean) * (value - mean) / (count - 1);
  }
  double error_of_mean() const { return std::sqrt(variance / count); }
};

/// Standard error of a share among that many.
double error_of_share(double share, std::size_t count) {
  return std::sqrt(share * (1 - share) / static_cast<double>(count));
}

/// The probability of a logarithm of a parallel size below x, on 128 nodes: uniform from 0.8 to 7 - 2.5 with
/// probability 0.86, else from there to 7.
double below(double x) {
  return 0.86 * std::clamp((x - 0.8) / (4.5 - 0.8), 0.0, 1.0) +
         0.14 * std::clamp((x - 4.5) / (7 - 4.5), 0.0, 1.0);
}

/// The probability that 2 to that logarithm rounds to the size.
double rounds_to(int size) { return below(std::log2(size + 0.5)) - below(std::log2(size - 0.5)); }

TEST(Lublin, SharesOfSerialJobsAndOfPowersOfTwo) {
  const auto jobs = lublin_jobs({{"jobs", "200000"}});
  double serial = 0, powers = 0;
  for (const Job& job : jobs) {
    serial += size_of(job) == 1;
    powers += size_of(job) > 1 && is_power_of_two(size_of(job));
  }
  const auto count = static_cast<double>(jobs.size());
  EXPECT_NEAR(serial / count, 0.244, 5 * error_of_share(0.244, jobs.size()));
  // Those that are powers of two by intent, and of the others, 1 - 0.244 - 0.576 = 0.18, those that round to
  // one.
  double share = 0.576;
  for (int size = 2; size <= 128; size *= 2)
    share += 0.18 * rounds_to(size);
  EXPECT_NEAR(powers / count, share, 5 * error_of_share(share, jobs.size()));
}

TEST(Lublin, PowersOfTwoHaveRoundedLogarithms) {
  const auto jobs = lublin_jobs({{"jobs", "200000"}});
  std::map<int, double> found;
  for (const Job& job : jobs)
    ++found[size_of(job)];
  // A logarithm rounds to k in [k - 0.5, k + 0.5): with 0.576 that is the job's; with 0.18 the size is
  // rounded.
  for (int k = 1; k <= 7; ++k) {
    const int size = 1 << k;
    const double share = 0.576 * (below(k + 0.5) - below(k - 0.5)) + 0.18 * rounds_to(size);
    EXPECT_NEAR(found[size] / static_cast<double>(jobs.size()), share, 5 * error_of_share(share, jobs.size()))
        << size;
  }
  EXPECT_EQ(found.rbegin()->first, 128);
}

TEST(Lublin, MeanLogarithmOfSizesThatAreNoPowersOfTwo) {
  std::vector<double> logarithms;
  for (const Job& job : lublin_jobs({{"jobs", "200000"}}))
    if (!is_power_of_two(size_of(job)))
      logarithms.push_back(std::log2(size_of(job)));
  // Only the 0.18 that are of any size come to these: sum of log2(n) * P(n) over sum of P(n).
  double expected = 0, share = 0;
  for (int size = 3; size < 128; ++size)
    if (!is_power_of_two(size)) {
      expected += std::log2(size) * rounds_to(size);
      share += rounds_to(size);
    }
  const Sample sample(logarithms);
  EXPECT_NEAR(sample.mean, expected / share, 5 * sample.error_of_mean());
  // 0.18 of the jobs, less those that round to powers of two.
  EXPECT_NEAR(sample.count / 200000, 0.18 * share, 5 * error_of_share(0.18 * share, 200000));
}

TEST(Lublin, SmallMachinesHaveJobsThatFit) {
  for (const int nodes : {2, 3, 8, 100}) {
    int largest = 0;
    for (const Job& job : lublin_jobs({{"jobs", "20000"}, {"nodes", std::to_string(nodes)}})) {
      EXPECT_GE(size_of(job), 1);
      largest = std::max(largest, size_of(job));
    }
    EXPECT_EQ(largest, nodes);
  }
}

/// The first two moments of a mixture of gammas, redrawn above a limit c. Of gamma(a, b) with cumulative
/// distribution P(a, x / b), the part below c has E[x] = a b P(a + 1, c / b) and E[x^2] = a (a + 1) b^2 P(a +
/// 2, c / b).
struct Moments {
  double probability = 0; ///< of not being redrawn
  double first = 0;
  double second = 0;

  void add(double share, double a, double b, double limit) {
    probability += share * boost::math::gamma_p(a, limit / b);
    first += share * a * b * boost::math::gamma_p(a + 1, limit / b);
    second += share * a * (a + 1) * b * b * boost::math::gamma_p(a + 2, limit / b);
  }
  double mean() const { return first / probability; }
  double variance() const { return second / probability - mean() * mean(); }
};

/// Of the logarithms of run times; `slack` is for their mean's change by rounding to whole seconds. What
/// moves lies about 4 below the mean, and changes the variance by 2 * 4 times that.
void expect_moments(const std::vector<double>& logarithms, double share_of_short_ones, double slack) {
  Moments expected;
  expected.add(share_of_short_ones, 4.2, 0.94, 12);
  expected.add(1 - share_of_short_ones, 312, 0.03, 12);
  const Sample sample(logarithms);
  ASSERT_GT(sample.count, 1000);
  EXPECT_NEAR(sample.mean, expected.mean(), 5 * sample.error_of_mean() + slack);
  std::vector<double> squares;
  for (const double logarithm : logarithms)
    squares.push_back((logarithm - sample.mean) * (logarithm - sample.mean));
  const Sample spread(squares);
  EXPECT_NEAR(spread.mean, expected.variance(), 5 * spread.error_of_mean() + 2 * 4 * slack);
}

TEST(Lublin, MomentsOfTheLogarithmOfRunTimesGivenTheSize) {
  std::map<int, std::vector<double>> logarithms;
  for (const Job& job : lublin_jobs({{"jobs", "200000"}}))
    logarithms[size_of(job)].push_back(std::log(length_of(job)));
  // Rounding to n seconds moves a logarithm by up to 0.5 / n, to either side alike once n is large. One in a
  // hundred logarithms is below 0.9, where n is 1 or 2, so the mean moves by less than 0.01 * 0.5.
  constexpr double slack = 0.005;
  // -0.0054 * size + 0.78
  expect_moments(logarithms[1], 0.7746, slack);
  expect_moments(logarithms[8], 0.7368, slack);
  expect_moments(logarithms[32], 0.6072, slack);
  expect_moments(logarithms[128], 0.0888, slack);
}

TEST(Lublin, VeryLargeJobsAreAllLong) {
  std::vector<double> logarithms;
  for (const Job& job : lublin_jobs({{"jobs", "100000"}, {"nodes", "1024"}}))
    if (size_of(job) > 144)
      logarithms.push_back(std::log(length_of(job)));
  // 0.78 / 0.0054 = 144.4: above it, no job is of the short kind. Mean 312 * 0.03 = 9.36, variance 312 *
  // 0.03^2 = 0.2808, the limit five standard deviations away, whole seconds a part in ten thousand of the
  // lengths.
  const Sample sample(logarithms);
  ASSERT_GT(sample.count, 1000);
  EXPECT_NEAR(sample.mean, 9.36, 5 * sample.error_of_mean());
  // The variance of a nearly normal sample has the standard error variance * sqrt(2 / count).
  EXPECT_NEAR(sample.variance, 0.2808, 5 * 0.2808 * std::sqrt(2 / sample.count));
}

TEST(Lublin, RunTimesAreWholeSecondsBelowTheLimit) {
  for (const Job& job : lublin_jobs({{"jobs", "100000"}})) {
    EXPECT_EQ(length_of(job), std::floor(length_of(job)));
    // exp(12) = 162754.8, rounded.
    EXPECT_TRUE(length_of(job) >= 1 && length_of(job) <= 162755) << length_of(job);
  }
}

double activity_below(double bucket) { return boost::math::gamma_p(8.1737, bucket / 3.9631); }

/// The share of a day's jobs in the 48 buckets of half an hour since midnight: bucket 10, 05:00, is the 11th,
/// and the day of the model goes from there to the 58th, around i each from i - 0.5 to i + 0.5.
double share_of_bucket(int bucket) {
  const int i = bucket >= 10 ? bucket + 1 : bucket + 49;
  return (activity_below(i + 0.5) - activity_below(i - 0.5)) / (activity_below(58.5) - activity_below(10.5));
}

int bucket_of(Seconds date) { return static_cast<int>(std::fmod(date, 86400) / 1800); }

/// Gaps between jobs are of very different lengths, so the standard error is that between parts of the
/// sequence.
void expect_share_of_hour(const std::vector<Job>& jobs, int hour) {
  constexpr std::size_t parts = 50;
  const std::size_t length = jobs.size() / parts;
  std::vector<double> shares(parts, 0.0);
  for (std::size_t i = 0; i < parts * length; ++i)
    shares[i / length] += (bucket_of(jobs[i].submitted) / 2 == hour) / static_cast<double>(length);
  const Sample sample(shares);
  EXPECT_NEAR(sample.mean, share_of_bucket(2 * hour) + share_of_bucket(2 * hour + 1),
              5 * sample.error_of_mean())
      << hour;
  EXPECT_LT(sample.error_of_mean(), 0.1 * sample.mean) << "too few jobs to tell";
}

TEST(Lublin, SharesOfTheHoursOfTheDay) {
  const auto jobs = lublin_jobs({{"jobs", "400000"}});
  // The mode of gamma(8.1737, 3.9631) is 7.1737 * 3.9631 = 28.4, in the bucket of 13:30: hours 13 and 14 are
  // the busiest, 04:00 and 05:00, its two ends, the quietest.
  for (const int hour : {4, 5, 9, 13, 14, 20})
    expect_share_of_hour(jobs, hour);
}

/// Time on the clock of activity since the first midnight.
double activity_until(Seconds date) {
  static const std::vector<double> shares = [] {
    std::vector<double> all;
    for (int bucket = 0; bucket < 48; ++bucket)
      all.push_back(share_of_bucket(bucket));
    return all;
  }();
  const int bucket = bucket_of(date);
  const double earlier = std::accumulate(shares.begin(), shares.begin() + bucket, 0.0);
  const double in_bucket = std::fmod(date, 1800) / 1800 * shares[static_cast<std::size_t>(bucket)];
  return 86400 * (std::floor(date / 86400) + earlier + in_bucket);
}

TEST(Lublin, MomentsOfTheLogarithmOfInterarrivalTimesOnTheClockOfActivity) {
  std::vector<double> logarithms;
  double before = 0;
  for (const Job& job : lublin_jobs({{"jobs", "50000"}})) {
    const double now = activity_until(job.submitted);
    if (now > before)
      logarithms.push_back(std::log(now - before));
    before = now;
  }
  // gamma(10.2303 * 1.0225, 0.4871), redrawn above 13. Whole seconds move a gap of x, mean e^5, by less than
  // one second times a speed below 3, to either side: E[ln(x + e) - ln x] = -E[e^2] / (2 x^2), with E[e^2] <
  // 9 / 6 and E[1 / x^2] = (1 + 2 * 0.4871)^-10.46 = 0.0008 less than 0.001.
  Moments expected;
  expected.add(1, 10.2303 * 1.0225, 0.4871, 13);
  const Sample sample(logarithms);
  EXPECT_GT(sample.count, 49900);
  // Above 12 lies 1 - P(10.46, 12 / 0.4871) = 0.0004 of the distribution, of 50000 some 22; none above 13 and
  // a second.
  const double longest = *std::max_element(logarithms.begin(), logarithms.end());
  EXPECT_TRUE(longest > 12 && longest < 13.0001) << longest;
  EXPECT_NEAR(sample.mean, expected.mean(), 5 * sample.error_of_mean() + 0.001);
  // Kurtosis of gamma(a): 3 + 6 / a = 3.6, so the standard error is variance * sqrt(2.6 / count).
  EXPECT_NEAR(sample.variance, expected.variance(),
              5 * expected.variance() * std::sqrt(2.6 / sample.count) + 0.002);
}

double offered_load(const std::vector<Job>& jobs, int nodes) {
  double work = 0;
  for (const Job& job : jobs)
    work += size_of(job) * length_of(job);
  return work / (nodes * (jobs.back().submitted - jobs.front().submitted));
}

TEST(Lublin, HasTheLoadThatIsAskedFor) {
  for (const double load : {0.3, 0.9, 1.5}) {
    const auto jobs = lublin_jobs({{"jobs", "2000"}, {"nodes", "64"}, {"load", std::to_string(load)}});
    const Seconds span = jobs.back().submitted - jobs.front().submitted;
    // Dates are rounded down, so the span is less than a second off, and the load by that part of itself.
    EXPECT_NEAR(offered_load(jobs, 64), load, load / (span - 1));
  }
}

/// The jobs of each user, in their order.
std::map<std::string, std::vector<Job>> by_user(const std::vector<Job>& jobs) {
  std::map<std::string, std::vector<Job>> users;
  for (const Job& job : jobs)
    users[job.user].push_back(job);
  return users;
}

TEST(Lublin, HasNoUsersUnlessTheyAreAskedFor) {
  const auto alone = lublin_jobs({{"jobs", "500"}}),
             with_users = lublin_jobs({{"jobs", "500"}, {"users", "3"}});
  EXPECT_EQ(by_user(alone).begin()->first, "");
  EXPECT_EQ(by_user(alone).size(), 1U);
  // Without repetitions users change nothing else.
  for (std::size_t i = 0; i < alone.size(); ++i) {
    EXPECT_EQ(alone[i].submitted, with_users[i].submitted);
    EXPECT_EQ(size_of(alone[i]), size_of(with_users[i]));
    EXPECT_EQ(length_of(alone[i]), length_of(with_users[i]));
  }
}

// Each of 4 users has a quarter of the jobs. With 5 repetitions in the mean, a job is of another kind than
// the one before with probability 1 / 5. Kinds differ but by chance: a size and a run time are rarely drawn
// twice on end, most often 1 node for 1 s, with a probability of less than 0.01.
TEST(Lublin, UsersRepeatTheirJobs) {
  const auto users = by_user(lublin_jobs({{"jobs", "40000"}, {"users", "4"}, {"repeats", "5"}}));
  ASSERT_EQ(users.size(), 4U);
  std::size_t changes = 0, pairs = 0;
  for (const auto& [name, jobs] : users) {
    EXPECT_NEAR(static_cast<double>(jobs.size()) / 40000, 0.25, 5 * error_of_share(0.25, 40000)) << name;
    for (std::size_t i = 1; i < jobs.size(); ++i)
      changes += size_of(jobs[i]) != size_of(jobs[i - 1]) || length_of(jobs[i]) != length_of(jobs[i - 1]);
    pairs += jobs.size() - 1;
  }
  EXPECT_NEAR(static_cast<double>(changes) / static_cast<double>(pairs), 0.2,
              5 * error_of_share(0.2, pairs) + 0.2 * 0.01);
}

// Run times of a kind are uniform within 10 % of the first one: over many repetitions of one kind, the
// shortest and the longest are near the ends.
TEST(Lublin, RunTimesOfRepeatedJobsVary) {
  const auto jobs =
      lublin_jobs({{"jobs", "2000"}, {"users", "1"}, {"repeats", "1000000"}, {"variation", "10"}});
  const double first = length_of(jobs.front());
  ASSERT_GT(first, 100); // so that whole seconds do not matter much
  double shortest = first, longest = first;
  for (const Job& job : jobs) {
    EXPECT_EQ(size_of(job), size_of(jobs.front()));
    shortest = std::min(shortest, length_of(job));
    longest = std::max(longest, length_of(job));
  }
  EXPECT_NEAR(shortest / first, 0.9, 0.01);
  EXPECT_NEAR(longest / first, 1.1, 0.01);
}

TEST(Lublin, HasTheLoadThatIsAskedForWithUsersToo) {
  const auto jobs = lublin_jobs({{"jobs", "2000"},
                                 {"nodes", "64"},
                                 {"load", "0.8"},
                                 {"users", "10"},
                                 {"repeats", "8"},
                                 {"variation", "20"}});
  EXPECT_NEAR(offered_load(jobs, 64), 0.8, 0.001);
}

TEST(Lublin, StretchingForALoadChangesNothingButDates) {
  const auto natural = lublin_jobs({{"jobs", "500"}}),
             stretched = lublin_jobs({{"jobs", "500"}, {"load", "0.5"}});
  const double stretch = (stretched.back().submitted - stretched.front().submitted) /
                         (natural.back().submitted - natural.front().submitted);
  for (std::size_t i = 0; i < natural.size(); ++i) {
    EXPECT_EQ(size_of(natural[i]), size_of(stretched[i]));
    EXPECT_EQ(length_of(natural[i]), length_of(stretched[i]));
    // The date that was stretched is up to a second later than the one seen; the result is rounded down as
    // well. The stretch itself is seen through dates of whole seconds, four of them over the span.
    EXPECT_NEAR(stretched[i].submitted, natural[i].submitted * stretch, 2 * (1 + stretch));
  }
}

TEST(Lublin, JobsCarryTheirLengthsAndAreInOrder) {
  JobId id = 0;
  Seconds before = 0;
  for (const Job& job : lublin_jobs({{"jobs", "5000"}, {"load", "2"}, {"estimates", "factor:1.37"}})) {
    EXPECT_EQ(job.id, ++id);
    EXPECT_GE(job.submitted, before);
    EXPECT_EQ(job.submitted, std::floor(job.submitted));
    before = job.submitted;
    ASSERT_EQ(job.tasks.size(), 1u);
    EXPECT_EQ(job.tasks.front().reference_speed, generated_at);
    EXPECT_EQ(job.tasks.front().work, length_of(job) * generated_at);
    EXPECT_EQ(job.walltime, std::ceil(1.37 * length_of(job)));
  }
  EXPECT_EQ(id, 5000);
}

TEST(Lublin, GivesTheSameJobsForTheSameSeed) {
  const auto first = lublin_jobs({{"jobs", "300"}}, 7), second = lublin_jobs({{"jobs", "300"}}, 7);
  const auto other = lublin_jobs({{"jobs", "300"}}, 8);
  int different = 0;
  for (std::size_t i = 0; i < first.size(); ++i) {
    EXPECT_EQ(first[i].submitted, second[i].submitted);
    EXPECT_EQ(size_of(first[i]), size_of(second[i]));
    EXPECT_EQ(length_of(first[i]), length_of(second[i]));
    EXPECT_EQ(first[i].walltime, length_of(first[i]));
    different += first[i].submitted != other[i].submitted;
  }
  EXPECT_GT(different, 290);
}

TEST(Lublin, DrawsEstimatesAndSizesApartFromTheRest) {
  const auto exact = lublin_jobs({{"jobs", "300"}}),
             uniform = lublin_jobs({{"jobs", "300"}, {"estimates", "uniform:5"}});
  const auto on_more_nodes = lublin_jobs({{"jobs", "300"}, {"nodes", "4096"}});
  int different = 0;
  for (std::size_t i = 0; i < exact.size(); ++i) {
    EXPECT_EQ(exact[i].submitted, uniform[i].submitted);
    EXPECT_EQ(size_of(exact[i]), size_of(uniform[i]));
    EXPECT_EQ(length_of(exact[i]), length_of(uniform[i]));
    different += exact[i].walltime != uniform[i].walltime;
    EXPECT_EQ(exact[i].submitted, on_more_nodes[i].submitted);
  }
  EXPECT_GT(different, 200);
}

std::string refusal(const Settings& settings) {
  try {
    lublin_jobs(settings);
    return "accepted";
  } catch (const InputError& error) {
    return error.what();
  }
}

TEST(Lublin, RefusesWhatItCannotGive) {
  EXPECT_EQ(refusal({{"estimates", "user"}}),
            "setting workload.estimates=user: the model has no users who estimate; "
            "valid: exact, factor:f, uniform:f, same:s");
  EXPECT_EQ(refusal({{"jobs", "1"}, {"load", "0.5"}}),
            "setting workload.load=0.5: valid with at least 2 jobs, or 0");
  EXPECT_EQ(lublin_jobs({{"jobs", "1"}}).size(), 1u);
  EXPECT_EQ(refusal({{"repeats", "2"}}),
            "setting workload.repeats=2: jobs without users have no repetitions; valid: 1, or with "
            "workload.users above 0");
  EXPECT_EQ(refusal({{"users", "2"}, {"variation", "5"}}),
            "setting workload.variation=5: jobs that are not repeated do not vary; valid: 0, or with "
            "workload.repeats above 1");
}

} // namespace lublin_test
} // namespace malha
