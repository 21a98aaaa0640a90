// SPDX-License-Identifier: MIT
#include "assigning.hpp"
#include "tests/support/thrown.hpp"

namespace malha::broker {
namespace workqueue_test {

using test::ask;
using test::Assigning;
using test::Given;
using test::given;

const std::string name = "broker/workqueue";

TEST(Workqueue, GivesTheLowestTasksToTheLowestFreeResources) {
  EXPECT_EQ(given(name, test::common_example()), (Given{{0, 0}, {1, 1}, {2, 3}}));
}

TEST(Workqueue, GivesWhatThereIs) {
  EXPECT_EQ(given(name, Assigning({1}, {5, 5})), (Given{{0, 0}}));
  EXPECT_EQ(given(name, Assigning({1, 1}, {5})), (Given{{0, 0}}));
  EXPECT_EQ(given(name, Assigning({1, 1}, {})), Given{});
}

TEST(Workqueue, CopiesNothing) {
  Assigning book({1, 1}, {});
  book.run(5, 1);
  EXPECT_EQ(given(name, book), Given{});
}

/// How often each assignment comes first, and each second, when resources 1, 3 and 4 are free and two tasks
/// wait.
std::vector<std::map<std::pair<TaskId, int>, int>> drawn(int times) {
  Assigning book({1, 1, 1, 1, 1}, {5, 5});
  book.occupy(0, 1);
  book.occupy(2, 1);
  const auto policy = test::make<Assign>(name, {{"order", "random"}});
  std::vector<std::map<std::pair<TaskId, int>, int>> counts(2);
  for (int time = 0; time < times; ++time) {
    const auto given = ask(*policy, book);
    EXPECT_EQ(given.size(), 2u);
    EXPECT_NE(given.at(0).first, given.at(1).first);
    EXPECT_NE(given.at(0).second, given.at(1).second);
    ++counts[0][given[0]];
    ++counts[1][given[1]];
  }
  return counts;
}

// Each of 2 x 3 pairs comes first, and second, in one of 6 times: 1000 of 6000, with a standard deviation of
// sqrt(6000 * 1/6 * 5/6) = 28.9; five of them are 144.
TEST(Workqueue, DrawsEachTaskAndResourceAsOften) {
  for (const auto& counts : drawn(6000)) {
    EXPECT_EQ(counts.size(), 6u);
    for (const auto& [pair, times] : counts)
      EXPECT_NEAR(times, 1000, 144) << "task " << pair.first << " to resource " << pair.second;
  }
}

// With as many of each: all tasks, and all resources.
TEST(Workqueue, DrawsAllOfThem) {
  const Assigning book(std::vector<double>(50, 1), std::vector<double>(50, 5));
  std::set<TaskId> tasks;
  std::set<int> resources;
  const auto drawn = given(name, book, {{"order", "random"}});
  for (const auto& [task, resource] : drawn) {
    tasks.insert(task);
    resources.insert(resource);
  }
  EXPECT_EQ(tasks.size(), 50u);
  EXPECT_EQ(resources.size(), 50u);
  EXPECT_NE(drawn, given(name, book));
}

TEST(Workqueue, RefusesOtherParameters) {
  const auto refused = [](const std::map<std::string, std::string>& given) {
    return testing::thrown<std::invalid_argument>([&] { test::make<Assign>(name, given); });
  };
  EXPECT_EQ(refused({{"order", "fifo"}}), "parameter 'order' cannot be 'fifo'; valid: one of given, random");
  EXPECT_EQ(refused({{"replicas", "2"}}), "unknown parameter 'replicas'; valid: order");
}

} // namespace workqueue_test
} // namespace malha::broker
