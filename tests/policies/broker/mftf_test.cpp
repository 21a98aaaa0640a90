// SPDX-License-Identifier: MIT
#include "assigning.hpp"

#include <boost/random/uniform_int_distribution.hpp>
#include <boost/random/uniform_real_distribution.hpp>

#include <cmath>

namespace malha::broker {
namespace mftf_test {

using test::Assigning;
using test::Given;
using test::given;

const std::string name = "broker/mftf";

// 2 s are expected. Resource 0: 4, 6 and 2 s, so task 2. Resource 1: 4 and 6 s, so task 0. Resource 3, four
// times as fast: 1.5 s of task 1.
TEST(Mftf, GivesTheTaskNearestToTheExpectedTime) {
  EXPECT_EQ(given(name, test::common_example()), (Given{{2, 0}, {0, 1}, {1, 3}}));
}

// Mean work 15, mean speed 1.5: 10 s. Resource 0: 6, 9 and 30 s; resource 1: 3 and 15 s.
TEST(Mftf, GivesHeavyTasksToFastResources) {
  EXPECT_EQ(given(name, Assigning({1, 2}, {6, 9, 30})), (Given{{1, 0}, {2, 1}}));
}

// Crashed resources count in the mean speed: 10 / 2 = 5 s; without resource 1 it were 10 s, and task 1.
TEST(Mftf, CountsResourcesThatAreDownInTheMeanSpeed) {
  Assigning book({1, 3}, {5, 10});
  book.mean_work = 10;
  book.crash(1);
  EXPECT_EQ(given(name, book), (Given{{0, 0}}));
}

// 10 s are expected, 2 s less is as good as 2 s more.
TEST(Mftf, GivesTheLowestOfTwoThatAreAsFarOnBothSides) {
  EXPECT_EQ(given(name, Assigning({1}, {8, 12})), (Given{{0, 0}}));
  EXPECT_EQ(given(name, Assigning({1}, {12, 8})), (Given{{0, 0}}));
}

// Tasks 1 and 2 take the 5 s; task 0 comes when they are gone, and before task 3, which is as far.
TEST(Mftf, GivesEqualTasksById) {
  Assigning book({1, 1, 1, 1}, {4, 5, 5, 6});
  book.mean_work = 5;
  EXPECT_EQ(given(name, book), (Given{{1, 0}, {2, 1}, {0, 2}, {3, 3}}));
}

// 1 + 1e-20 is 1, so that all fit as well, the exact task 2 no better.
TEST(Mftf, GivesTheLowestOfThoseThatRoundingMakesEqual) {
  EXPECT_EQ(given(name, Assigning({1, 1}, {3e-20, 1e-20, 2e-20})), (Given{{0, 0}, {1, 1}}));
}

Task lasting(TaskId id, Seconds length, FlopsPerSecond reference_speed) {
  Task task;
  task.id = id;
  task.length = length;
  task.reference_speed = reference_speed;
  task.work = length * reference_speed;
  return task;
}

// Of lengths at speed 1, that on a machine of speed 4 are 1 and 3 s. Mean work 8: 2 s are expected, both are
// as far; mean work 9: 2.25 s.
TEST(Mftf, TakesLengthsInSeconds) {
  Assigning book({4}, {});
  book.waiting.insert(lasting(0, 4, 1));
  book.waiting.insert(lasting(1, 12, 1));
  EXPECT_EQ(given(name, book), (Given{{0, 0}}));
  book.mean_work = 9;
  EXPECT_EQ(given(name, book), (Given{{1, 0}}));
}

// Delays of 4, 10 and 13 s take as long on a resource of any speed, and 9 s are expected: 10 s is nearest,
// then 13 s. By their work, the 4 s were nearest to the 9 / 2.5 = 3.6 s at the mean speed.
TEST(Mftf, TakesDelaysAsTheyAre) {
  Assigning book({1, 4}, {});
  TaskId id = 0;
  for (const double length : {4, 10, 13}) {
    auto delay = lasting(id++, length, 1);
    delay.is_delay = true;
    book.waiting.insert(delay);
  }
  EXPECT_EQ(given(name, book), (Given{{1, 0}, {2, 1}}));
  // Each its own expected time fits as well as any: by id.
  EXPECT_EQ(given(name, book, {{"expected", "own"}}), (Given{{0, 0}, {1, 1}}));
}

/// The rule, task by task, with what is expected of a task.
template <class Expected>
Given by_rule_with(const Assigning& book, Expected expected) {
  const auto view = book.view();
  Given given;
  std::map<TaskId, Task> waiting;
  for (const auto& task : book.waiting)
    waiting[task.id] = task;
  for (int resource = 0; resource < static_cast<int>(book.resources.size()); ++resource) {
    if (!book.free.contains(resource) || waiting.empty())
      continue;
    const auto speed = book.resources[static_cast<std::size_t>(resource)].speed;
    const auto fitness = [&](const auto& task) {
      return 100000 / (1 + std::abs(run_time(task.second, speed) - expected(view, task.second)));
    };
    const auto fittest =
        std::max_element(waiting.begin(), waiting.end(), // the first of equals
                         [&](const auto& a, const auto& b) { return fitness(a) < fitness(b); });
    given.emplace_back(fittest->first, resource);
    waiting.erase(fittest);
  }
  return given;
}

Given by_rule(const Assigning& book) {
  return by_rule_with(book, [](const auto& view, const auto&) { return view.mean_work / view.mean_speed; });
}

TEST(Mftf, FindsWhatTheRuleFindsTaskByTask) { test::expect_same_as_rule(name, by_rule); }

const std::map<std::string, std::string> own{{"expected", "own"}};

// Mean speed 4. Resource 0, of speed 2: 6 and 3 s for 3 and 1.5 expected, so the light task 1. Resource 1, of
// the mean speed: whatever is left, as expected.
TEST(Mftf, GivesTheLightestWhereEachTaskIsExpectedToTakeItsOwnTime) {
  EXPECT_EQ(given(name, Assigning({2, 4, 6}, {12, 6}), own), (Given{{1, 0}, {0, 1}}));
}

// All are equal there, so that the lowest id goes, not the lightest.
TEST(Mftf, GivesTheLowestOnAResourceOfTheMeanSpeedWhereTasksHaveTheirOwnTimes) {
  EXPECT_EQ(given(name, Assigning({4}, {12, 6}), own), (Given{{0, 0}}));
}

TEST(Mftf, FindsWhatTheRuleFindsWhereTasksHaveTheirOwnTimes) {
  const auto rule = [](const Assigning& book) {
    return by_rule_with(book,
                        [](const auto& view, const auto& task) { return run_time(task, view.mean_speed); });
  };
  test::expect_same_as_rule(name, rule, own);
}

// 10 s are expected, up to the last digit; 7 and 13 s are as far, where 7 and 13 times a speed, divided by
// that speed, may not be.
TEST(Mftf, TakesLengthsForWhatTheyAreAtTheReferenceSpeed) {
  RandomStreams::Engine engine(5);
  boost::random::uniform_real_distribution<double> speeds(1, 10);
  for (int number = 0; number < 2000; ++number) {
    const auto speed = speeds(engine);
    Assigning book({speed}, {});
    book.waiting.insert(lasting(0, 7, speed));
    book.waiting.insert(lasting(1, 13, speed));
    book.mean_work = 10 * speed;
    ASSERT_EQ(given(name, book), by_rule(book)) << "book " << number;
  }
}

// Works within some last digits of what takes the expected time, in which works and times are rounded
// differently: the nearest task is not always the nearest work.
TEST(Mftf, FindsTheSameAmongNeighboursOfTheIdeal) {
  RandomStreams::Engine engine(3);
  boost::random::uniform_int_distribution<int> few(-6, 6);
  boost::random::uniform_real_distribution<double> speeds(1, 10), times(50, 150);
  for (int number = 0; number < 2000; ++number) {
    Assigning book({speeds(engine), speeds(engine), speeds(engine)}, {});
    book.mean_work = times(engine) * book.view().mean_speed;
    const Seconds expected = book.mean_work / book.view().mean_speed;
    for (std::size_t task = 0; task < 12; ++task)
      book.wait(expected * book.resources[task % 3].speed *
                (1 + few(engine) * std::numeric_limits<double>::epsilon()));
    ASSERT_EQ(given(name, book), by_rule(book)) << "book " << number;
  }
}

} // namespace mftf_test
} // namespace malha::broker
