// SPDX-License-Identifier: MIT
#include "assigning.hpp"

#include <gtest/gtest.h>

namespace malha::broker {
namespace min_min_queue_test {

using test::Assigning;
using test::Given;

const std::string name = "broker/min_min_queue";

/// Tasks of DAGs: their data are on resource 0 at 4 s and on resource 1 at 6 s.
class Times : public DagTimes {
public:
  Seconds wait(const Task&, int, Seconds) const override { return 0; }
  Seconds data_at(const Task&, int resource) const override { return 4 + 2 * resource; }
  Seconds run_time(const Task& task, int resource) const override { return task.work / (resource + 1); }
  Seconds ready_since(const Task&) const override { return 0; }
  double rank(const Task&) const override { return 0; }
  int level(const Task&) const override { return 0; }
  int lowest_level(const Task&) const override { return 0; }
};

/// What the policy gives of tasks of these works, where both resources are open and none is free.
Given given_of(Assign& policy, const std::vector<Flops>& works, const DagTimes* times) {
  Assigning book({1, 2}, {});
  for (const Flops work : works) {
    Task task;
    task.id = static_cast<TaskId>(book.waiting.size());
    task.work = work;
    task.is_in_dag = times != nullptr;
    book.waiting.insert(task);
  }
  book.free = IndexSet();
  const IndexSet open(0, 2);
  auto view = book.view();
  view.dags = times;
  view.open = &open;
  Given all;
  for (const auto& one : policy.assign(view))
    all.emplace_back(one.task, one.resource);
  return all;
}

// Task 1, of 2 flop, ends at 4 + 2 = 6 s on resource 0 and at 6 + 1 = 7 s on resource 1: it is given to
// resource 0. Then task 0, of 8 flop, would end behind it at 14 s, and on resource 1 at 6 + 4 = 10 s.
TEST(MinMinQueue, GivesWhatEndsFirstBehindTheTasksOfAResource) {
  const Times times;
  const auto policy = test::make<Assign>(name, {{"most", "1"}});
  EXPECT_EQ(given_of(*policy, {8, 2}, &times), (Given{{1, 0}}));
  EXPECT_EQ(given_of(*policy, {8}, &times), (Given{{0, 1}}));
  // Resource 0 is taken until 6 s, resource 1 until 10 s: 6 + 3 against 10 + 1.5 s.
  EXPECT_EQ(given_of(*policy, {3}, &times), (Given{{0, 0}}));
}

// Both at one decision; each resource gets one task.
TEST(MinMinQueue, GivesEachResourceOneTaskAtADecision) {
  const Times times;
  EXPECT_EQ(given_of(*test::make<Assign>(name), {8, 2, 2}, &times), (Given{{1, 0}, {2, 1}}));
}

// 2 s on resource 1 for both: the lower task. Then 4 s on either: the lower resource is left.
TEST(MinMinQueue, TiesGoToTheLowestTaskAndTheLowestResource) {
  EXPECT_EQ(given_of(*test::make<Assign>(name), {4, 4}, nullptr), (Given{{0, 1}, {1, 0}}));
  const auto policy = test::make<Assign>(name, {{"most", "1"}});
  EXPECT_EQ(given_of(*policy, {4, 4}, nullptr), (Given{{0, 1}}));
  EXPECT_EQ(given_of(*policy, {4}, nullptr), (Given{{0, 0}}));
}

// Where no task may wait for a resource, free ones alone.
TEST(MinMinQueue, WithoutQueuesGivesToFreeResources) {
  Assigning book({1, 2}, {4, 5});
  EXPECT_EQ(test::given(name, book), (Given{{0, 1}, {1, 0}}));
  book.free = IndexSet(0, 1);
  EXPECT_EQ(test::given(name, book), (Given{{0, 0}}));
}

} // namespace min_min_queue_test
} // namespace malha::broker
