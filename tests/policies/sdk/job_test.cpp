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

// Of 10 s at 4 flop/s: 20 s at half the speed. A delay is 10 s there too, and computes nothing.
TEST(RunTime, OfADelayIsItsLength) {
  Task task;
  task.length = 10;
  task.reference_speed = 4;
  task.work = 40;
  EXPECT_EQ(run_time(task, 4), 10);
  EXPECT_EQ(run_time(task, 2), 20);
  EXPECT_EQ(computed_work(task), 40);
  task.is_delay = true;
  EXPECT_EQ(run_time(task, 4), 10);
  EXPECT_EQ(run_time(task, 2), 10);
  EXPECT_EQ(computed_work(task), 0);
}

TEST(ShapeOf, HasAName) {
  EXPECT_STREQ(name_of(Shape::bag_of_tasks), "bag of tasks");
  EXPECT_STREQ(name_of(Shape::rigid), "rigid job");
  EXPECT_STREQ(name_of(Shape::dag), "DAG");
}

} // namespace job_test
} // namespace malha
