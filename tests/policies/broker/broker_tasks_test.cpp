// SPDX-License-Identifier: MIT
#include "policies/broker/tasks.hpp"

#include "tests/policies/support/policy_maker.hpp"

namespace malha::broker {
namespace broker_tasks_test {

using test::Ids;

Task task_of(TaskId id, Flops work) {
  Task task;
  task.id = id;
  task.work = work;
  return task;
}

template <class Tasks>
Ids ids_of(const Tasks& tasks) {
  Ids ids;
  for (const auto& task : tasks)
    ids.push_back(task.id);
  return ids;
}

/// Tasks 2, 3, 5 and 8, of 7, 4, 4 and 1 flop.
WaitingTasks waiting() { return {task_of(5, 4), task_of(2, 7), task_of(8, 1), task_of(3, 4)}; }

TEST(WaitingTasks, AreInTheOrderOfTheirIds) {
  const auto tasks = waiting();
  EXPECT_EQ(ids_of(tasks), (Ids{2, 3, 5, 8}));
  EXPECT_EQ(tasks.nth(0).id, 2);
  EXPECT_EQ(tasks.nth(3).id, 8);
  EXPECT_EQ(tasks.find(5)->work, 4);
  EXPECT_EQ(tasks.find(4), tasks.end());
}

TEST(WaitingTasks, AreInTheOrderOfTheirWorkAsWell) {
  const auto tasks = waiting();
  EXPECT_EQ(ids_of(tasks.by_work()), (Ids{8, 3, 5, 2}));
  EXPECT_EQ(ids_of(tasks.from(4)), (Ids{3, 5, 2}));
  EXPECT_EQ(ids_of(tasks.above(4)), Ids{2});
  EXPECT_TRUE(tasks.above(7).empty());
  EXPECT_EQ(std::next(tasks.place_by_work(tasks.nth(1)))->id, 5);
}

// The order of the copy is of its own tasks, which stay when those of the original go.
TEST(WaitingTasks, AreCopiedWithAnOrderOfTheirOwn) {
  auto tasks = waiting();
  EXPECT_EQ(ids_of(tasks.by_work()), (Ids{8, 3, 5, 2}));
  const auto copy = tasks;
  tasks.erase(tasks.find(3));
  EXPECT_EQ(ids_of(tasks.by_work()), (Ids{8, 5, 2}));
  EXPECT_EQ(ids_of(copy.by_work()), (Ids{8, 3, 5, 2}));
}

TEST(WaitingTasks, ComeAndGo) {
  auto tasks = waiting();
  tasks.erase(tasks.find(3));
  tasks.insert(task_of(4, 9));
  tasks.insert(tasks.end(), task_of(9, 2));
  EXPECT_EQ(ids_of(tasks), (Ids{2, 4, 5, 8, 9}));
  EXPECT_EQ(ids_of(tasks.by_work()), (Ids{8, 9, 5, 2, 4}));
  EXPECT_EQ(tasks.size(), 5U);
  EXPECT_FALSE(tasks.empty());
}

/// The ids in the order of copies.
Ids by_copies(const RunningTasks& tasks) {
  Ids ids;
  for (const auto& running : tasks.by_copies())
    ids.push_back(running.id());
  return ids;
}

// Task 1 has 2 copies, tasks 4 and 6 have one; then task 4 gets two more.
TEST(RunningTasks, AreInTheOrderOfTheirCopies) {
  RunningTasks tasks{{task_of(1, 5), 2}, {task_of(6, 5), 1}, {task_of(4, 5), 1}};
  EXPECT_EQ(by_copies(tasks), (Ids{4, 6, 1}));
  tasks.modify(tasks.find(4), [](RunningTask& task) { task.copies += 2; });
  EXPECT_EQ(by_copies(tasks), (Ids{6, 1, 4}));
  tasks.erase(tasks.find(6));
  tasks.insert({task_of(0, 5), 2});
  EXPECT_EQ(by_copies(tasks), (Ids{0, 1, 4}));
  EXPECT_EQ(tasks.begin()->id(), 0);
  EXPECT_EQ(tasks.size(), 3U);
}

} // namespace broker_tasks_test
} // namespace malha::broker
