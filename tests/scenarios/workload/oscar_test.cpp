// SPDX-License-Identifier: MIT
#include "generating.hpp"
#include "policies/cluster/queue/oscarpbs/emergency.hpp"
#include "policies/sdk/errors.hpp"
#include "tests/support/thrown.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace malha::testing {
namespace oscar_test {

std::vector<Job> oscar_jobs(const Settings& settings, std::uint64_t seed = 1) {
  return jobs_of("oscar_batch", settings, seed);
}

/// A fragment as text: "4", "4:e", "4 on uff3".
std::string text_of(const Fragment& fragment) {
  return std::to_string(fragment.cpus) + (fragment.exclusive ? ":e" : "") +
         (fragment.machine.empty() ? "" : " on " + fragment.machine);
}

/// "8: 4 4".
std::string request_of(const Job& job) {
  std::string text = std::to_string(size_of(job)) + ":";
  for (const auto& fragment : job.fragments)
    text += " " + text_of(fragment);
  return text;
}

/// First jobs of the runs, as far as one can see: two runs may look like one, which is rare since lengths are
/// real numbers.
std::vector<Job> first_of_runs(const std::vector<Job>& jobs) {
  std::vector<Job> first;
  for (const Job& job : jobs)
    if (first.empty() || length_of(first.back()) != length_of(job))
      first.push_back(job);
  return first;
}

double share(const std::vector<Job>& jobs, bool (*is)(const Job&)) {
  return static_cast<double>(std::count_if(jobs.begin(), jobs.end(), is)) / static_cast<double>(jobs.size());
}

/// Five standard errors of a share among that many.
double error_of_share(double share, std::size_t count) {
  return 5 * std::sqrt(share * (1 - share) / static_cast<double>(count));
}

std::int64_t number_of(const std::vector<Job>& jobs, ServiceClass service) {
  return std::count_if(jobs.begin(), jobs.end(), [&](const Job& job) { return job.service == service; });
}

// section 6.1 of the thesis: 318 jobs of 8 users, mean run time 3410 s.
TEST(Oscar, HasTheNumbersOfTheExperimentsWithoutAnySetting) {
  const auto jobs = oscar_jobs({});
  ASSERT_EQ(jobs.size(), 318u);
  std::set<std::string> users;
  double sum = 0;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    const Job& job = jobs[i];
    EXPECT_EQ(job.id, static_cast<JobId>(i + 1));
    users.insert(job.user);
    sum += length_of(job);
    ASSERT_EQ(job.tasks.size(), 1u);
    EXPECT_EQ(job.walltime, length_of(job));
    EXPECT_GT(length_of(job), 0);
    EXPECT_EQ(job.tasks.front().reference_speed, generated_at);
    EXPECT_EQ(job.tasks.front().work, length_of(job) * generated_at);
    EXPECT_EQ(job.service, ServiceClass::common);
    EXPECT_EQ(job.deadline, std::nullopt);
    EXPECT_TRUE(i == 0 ? job.submitted == 0 : job.submitted > jobs[i - 1].submitted);
  }
  EXPECT_EQ(users,
            (std::set<std::string>{"user1", "user2", "user3", "user4", "user5", "user6", "user7", "user8"}));
  // A sum of 318 numbers, each rounded twice, has 11 bits less than the 53 of a double.
  EXPECT_NEAR(sum / 318, 3410, 3410 * std::exp2(-42));
}

TEST(Oscar, RunsAskForTheSameAndEndAtTheirLongest) {
  const auto jobs = oscar_jobs({{"jobs", "20000"}, {"longest_run", "3"}});
  std::map<std::size_t, int> runs;
  std::size_t length = 1;
  for (std::size_t i = 1; i < jobs.size(); ++i) {
    const bool same_run = length_of(jobs[i]) == length_of(jobs[i - 1]);
    if (same_run) {
      EXPECT_EQ(request_of(jobs[i]), request_of(jobs[i - 1]));
      EXPECT_EQ(jobs[i].user, jobs[i - 1].user);
    } else {
      ++runs[length];
    }
    length = same_run ? length + 1 : 1;
  }
  // Uniform from 1 to 3, mean 2, so some 10000 runs.
  const double all = runs[1] + runs[2] + runs[3];
  EXPECT_EQ(runs.size(), 3u);
  for (const std::size_t one : {1u, 2u, 3u})
    EXPECT_NEAR(runs[one] / all, 1.0 / 3, error_of_share(1.0 / 3, static_cast<std::size_t>(all)));
}

