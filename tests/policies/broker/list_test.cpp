// SPDX-License-Identifier: MIT
#include "assigning.hpp"

#include <gtest/gtest.h>

namespace malha::broker {
namespace list_test {

using test::Assigning;
using test::Given;
using test::given;

const std::string name = "broker/list";

/// Times of tasks 0, 1 and 2 on resources 0 and 1.
class Times : public DagTimes {
public:
  Seconds wait(const Task& task, int resource, Seconds) const override { return at(waits_, task, resource); }
  Seconds data_at(const Task& task, int resource) const override { return at(waits_, task, resource); }
  Seconds run_time(const Task& task, int resource) const override { return at(runs_, task, resource); }
  Seconds ready_since(const Task& task) const override { return 9.0 - static_cast<double>(task.id); }
  double rank(const Task& task) const override { return task.id == 1 ? 8 : 3; }
  int level(const Task& task) const override { return task.id == 0 ? 2 : 1; }
  int lowest_level(const Task&) const override { return 1; }

private:
  using Table = std::array<std::array<Seconds, 2>, 3>;

  static Seconds at(const Table& table, const Task& task, int resource) {
    return table[static_cast<std::size_t>(task.id)][static_cast<std::size_t>(resource)];
  }

  const Table waits_{{{0, 4}, {6, 0}, {0, 0}}}, runs_{{{5, 2}, {1, 5}, {3, 3}}};
};

/// What the policy gives of three tasks of a DAG, of works 1, 2 and 3.
Given of_dag(const std::map<std::string, std::string>& parameters,
             const std::vector<double>& speeds = {1, 1}) {
  Assigning book(speeds, {});
  for (TaskId id = 0; id < 3; ++id) {
    Task task;
    task.id = id;
    task.work = static_cast<double>(id) + 1;
    task.is_in_dag = true;
    book.waiting.insert(task);
  }
  const Times times;
  auto view = book.view();
  view.dags = &times;
  Given all;
  for (const auto& one : test::make<Assign>(name, parameters)->assign(view))
    all.emplace_back(one.task, one.resource);
  return all;
}

// Ready since 9, 8 and 7 s: the last one is first.
TEST(List, TakesFirstWhatWasReadyFirst) { EXPECT_EQ(of_dag({}), (Given{{2, 0}, {1, 1}})); }

// Ranks 3, 8 and 3: of the equal ones the lowest id.
TEST(List, TakesTheLongestPathFirst) { EXPECT_EQ(of_dag({{"priority", "rank"}}), (Given{{1, 0}, {0, 1}})); }

// Task 0 is of a level that has to wait. Of the others the heaviest is first.
TEST(List, GoesLevelByLevel) { EXPECT_EQ(of_dag({{"priority", "level"}}), (Given{{2, 0}, {1, 1}})); }

TEST(List, TakesTheLowestId) { EXPECT_EQ(of_dag({{"priority", "id"}}), (Given{{0, 0}, {1, 1}})); }

// Task 1 would end after 6 + 1 = 7 s on resource 0 and after 5 s on resource 1. Then resource 0 is left for
// 0.
TEST(List, TakesTheResourceOfTheFirstEnd) {
  EXPECT_EQ(of_dag({{"priority", "rank"}, {"resource", "earliest"}}), (Given{{1, 1}, {0, 0}}));
}

// Task 2 would end after 3 s on both: the lower one. Task 1 gets the other one.
TEST(List, TakesTheLowestOfEqualResources) {
  EXPECT_EQ(of_dag({{"resource", "earliest"}}), (Given{{2, 0}, {1, 1}}));
}

// Bags: all were submitted at 0; the longest run time is the greatest rank, and all are of one level.
TEST(List, TasksOfBags) {
  EXPECT_EQ(given(name, Assigning({1, 1}, {5, 6, 7})), (Given{{0, 0}, {1, 1}}));
  EXPECT_EQ(given(name, Assigning({1, 1}, {5, 6, 7}), {{"priority", "rank"}}), (Given{{2, 0}, {1, 1}}));
  EXPECT_EQ(given(name, Assigning({1, 2}, {5, 6, 7}), {{"priority", "level"}, {"resource", "earliest"}}),
            (Given{{2, 1}, {1, 0}}));
  EXPECT_EQ(given(name, Assigning({1}, {})), Given{});
}

} // namespace list_test
} // namespace malha::broker
