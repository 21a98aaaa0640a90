// SPDX-License-Identifier: MIT
// Parallel applications drawn from table D.1 of M-CISNE.
#include "generating.hpp"
#include "policies/multicluster/application.hpp"
#include "policies/sdk/errors.hpp"
#include "tests/support/thrown.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace malha::testing {
namespace nas_jobs_test {

using multicluster::Application;

std::vector<Job> nas_jobs(const Settings& settings, std::uint64_t seed = 1) {
  return jobs_of("nas_jobs", settings, seed);
}

const Application& application_of(const Job& job) { return *multicluster::application_in(job.extensions); }

/// A row of the table and one of its sizes, as printed.
struct Printed {
  std::string name;
  int size;
  double jiffies, megabytes, time;
};

const std::vector<Printed> printed{
    {"IS-A", 2, 1015, 150, 19},   {"IS-A", 4, 695, 73, 19},    {"IS-A", 8, 602, 37, 19},
    {"IS-AB", 2, 2438, 297, 29},  {"IS-AB", 4, 1600, 144, 29}, {"IS-AB", 8, 1139, 74, 29},
    {"IS-B", 2, 5326, 593, 69},   {"IS-B", 4, 3216, 285, 69},  {"IS-B", 8, 2455, 152, 49},
    {"MG-A", 2, 2133, 227, 29},   {"MG-A", 4, 984, 117, 19},   {"MG-A", 8, 120, 62, 9},
    {"MG-AB", 2, 6746, 227, 79},  {"MG-AB", 4, 3448, 117, 39}, {"MG-AB", 8, 1294, 62, 19},
    {"MG-B", 2, 11939, 227, 130}, {"MG-B", 4, 5961, 117, 69},  {"MG-B", 8, 1640, 62, 39}};

// A task of IS-A on 4 nodes takes 6.95 s of CPU and 19 s in all, however many there are.
TEST(NasJobs, MayHaveMoreTasksThanTheTable) {
  const auto jobs = nas_jobs({{"applications", "IS-A"}, {"sizes", "4"}, {"tasks", "11"}, {"jobs", "3"}});
  ASSERT_EQ(jobs.size(), 3u);
  for (const auto& job : jobs) {
    EXPECT_EQ(job.tasks.front().resources, 11);
    EXPECT_EQ(job.tasks.front().length, 19);
    EXPECT_EQ(application_of(job).computation, 6.95);
  }
}

// A jiffy is 1/100 s, so that IS-A on 2 nodes computes for 10.15 s of its 19 s; a MB is 1e6 bytes. Work is
// the time at 1e9 flop/s, on whatever platform.
TEST(NasJobs, AreThoseOfTheTable) {
  ASSERT_EQ(printed.size(), 18u);
  for (const auto& row : printed) {
    const auto jobs =
        nas_jobs({{"applications", row.name}, {"sizes", std::to_string(row.size)}, {"jobs", "1"}});
    ASSERT_EQ(jobs.size(), 1u);
    const auto& job = jobs.front();
    ASSERT_EQ(job.tasks.size(), 1u);
    const auto& task = job.tasks.front();
    EXPECT_EQ(task.resources, row.size);
    EXPECT_EQ(task.length, row.time);
    EXPECT_EQ(task.reference_speed, 1e9);
    EXPECT_EQ(task.work, row.time * 1e9);
    EXPECT_FALSE(task.is_delay);
    EXPECT_EQ(job.walltime, std::nullopt);
    EXPECT_EQ(job.metadata, "application=" + row.name);
    const auto& application = application_of(job);
    EXPECT_EQ(application.name, row.name);
    EXPECT_EQ(application.computation, row.jiffies / 100);
    EXPECT_EQ(application.communication, row.time - row.jiffies / 100);
    EXPECT_EQ(application.memory, row.megabytes * 1e6);
    EXPECT_EQ(application.bandwidth, row.name[0] == 'I' ? 20e6 : 5e6);
  }
}

// Each of 18 pairs in 18000 jobs: 1000, standard deviation sqrt(1000 * 17 / 18) = 30.7. The table's means
// over the pairs are 14/3 tasks and 763/18 s; the standard deviation of the time is about 30 s. Exponential
// gaps of mean 4 have it as their standard deviation. Five standard errors of each.
TEST(NasJobs, AreDrawnUniformlyAndComeAsAPoissonProcess) {
  const auto jobs = nas_jobs({{"jobs", "18000"}, {"gap", "4"}});
  ASSERT_EQ(jobs.size(), 18000u);
  std::map<std::pair<std::string, int>, int> numbers;
  double time = 0;
  for (const auto& job : jobs) {
    ++numbers[{application_of(job).name, size_of(job)}];
    time += length_of(job);
  }
  ASSERT_EQ(numbers.size(), 18u);
  for (const auto& [pair, number] : numbers)
    EXPECT_NEAR(number, 1000, 5 * 30.7) << pair.first << ' ' << pair.second;
  EXPECT_NEAR(time / 18000, 763. / 18, 5 * 30 / std::sqrt(18000.));
  EXPECT_EQ(jobs.front().submitted, 0);
  EXPECT_NEAR(jobs.back().submitted / 17999, 4, 5 * 4 / std::sqrt(17999.));
}

TEST(NasJobs, AreOfTheChosenApplicationsAndSizes) {
  std::map<std::pair<std::string, int>, int> numbers;
  for (const auto& job : nas_jobs({{"applications", "MG-B,IS-A"}, {"sizes", "4,2"}, {"jobs", "200"}}))
    ++numbers[{application_of(job).name, size_of(job)}];
  EXPECT_EQ(numbers.size(), 4u); // one of them is missing in 4 * 0.75^200 < 1e-24 of all seeds
  for (const auto& [pair, number] : numbers) {
    EXPECT_TRUE(pair.first == "IS-A" || pair.first == "MG-B");
    EXPECT_NE(pair.second, 8);
  }
}

TEST(NasJobs, DrawEachThingByItself) {
  const auto applications = [](const Settings& settings, std::uint64_t seed = 1) {
    std::vector<std::string> names;
    for (const auto& job : nas_jobs(settings, seed))
      names.push_back(application_of(job).name);
    return names;
  };
  const auto all = applications({});
  EXPECT_EQ(all.size(), 60u);
  EXPECT_EQ(applications({{"sizes", "2,4"}, {"gap", "0"}, {"users", "7"}, {"estimate", "2"}}), all);
  EXPECT_NE(applications({}, 2), all);
  const auto usual = nas_jobs({}), later = nas_jobs({{"gap", "12"}, {"applications", "IS-A"}});
  for (std::size_t i = 0; i < usual.size(); ++i) {
    EXPECT_DOUBLE_EQ(later[i].submitted, 2 * usual[i].submitted); // gaps are 6 by default
    EXPECT_EQ(size_of(later[i]), size_of(usual[i]));
  }
}

TEST(NasJobs, HaveUsersAndWalltimesWhereTheyAreAskedFor) {
  std::map<std::string, int> users;
  for (const auto& job : nas_jobs({{"users", "3"}, {"jobs", "300"}, {"estimate", "1.5"}, {"gap", "0"}})) {
    ++users[job.user];
    EXPECT_EQ(job.submitted, 0);
    EXPECT_EQ(job.walltime, 1.5 * length_of(job));
  }
  // 100 each, standard deviation sqrt(300 * 2 / 9) = 8.2.
  ASSERT_EQ(users.size(), 3u);
  for (const auto* user : {"user-1", "user-2", "user-3"})
    EXPECT_NEAR(users[user], 100, 5 * 8.2) << user;
  for (const auto& job : nas_jobs({}))
    EXPECT_EQ(job.user, "user-1");
}

TEST(NasJobs, HaveTheBandwidthsThatAreSet) {
  for (const auto& job : nas_jobs({{"bandwidth_is", "3"}, {"bandwidth_mg", "0"}}))
    EXPECT_EQ(application_of(job).bandwidth, application_of(job).name[0] == 'I' ? 3 : 0);
}

TEST(NasJobs, NameWhatIsValid) {
  const auto refusal = [](const std::string& parameter, const std::string& value) {
    const auto said = thrown<InputError>([&] { nas_jobs({{parameter, value}}); });
    const auto place =
        "workload 'nas_jobs': parameter '" + parameter + "' cannot be '" + value + "'; valid: ";
    EXPECT_EQ(said.substr(0, place.size()), place);
    return said.substr(std::min(place.size(), said.size()));
  };
  const std::string applications =
      "all, or some of IS-A, IS-AB, IS-B, MG-A, MG-AB, MG-B, each once, with ',' between them";
  for (const auto* value : {"LU-A", "", "IS-A,", "IS-A, MG-A", "is-a", "IS-A,IS-A", "all,IS-A"})
    EXPECT_EQ(refusal("applications", value), applications) << value;
  for (const auto* value : {"0", "", "3", "2,0", "2,,4", "2,2", "-2", "16"})
    EXPECT_EQ(refusal("sizes", value), "some of 2, 4, 8, each once, with ',' between them") << value;
}

TEST(NasJobs, NameTheNumbersThatAreValid) {
  const auto refusal = [](const std::string& parameter, const std::string& value) {
    return thrown<std::invalid_argument>([&] { nas_jobs({{parameter, value}}); });
  };
  EXPECT_EQ(refusal("jobs", "0"), "parameter 'jobs' cannot be '0'; valid: an integer, from 1 to 1000000000");
  EXPECT_EQ(refusal("gap", "-1"),
            "parameter 'gap' cannot be '-1'; valid: a number of s, at least 0, such as 7200 or 2h");
  EXPECT_EQ(refusal("users", "0"), "parameter 'users' cannot be '0'; valid: an integer, from 1 to 1000000");
  EXPECT_EQ(
      refusal("bandwidth_is", "-1"),
      "parameter 'bandwidth_is' cannot be '-1'; valid: a number of B/s, at least 0, such as 1e9 or 1GBps");
  EXPECT_EQ(
      refusal("bandwidth_mg", "-1"),
      "parameter 'bandwidth_mg' cannot be '-1'; valid: a number of B/s, at least 0, such as 1e9 or 1GBps");
  EXPECT_EQ(refusal("estimate", "-1"), "parameter 'estimate' cannot be '-1'; valid: a number, at least 0");
  EXPECT_EQ(
      refusal("reference_speed", "0"),
      "parameter 'reference_speed' cannot be '0'; valid: a number of flop/s, above 0, such as 1e9 or 1Gf");
}

} // namespace nas_jobs_test
} // namespace malha::testing