TEST(Oscar, SharesOfShapes) {
  const auto runs = first_of_runs(oscar_jobs({{"jobs", "100000"}}));
  ASSERT_GT(runs.size(), 20000u); // runs of 4.5 jobs in the mean
  // A run of one free CPU is the one without fragments: 0.3 / 6. Those of 1 to 6 CPUs in one fragment are the
  // narrow ones, those of 8 in one the whole ones.
  EXPECT_NEAR(share(runs, [](const Job& job) { return job.fragments.empty(); }), 0.05,
              error_of_share(0.05, runs.size()));
  EXPECT_NEAR(share(runs, [](const Job& job) { return job.fragments.size() <= 1 && size_of(job) <= 6; }), 0.3,
              error_of_share(0.3, runs.size()));
  EXPECT_NEAR(share(runs, [](const Job& job) { return job.fragments.size() == 1 && size_of(job) == 8; }), 0.2,
              error_of_share(0.2, runs.size()));
  // Of the others, 0.5, a seventh has each number of fragments from 2 to 8, a third each size.
  EXPECT_NEAR(share(runs, [](const Job& job) { return job.fragments.size() == 8; }), 0.5 / 7,
              error_of_share(0.5 / 7, runs.size()));
  EXPECT_NEAR(
      share(runs, [](const Job& job) { return job.fragments.size() > 1 && job.fragments.front().cpus == 6; }),
      0.5 / 3, error_of_share(0.5 / 3, runs.size()));
}

TEST(Oscar, ShapesAreInTheirRanges) {
  std::set<std::string> found;
  for (const Job& job : oscar_jobs({{"jobs", "50000"}})) {
    int cpus = 0;
    for (const auto& fragment : job.fragments) {
      EXPECT_EQ(text_of(fragment), std::to_string(job.fragments.front().cpus));
      cpus += fragment.cpus;
    }
    EXPECT_EQ(size_of(job), job.fragments.empty() ? 1 : cpus);
    found.insert(std::to_string(std::max<std::size_t>(job.fragments.size(), 1)) + " of " +
                 std::to_string(job.fragments.empty() ? 1 : job.fragments.front().cpus));
  }
  // One of 1 to 6, one of 8, and 2 to 8 of 4, 6 or 8: 6 + 1 + 7 * 3.
  std::set<std::string> expected{"1 of 1", "1 of 2", "1 of 3", "1 of 4", "1 of 5", "1 of 6", "1 of 8"};
  for (int number = 2; number <= 8; ++number)
    for (const int cpus : {4, 6, 8})
      expected.insert(std::to_string(number) + " of " + std::to_string(cpus));
  EXPECT_EQ(found, expected);
}

// Of 16 CPUs a half, three quarters and the whole are 8, 12 and 16; of one, there is no part.
TEST(Oscar, ShapesArePartsOfAMachine) {
  std::set<int> of_16;
  int widest = 0;
  for (const Job& job : oscar_jobs({{"jobs", "5000"}, {"cpus", "16"}}))
    if (job.fragments.size() > 1)
      of_16.insert(job.fragments.front().cpus);
    else if (size_of(job) < 16)
      widest = std::max(widest, size_of(job));
  EXPECT_EQ(of_16, (std::set<int>{8, 12, 16}));
  EXPECT_EQ(widest, 12);
  for (const Job& job : oscar_jobs({{"jobs", "500"}, {"cpus", "1"}, {"narrow", "0.5"}, {"whole", "0.5"}}))
    EXPECT_EQ(request_of(job), "1:");
}

TEST(Oscar, LengthsAreLogNormalWithTheirVariation) {
  // Scaling to a mean moves all logarithms alike, so that their variance stays ln(1 + 1.5^2) = ln 3.25.
  const auto runs = first_of_runs(oscar_jobs({{"jobs", "100000"}, {"longest_run", "1"}}));
  ASSERT_EQ(runs.size(), 100000u);
  double mean = 0, variance = 0, cube = 0;
  for (const Job& job : runs)
    mean += std::log(length_of(job)) / 100000;
  for (const Job& job : runs) {
    const double away = std::log(length_of(job)) - mean;
    variance += away * away / 100000;
    cube += away * away * away / 100000;
  }
  const double expected = std::log(3.25);
  // Of a normal variable, the standard error of the variance is variance * sqrt(2 / n), and that of the third
  // moment, which is 0, variance^1.5 * sqrt(15 / n) at most.
  EXPECT_NEAR(variance, expected, 5 * expected * std::sqrt(2 / 1e5));
  EXPECT_NEAR(cube, 0, 5 * std::pow(expected, 1.5) * std::sqrt(15 / 1e5));
  for (const Job& job : oscar_jobs({{"variation", "0"}, {"mean_length", "10"}}))
    EXPECT_NEAR(length_of(job), 10, 1e-12);
}

