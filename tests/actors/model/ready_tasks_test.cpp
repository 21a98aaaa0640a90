// SPDX-License-Identifier: MIT
#include "actors/model/ready_tasks.hpp"

#include "policies/sdk/errors.hpp"

#include <gtest/gtest.h>

namespace malha {
namespace {

/// Job 7 with tasks from id 10 on.
Job dag_of(int tasks, std::vector<std::pair<TaskId, TaskId>> precedences, Seconds submitted = 5) {
  Job job;
  job.id = 7;
  job.submitted = submitted;
  for (int task = 0; task < tasks; ++task) {
    job.tasks.emplace_back();
    job.tasks.back().id = 10 + task;
    job.tasks.back().job = 7;
    job.tasks.back().submitted = submitted;
  }
  for (const auto& [before, after] : precedences)
    job.precedences.emplace_back(10 + before, 10 + after);
  return job;
}

std::vector<TaskId> ids(const Job& job) {
  std::vector<TaskId> all;
  for (const auto& task : job.tasks)
    all.push_back(task.id);
  return all;
}

using Ids = std::vector<TaskId>;

TEST(ReadyTasks, PassesABagAsItIs) {
  ReadyTasks tasks;
  const Job bag = tasks.begin(dag_of(2, {}));
  EXPECT_EQ(ids(bag), (Ids{10, 11}));
  EXPECT_FALSE(bag.part_of);
  EXPECT_TRUE(tasks.empty());
  EXPECT_EQ(tasks.next(), never);
}

// 10 and 11 precede 12, which precedes 13.
TEST(ReadyTasks, GivesATaskWhenItsLastParentHasEnded) {
  ReadyTasks tasks;
  const Job first = tasks.begin(dag_of(4, {{0, 2}, {1, 2}, {2, 3}}));
  EXPECT_EQ(ids(first), (Ids{10, 11}));
  EXPECT_EQ(first.submitted, 5);
  EXPECT_EQ(first.part_of->dag->tasks.size(), 4u);
  EXPECT_FALSE(first.part_of->is_begun);

  tasks.ended(10, 6);
  EXPECT_EQ(tasks.next(), never);
  EXPECT_FALSE(tasks.empty());
  tasks.ended(11, 8);
  EXPECT_EQ(tasks.next(), 8);
  const Job second = tasks.take();
  EXPECT_EQ(ids(second), (Ids{12}));
  EXPECT_EQ(second.submitted, 8);
  EXPECT_EQ(second.tasks[0].submitted, 5); // the date of the DAG
  EXPECT_TRUE(second.part_of->is_begun);

  tasks.ended(12, 9);
  EXPECT_EQ(ids(tasks.take()), (Ids{13}));
  EXPECT_TRUE(tasks.empty());
  tasks.ended(13, 10); // nothing waits for it
  EXPECT_EQ(tasks.next(), never);
}

TEST(ReadyTasks, JoinsWhatBecomesReadyAtOneDate) {
  ReadyTasks tasks;
  tasks.begin(dag_of(4, {{0, 2}, {1, 3}}));
  tasks.ended(10, 6);
  tasks.ended(11, 6);
  EXPECT_EQ(ids(tasks.take()), (Ids{12, 13}));
}

// A report of an earlier end may come later. Parts come in the order of their dates.
TEST(ReadyTasks, KeepsTheOrderOfDates) {
  ReadyTasks tasks;
  tasks.begin(dag_of(4, {{0, 2}, {1, 3}}));
  tasks.ended(10, 9);
  tasks.ended(11, 8);
  const Job part = tasks.take();
  EXPECT_EQ(part.submitted, 9);
  EXPECT_EQ(ids(part), (Ids{12, 13}));
}

// 12 waits for 10 and 11; 13 for 12; 14 for 11 alone.
TEST(ReadyTasks, NamesTheTasksThatWillNeverBeReady) {
  ReadyTasks tasks;
  tasks.begin(dag_of(5, {{0, 2}, {1, 2}, {2, 3}, {1, 4}}));
  const auto never_ready = tasks.failed(10, 6);
  ASSERT_TRUE(never_ready);
  EXPECT_EQ(ids(*never_ready), (Ids{12, 13}));
  EXPECT_FALSE(tasks.failed(10, 6)); // each is named once
  tasks.ended(11, 6);
  EXPECT_EQ(ids(tasks.take()), (Ids{14}));
  EXPECT_TRUE(tasks.empty());
}

TEST(ReadyTasks, KeepsSeveralDagsApart) {
  ReadyTasks tasks;
  tasks.begin(dag_of(2, {{0, 1}})); // tasks 10 and 11
  Job other = dag_of(2, {{0, 1}});  // tasks 12 and 13
  other.id = 8;
  for (auto& task : other.tasks) {
    task.id += 2;
    task.job = 8;
  }
  other.precedences = {{12, 13}};
  tasks.begin(other);
  tasks.ended(12, 6);
  EXPECT_EQ(tasks.take().id, 8);
  tasks.ended(10, 7);
  EXPECT_EQ(tasks.take().id, 7);
  tasks.ended(3, 8); // of no DAG
  EXPECT_TRUE(tasks.empty());
}

// A chain is followed without recursion.
TEST(ReadyTasks, FollowsAChainOfAMillionTasks) {
  constexpr int length = 1'000'000;
  std::vector<std::pair<TaskId, TaskId>> chain;
  for (int task = 1; task < length; ++task)
    chain.emplace_back(task - 1, task);
  ReadyTasks tasks;
  tasks.begin(dag_of(length, chain));
  const auto never_ready = tasks.failed(10, 6);
  ASSERT_TRUE(never_ready);
  EXPECT_EQ(never_ready->tasks.size(), length - 1u);
}

TEST(ReadyTasks, RefusesACycle) {
  ReadyTasks tasks;
  try {
    tasks.begin(dag_of(3, {{0, 1}, {1, 2}, {2, 1}}));
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(), "job 7: 2 of its tasks wait for each other, one of them task 11; valid: "
                               "precedences without a cycle");
  }
}

} // namespace
} // namespace malha
