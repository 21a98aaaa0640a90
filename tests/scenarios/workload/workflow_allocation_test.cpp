// SPDX-License-Identifier: MIT
#include "generating.hpp"
#include "policies/sdk/errors.hpp"
#include "scenarios/workload/files/workflow_allocation.hpp"
#include "tests/support/thrown.hpp"

#include <gtest/gtest.h>

namespace malha::testing {
namespace workflow_allocation_test {

/// Task 0 (1 s) precedes 1 (4 s), 2 (2 s) and 3 (3 s), which precede 4 (1 s), at 10 flop/s.
Job fork_and_join() {
  Job dag;
  for (const Seconds length : {1, 4, 2, 3, 1}) {
    Task task;
    task.id = static_cast<TaskId>(dag.tasks.size());
    task.length = length;
    task.reference_speed = 10;
    task.work = length * 10;
    dag.tasks.push_back(task);
  }
  dag.precedences = {{0, 1}, {0, 2}, {0, 3}, {1, 4}, {2, 4}, {3, 4}};
  return dag;
}

// Ways to an exit: 5 s of task 1, 4 s of task 3, 3 s of task 2. On two nodes 1 and 3 start at 1; 2 starts
// when 3 ends at 4 and ends at 6, after 1. Task 4 ends at 7. Three nodes: 1 + 4 + 1. One node: the sum.
TEST(WorkflowAllocation, RunsTheReadyTaskWithTheLongestWayFirst) {
  const Job dag = fork_and_join();
  for (const auto& [nodes, makespan] :
       {std::pair(1, 11), std::pair(2, 7), std::pair(3, 6), std::pair(9, 6)}) {
    const Job job = in_one_allocation(dag, nodes, 10);
    ASSERT_EQ(job.tasks.size(), 1u);
    EXPECT_TRUE(job.precedences.empty());
    EXPECT_EQ(job.tasks[0].resources, nodes);
    EXPECT_EQ(job.tasks[0].length, makespan);
    EXPECT_EQ(run_time(job.tasks[0], 20), makespan / 2.0);
  }
}

// Of tasks that end at one date, all children are known before the next one starts: 1 and 2 take 1 s, 3 waits
// for 1 alone and takes 1 s, 4 waits for both and takes 5 s. On one node after 0: 1, 2, 4, 3; on two nodes 4
// and 3 start at the end of 1 and 2, so that all ends 7 s after the start.
TEST(WorkflowAllocation, TakesAllEndsOfADateTogether) {
  Job dag = fork_and_join();
  for (const auto& [task, length] : {std::pair(1, 1), std::pair(2, 1), std::pair(3, 1), std::pair(4, 5)})
    dag.tasks[static_cast<std::size_t>(task)].length = length;
  dag.precedences = {{0, 1}, {0, 2}, {1, 3}, {1, 4}, {2, 4}};
  EXPECT_EQ(in_one_allocation(dag, 2, 10).tasks[0].length, 7);
  EXPECT_EQ(in_one_allocation(dag, 1, 10).tasks[0].length, 9);
}

// A chain of three tasks of 10 s each.
TEST(WorkflowAllocation, IsASettingOfEveryWorkflow) {
  const Job job = jobs_of("workflow_shape", {{"shape", "chain"}, {"size", "3"}, {"allocation", "4"}}).at(0);
  ASSERT_EQ(job.tasks.size(), 1u);
  EXPECT_EQ(shape_of(job), Shape::rigid);
  EXPECT_EQ(job.tasks[0].length, 30);
}

TEST(WorkflowAllocation, RefusesRunTimesByHost) {
  EXPECT_EQ(
      thrown<InputError>([] {
        jobs_of("random_dag", {{"allocation", "4"}, {"resources", "2"}});
      }),
      "workload 'random_dag': the workflow has run times by host, which one allocation cannot use; valid: "
      "allocation=0");
}

} // namespace workflow_allocation_test
} // namespace malha::testing
