// SPDX-License-Identifier: MIT
#include "generating.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace malha::testing {
namespace mixed_jobs_test {

std::vector<Job> of_shape(const std::vector<Job>& jobs, Shape shape) {
  std::vector<Job> found;
  std::copy_if(jobs.begin(), jobs.end(), std::back_inserter(found),
               [&](const Job& job) { return shape_of(job) == shape; });
  return found;
}

// Three users: the fourth bag is the first user's again, and so is the first rigid job.
TEST(MixedJobs, UsersTakeTurnsWithBagsAndWithRigidJobs) {
  const auto jobs = jobs_of("mixed_jobs", {{"users", "3"}, {"bags", "4"}, {"rigid_jobs", "2"}});
  ASSERT_EQ(jobs.size(), 6u);
  std::vector<std::string> of_bags, of_rigid_jobs;
  for (const auto& bag : of_shape(jobs, Shape::bag_of_tasks))
    of_bags.push_back(bag.user);
  for (const auto& job : of_shape(jobs, Shape::rigid))
    of_rigid_jobs.push_back(job.user);
  EXPECT_EQ(of_bags, (std::vector<std::string>{"user-1", "user-2", "user-3", "user-1"}));
  EXPECT_EQ(of_rigid_jobs, (std::vector<std::string>{"user-1", "user-2"}));
}

TEST(MixedJobs, AreNumberedInTheOrderOfTheirDates) {
  const auto jobs =
      jobs_of("mixed_jobs", {{"bags", "20"}, {"rigid_jobs", "50"}, {"rigid_interarrival", "90"}});
  ASSERT_EQ(jobs.size(), 70u);
  EXPECT_EQ(shape_of(jobs[0]), Shape::bag_of_tasks); // both come at 0, the bag first
  EXPECT_EQ(shape_of(jobs[1]), Shape::rigid);
  EXPECT_EQ(jobs[1].submitted, 0);
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    EXPECT_EQ(jobs[i].id, static_cast<JobId>(i));
    if (i > 0) {
      EXPECT_GE(jobs[i].submitted, jobs[i - 1].submitted);
    }
  }
}

TEST(MixedJobs, BagsDoNotDependOnTheRigidJobs) {
  const auto alone = jobs_of("mixed_jobs", {});
  const auto among = of_shape(jobs_of("mixed_jobs", {{"rigid_jobs", "30"}}), Shape::bag_of_tasks);
  ASSERT_EQ(alone.size(), 10u);
  ASSERT_EQ(among.size(), alone.size());
  for (std::size_t i = 0; i < alone.size(); ++i) {
    EXPECT_EQ(among[i].submitted, alone[i].submitted);
    EXPECT_EQ(among[i].user, alone[i].user);
    ASSERT_EQ(among[i].tasks.size(), 32u);
    for (std::size_t task = 0; task < 32; ++task)
      EXPECT_EQ(among[i].tasks[task].work, alone[i].tasks[task].work);
  }
}

// Works of tasks lie in 100 (1 - 0.2) to 100 (1 + 0.2), sizes of rigid jobs in 2 to 3. Of 100 draws of a size
// one of the two does not come in 2^-99 of all seeds.
TEST(MixedJobs, WorksAndSizesLieWithinTheirBounds) {
  const auto jobs = jobs_of("mixed_jobs", {{"bags", "3"},
                                           {"tasks", "7"},
                                           {"work", "100"},
                                           {"spread", "0.2"},
                                           {"rigid_jobs", "100"},
                                           {"max_resources", "3"}});
  for (const auto& bag : of_shape(jobs, Shape::bag_of_tasks)) {
    ASSERT_EQ(bag.tasks.size(), 7u);
    for (std::size_t task = 0; task < 7; ++task) {
      EXPECT_EQ(bag.tasks[task].id, static_cast<TaskId>(task));
      EXPECT_GE(bag.tasks[task].work, 80);
      EXPECT_LT(bag.tasks[task].work, 120);
    }
  }
  std::vector<int> sizes;
  for (const auto& job : of_shape(jobs, Shape::rigid))
    sizes.push_back(size_of(job));
  EXPECT_EQ(sizes.size(), 100u);
  EXPECT_EQ(*std::min_element(sizes.begin(), sizes.end()), 2);
  EXPECT_EQ(*std::max_element(sizes.begin(), sizes.end()), 3);
}

// Without spread all tasks of a bag are equal. The walltime is that of the longest task: 100 / 5.
TEST(MixedJobs, AWalltimeIsTheTimeOfTheLongestTaskAtTheSpeedOfEstimates) {
  const auto equal =
      jobs_of("mixed_jobs", {{"bags", "1"}, {"spread", "0"}, {"work", "100"}, {"estimate_speed", "5"}});
  EXPECT_EQ(equal.at(0).walltime, 20);
  EXPECT_EQ(jobs_of("mixed_jobs", {}).at(0).walltime, std::nullopt);
  for (const auto& job : jobs_of("mixed_jobs", {{"rigid_jobs", "5"}, {"estimate_speed", "4"}})) {
    Flops most = 0;
    for (const auto& task : job.tasks)
      most = std::max(most, task.work);
    EXPECT_EQ(job.walltime, most / 4);
  }
}

TEST(MixedJobs, DependOnTheSeedAlone) {
  const auto first_work = [](std::uint64_t seed) { return jobs_of("mixed_jobs", {}, seed)[0].tasks[0].work; };
  EXPECT_EQ(first_work(4), first_work(4));
  EXPECT_NE(first_work(4), first_work(5));
}

// The mean of 4000 exponential draws of mean 50 has a standard deviation of 50 / sqrt(4000) = 0.79: five of
// them.
TEST(MixedJobs, WorksOfRigidJobsHaveTheirMean) {
  const auto jobs = jobs_of("mixed_jobs", {{"bags", "0"}, {"rigid_jobs", "4000"}, {"rigid_work", "50"}});
  ASSERT_EQ(jobs.size(), 4000u);
  Flops sum = 0;
  for (const auto& job : jobs)
    sum += job.tasks[0].work;
  EXPECT_NEAR(sum / 4000, 50, 5 * 0.79);
}

} // namespace mixed_jobs_test
} // namespace malha::testing
