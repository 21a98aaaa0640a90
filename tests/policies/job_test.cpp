// SPDX-License-Identifier: MIT
#include "policies/sdk/job.hpp"

#include <gtest/gtest.h>

namespace malha {
namespace job_test {

/// A job of tasks 0, 1, … on so many resources each.
Job job_of(const std::vector<int>& resources) {
  Job job;
  for (const int number : resources) {
    job.tasks.emplace_back();
    job.tasks.back().id = static_cast<TaskId>(job.tasks.size()) - 1;
    job.tasks.back().resources = number;
  }
  return job;
}

TEST(ShapeOf, AJobOfOneTaskOnSeveralResourcesIsRigid) { EXPECT_EQ(shape_of(job_of({2})), Shape::rigid); }

TEST(ShapeOf, AJobOfOneTaskOnOneResourceIsABag) { EXPECT_EQ(shape_of(job_of({1})), Shape::bag_of_tasks); }

TEST(ShapeOf, AJobOfIndependentTasksIsABag) {
  EXPECT_EQ(shape_of(job_of({1, 1, 1})), Shape::bag_of_tasks);
  EXPECT_EQ(shape_of(job_of({2, 2})), Shape::bag_of_tasks);
}

TEST(ShapeOf, AJobWithPrecedencesIsADag) {
  for (const auto& resources : {std::vector<int>{1, 1}, std::vector<int>{2, 4}}) {
    Job job = job_of(resources);
    job.precedences = {{0, 1}};
    EXPECT_EQ(shape_of(job), Shape::dag);
  }
}

TEST(ShapeOf, HasAName) {
  EXPECT_STREQ(name_of(Shape::bag_of_tasks), "bag of tasks");
  EXPECT_STREQ(name_of(Shape::rigid), "rigid job");
  EXPECT_STREQ(name_of(Shape::dag), "DAG");
}

} // namespace job_test
} // namespace malha
