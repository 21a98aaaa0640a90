// SPDX-License-Identifier: MIT
#include "generating.hpp"
#include "policies/sdk/errors.hpp"
#include "tests/support/thrown.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace malha::testing {
namespace bags_test {

std::vector<Flops> works_of(const Job& bag) {
  std::vector<Flops> works;
  for (const auto& task : bag.tasks)
    works.push_back(task.work);
  return works;
}

Flops sum_of(const std::vector<Flops>& works) { return std::accumulate(works.begin(), works.end(), 0.0); }

// 25 / 10: two whole tasks, and 5 that are left of the third.
TEST(Bags, TheLastTaskIsWhatIsLeftOfTheTotal) {
  const auto found =
      jobs_of("bags", {{"total", "25"}, {"mean", "10"}, {"input", "7"}, {"submission", "3.5"}});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(works_of(found[0]), (std::vector<Flops>{10, 10, 5}));
  EXPECT_EQ(found[0].submitted, 3.5);
  EXPECT_EQ(shape_of(found[0]), Shape::bag_of_tasks);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(found[0].tasks[i].id, static_cast<TaskId>(i));
    EXPECT_EQ(found[0].tasks[i].input, 7);
    EXPECT_EQ(found[0].tasks[i].resources, 1);
    EXPECT_EQ(found[0].tasks[i].reference_speed, 0);
  }
}

TEST(Bags, ATaskOfNoWorkIsLeftOut) {
  EXPECT_EQ(works_of(jobs_of("bags", {{"total", "20"}, {"mean", "10"}})[0]), (std::vector<Flops>{10, 10}));
  EXPECT_EQ(works_of(jobs_of("bags", {{"total", "4"}, {"mean", "10"}})[0]), (std::vector<Flops>{4}));
}

// Ten times 0.1 add up to 1 - 1.1e-16 in binary: that is no eleventh task. What the last gets is what nine
// leave, 1 - 0.8999999999999999.
TEST(Bags, WhatRoundingLeavesIsNoTask) {
  const auto works = works_of(jobs_of("bags", {{"total", "1"}, {"mean", "0.1"}})[0]);
  ASSERT_EQ(works.size(), 10u);
  EXPECT_EQ(works[0], 0.1);
  EXPECT_EQ(sum_of(works), 1);
}

// The applications of GridTS: 600 tasks by default. At 50 % works are in [7500, 12500): from 480 tasks, if
// all were the largest, to 800.
TEST(Bags, WorksLieInTheIntervalOfTheVariationAndAddUpExactly) {
  EXPECT_EQ(works_of(jobs_of("bags", {})[0]), std::vector<Flops>(600, 10000));
  const auto works = works_of(jobs_of("bags", {{"variation", "50"}})[0]);
  EXPECT_GE(works.size(), 480u);
  EXPECT_LE(works.size(), 800u);
  EXPECT_EQ(sum_of(works), 6e6);
  const auto [least, most] = std::minmax_element(works.begin(), works.end() - 1);
  EXPECT_GE(*least, 7500);
  EXPECT_LT(*most, 12500);
  EXPECT_GT(works.back(), 0);
  // Of n uniform draws the extremes lie 1/(n+1) of the width from the ends in the mean, and none of 480 draws
  // is within a tenth of an end in 0.9^480 < 1e-21 of all seeds.
  EXPECT_LT(*least, 8000);
  EXPECT_GT(*most, 12000);
}

// The mean of n draws from [0, 20000) has a standard deviation of 20000 / sqrt(12 n); n is some 600 a bag:
// with 20 bags, 12000 draws, 53. Five of them.
TEST(Bags, TheMeanWorkIsTheMean) {
  Flops sum = 0;
  double draws = 0;
  for (const auto& bag : jobs_of("bags", {{"variation", "100"}, {"bags", "20"}})) {
    const auto works = works_of(bag);
    sum += sum_of(works) - works.back();
    draws += static_cast<double>(works.size() - 1);
  }
  EXPECT_NEAR(sum / draws, 10000, 5 * 53);
}

TEST(Bags, WhatABagIsDoesNotDependOnHowManyThereAreAndWhenTheyCome) {
  const std::map<std::string, std::string> one{{"variation", "50"}};
  auto three = one, later = one;
  three["bags"] = later["bags"] = "3";
  later["interarrival"] = "100";
  const auto alone = jobs_of("bags", one), together = jobs_of("bags", three), apart = jobs_of("bags", later);
  ASSERT_EQ(together.size(), 3u);
  ASSERT_EQ(apart.size(), 3u);
  EXPECT_EQ(works_of(together[0]), works_of(alone[0]));
  EXPECT_NE(works_of(together[1]), works_of(together[0]));
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(together[i].id, static_cast<JobId>(i));
    EXPECT_EQ(works_of(apart[i]), works_of(together[i]));
    EXPECT_EQ(together[i].submitted, 0);
  }
  EXPECT_EQ(apart[0].submitted, 0);
  EXPECT_GT(apart[1].submitted, 0);
  EXPECT_GT(apart[2].submitted, apart[1].submitted);
}

TEST(Bags, DependOnTheSeedAlone) {
  const std::map<std::string, std::string> settings{{"variation", "100"}};
  EXPECT_EQ(works_of(jobs_of("bags", settings, 4)[0]), works_of(jobs_of("bags", settings, 4)[0]));
  EXPECT_NE(works_of(jobs_of("bags", settings, 4)[0]), works_of(jobs_of("bags", settings, 5)[0]));
}

TEST(Bags, MoreTasksThanCanBeAreRefused) {
  EXPECT_EQ(
      thrown<InputError>([] {
        jobs_of("bags", {{"total", "2e9"}, {"mean", "1.5"}});
      }),
      "workload 'bags': parameter 'total' cannot be '2e+09' with mean 1.5; valid: at most 1.5e+07, for 1e+07 "
      "tasks");
}

} // namespace bags_test
} // namespace malha::testing