TEST(Oscar, FixedMachinesAreDistinctAndThere) {
  std::set<std::string> named;
  for (const Job& job : oscar_jobs({{"jobs", "20000"}, {"fixed", "1"}})) {
    std::set<std::string> own;
    for (const auto& fragment : job.fragments)
      own.insert(fragment.machine);
    ASSERT_FALSE(own.empty());
    EXPECT_EQ(own.size(), job.fragments.size());
    named.insert(own.begin(), own.end());
  }
  std::set<std::string> machines; // uff2 to uff41
  for (int number = 2; number <= 41; ++number)
    machines.insert("uff" + std::to_string(number));
  EXPECT_EQ(named, machines);
  named.clear();
  for (const Job& job : oscar_jobs({{"jobs", "2000"},
                                    {"fixed", "1"},
                                    {"machines", "3"},
                                    {"most_fragments", "3"},
                                    {"first_machine", "0"},
                                    {"machine_prefix", "host-"}}))
    for (const auto& fragment : job.fragments)
      named.insert(fragment.machine);
  EXPECT_EQ(named, (std::set<std::string>{"host-0", "host-1", "host-2"}));
}

TEST(Oscar, SharesOfFixedAndOfExclusiveRuns) {
  const auto runs = first_of_runs(
      oscar_jobs({{"jobs", "100000"}, {"fixed", "0.15"}, {"exclusive", "0.4"}, {"narrow", "0"}}));
  const auto fixed = [](const Job& job) { return !job.fragments.front().machine.empty(); };
  const auto exclusive = [](const Job& job) { return job.fragments.front().exclusive; };
  EXPECT_NEAR(share(runs, fixed), 0.15, error_of_share(0.15, runs.size()));
  EXPECT_NEAR(share(runs, exclusive), 0.4, error_of_share(0.4, runs.size()));
  for (const Job& job : runs)
    for (const auto& fragment : job.fragments) {
      EXPECT_EQ(fragment.exclusive, exclusive(job));
      EXPECT_EQ(fragment.machine.empty(), !fixed(job));
    }
}

TEST(Oscar, GapsFollowTheirRule) {
  for (const Job& job : oscar_jobs({{"gaps", "fixed"}}))
    EXPECT_EQ(job.submitted, 60 * (static_cast<double>(job.id) - 1));
  const auto median = oscar_jobs({{"gaps", "quantile"}, {"interarrival", "1"}, {"jobs", "3"}});
  // -ln(1 - 0.5) = ln 2
  EXPECT_DOUBLE_EQ(median[1].submitted, std::log(2));
  EXPECT_DOUBLE_EQ(median[2].submitted, 2 * std::log(2));
  EXPECT_EQ(oscar_jobs({{"gaps", "quantile"}, {"quantile", "0"}}).back().submitted, 0);
}

TEST(Oscar, ExponentialGapsHaveTheirMeanAndMedian) {
  const auto jobs = oscar_jobs({{"jobs", "100001"}, {"interarrival", "329"}});
  std::size_t short_ones = 0;
  for (std::size_t i = 1; i < jobs.size(); ++i)
    short_ones += jobs[i].submitted - jobs[i - 1].submitted < 329 * std::log(2);
  // The standard deviation of an exponential variable is its mean; half are below mean * ln 2.
  EXPECT_NEAR(jobs.back().submitted / 1e5, 329, 5 * 329 / std::sqrt(1e5));
  EXPECT_NEAR(static_cast<double>(short_ones) / 1e5, 0.5, error_of_share(0.5, 100000));
}

// 20 % of 318 are 63.6, 5 % are 15.9.
TEST(Oscar, DrawsAsManyDeadlineJobsAsTheExperiments) {
  const auto with_qos = oscar_jobs({{"qos", "0.2"}}), with_emergency = oscar_jobs({{"emergency", "0.05"}});
  EXPECT_EQ(number_of(with_qos, ServiceClass::qos), 64);
  EXPECT_EQ(number_of(with_qos, ServiceClass::common), 318 - 64);
  EXPECT_EQ(number_of(with_emergency, ServiceClass::emergency), 16);
  EXPECT_EQ(number_of(with_emergency, ServiceClass::common), 318 - 16);
  for (const auto& jobs : {with_qos, with_emergency})
    for (const Job& job : jobs) {
      const bool emergency = job.service == ServiceClass::emergency;
      const Seconds deadline = job.submitted + (emergency ? 1.5 : 3) * length_of(job);
      EXPECT_EQ(job.deadline,
                job.service == ServiceClass::common ? std::nullopt : std::optional<Seconds>(deadline));
      // Table 6.1
      const auto powers = cluster::oscarpbs::powers_in(job.extensions);
      EXPECT_EQ(powers.deallocates_critical_starve, emergency);
      EXPECT_EQ(powers.deallocates_qos, emergency);
      EXPECT_EQ(powers.kills_common, emergency);
      EXPECT_EQ(powers.kills_starve, emergency);
      EXPECT_EQ(powers.kills_qos, emergency);
      EXPECT_FALSE(powers.deallocates_emergency || powers.kills_emergency);
    }
  // Halves of 3 jobs are 2 each when rounded: the second is what is left.
  const auto halves = oscar_jobs({{"jobs", "3"}, {"qos", "0.5"}, {"emergency", "0.5"}});
  EXPECT_EQ(number_of(halves, ServiceClass::qos), 2);
  EXPECT_EQ(number_of(halves, ServiceClass::emergency), 1);
}

TEST(Oscar, DeadlineJobsAreDrawnFromTheWholeBatch) {
  const auto jobs = oscar_jobs({{"jobs", "20000"}, {"qos", "0.2"}});
  const std::vector<Job> first(jobs.begin(), jobs.begin() + 10000);
  EXPECT_NEAR(static_cast<double>(number_of(first, ServiceClass::qos)) / 10000, 0.2,
              error_of_share(0.2, 10000));
}

void expect_same_requests(const std::vector<Job>& some, const std::vector<Job>& others) {
  ASSERT_EQ(some.size(), others.size());
  for (std::size_t i = 0; i < some.size(); ++i) {
    EXPECT_EQ(some[i].user, others[i].user);
    EXPECT_EQ(request_of(some[i]), request_of(others[i]));
    EXPECT_EQ(length_of(some[i]), length_of(others[i]));
  }
}

TEST(Oscar, HasTheSameJobsWhateverTheGapsAndClasses) {
  const auto jobs = oscar_jobs({}), qos = oscar_jobs({{"qos", "0.2"}});
  const std::vector<Settings> others{{{"gaps", "fixed"}},
                                     {{"interarrival", "329"}},
                                     {{"qos", "0.2"}},
                                     {{"emergency", "0.05"}},
                                     {{"gaps", "quantile"}, {"qos", "0.2"}, {"emergency", "0.1"}}};
  for (const auto& settings : others)
    expect_same_requests(oscar_jobs(settings), jobs);
  // The gaps do not change with the classes, nor who is drawn with the gaps.
  const auto fixed_gaps = oscar_jobs({{"qos", "0.2"}, {"gaps", "fixed"}});
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    EXPECT_EQ(qos[i].submitted, jobs[i].submitted);
    EXPECT_EQ(fixed_gaps[i].service, qos[i].service);
  }
}

TEST(Oscar, RunsThatNameMachinesStillDoWhenMoreDo) {
  const auto free = oscar_jobs({}), few = oscar_jobs({{"fixed", "0.15"}}),
             more = oscar_jobs({{"fixed", "0.3"}});
  int fixed = 0;
  for (std::size_t i = 0; i < few.size(); ++i) {
    EXPECT_EQ(size_of(few[i]), size_of(free[i]));
    EXPECT_EQ(size_of(more[i]), size_of(free[i]));
    EXPECT_EQ(length_of(few[i]), length_of(free[i]));
    if (!few[i].fragments.empty() && !few[i].fragments.front().machine.empty()) {
      ++fixed;
      EXPECT_EQ(request_of(few[i]), request_of(more[i]));
    }
  }
  EXPECT_GT(fixed, 0);
}

TEST(Oscar, ChangesWithTheSeed) {
  const auto first = oscar_jobs({}, 7), again = oscar_jobs({}, 7), other = oscar_jobs({}, 8);
  expect_same_requests(first, again);
  int different = 0;
  for (std::size_t i = 0; i < first.size(); ++i) {
    EXPECT_EQ(first[i].submitted, again[i].submitted);
    different += length_of(first[i]) != length_of(other[i]) && first[i].user != other[i].user;
  }
  EXPECT_GT(different, 200); // 7 of 8 users are others
}

TEST(Oscar, RefusesWhatItCannotGive) {
  const auto refusal = [](const Settings& settings) {
    return thrown<InputError>([&] { oscar_jobs(settings); });
  };
  EXPECT_EQ(refusal({{"narrow", "0.75"}, {"whole", "0.5"}}),
            "settings workload.narrow=0.75 and workload.whole=0.5: add up to more than 1; valid: at most 1 "
            "together");
  EXPECT_EQ(refusal({{"qos", "0.9"}, {"emergency", "0.2"}}),
            "settings workload.qos=0.9 and workload.emergency=0.2: add up to more than 1; valid: at most 1 "
            "together");
  EXPECT_EQ(refusal({{"machines", "4"}}),
            "setting workload.most_fragments=8: valid: at most workload.machines, 4");
}

} // namespace oscar_test
} // namespace malha::testing
