// SPDX-License-Identifier: MIT
#include "mapping_naively.hpp"

#include <boost/random/uniform_int_distribution.hpp>
#include <boost/random/uniform_real_distribution.hpp>

namespace malha::broker {
namespace sufferage_test {

using test::Assigning;
using test::Given;
using test::given;

const std::string name = "broker/sufferage";

// Best on resource 3, next best: task 0 1 and 3 s, task 1 1.5 and 3.5, task 2 0.5 and 2. Tasks 0 and 1 lose 2
// s each: the lowest. Behind it task 1 ends at 2.5 against 3.5 and task 2 at 1.5 against 2, so task 1; then
// task 2 at 3 there, at 2 on resource 0.
TEST(Sufferage, MapsTheTaskFirstThatLosesMost) {
  EXPECT_EQ(given(name, test::common_example()), (Given{{0, 3}, {2, 0}}));
}

// Resource 1 is busy until 3. Task 0: 4 s against 3 + 2 loses 1; task 1: 6 against 3 + 3 loses 0.
TEST(Sufferage, IsNotMaxMin) {
  Assigning book({1, 2}, {4, 6});
  book.occupy(1, 3);
  EXPECT_EQ(given(name, book), (Given{{0, 0}}));
  EXPECT_EQ(given("broker/max_min", book), (Given{{1, 0}}));
}

// Task 0: 1 s against 2 loses 1; task 1: 4 against 8 loses 4 and goes to the fast one first; then task 0: 5
// there, 2 on the other.
TEST(Sufferage, IsNotMinMin) {
  const Assigning book({1, 2}, {2, 8});
  EXPECT_EQ(given(name, book), (Given{{1, 1}, {0, 0}}));
  EXPECT_EQ(given("broker/min_min", book), (Given{{0, 1}}));
}

// Task 0 loses 5 s without resource 0. Behind it task 1 would end at 10, as on resource 1, and waits for the
// lower one; task 2 would end at 15 there.
TEST(Sufferage, MapsEqualTasksById) {
  EXPECT_EQ(given(name, Assigning({2, 1}, {10, 10, 10})), (Given{{0, 0}, {2, 1}}));
}

// Two resources that are as good: nobody loses anything.
TEST(Sufferage, GivesTheLowestOfThoseThatLoseAsMuch) {
  EXPECT_EQ(given(name, Assigning({1, 1}, {1, 9})), (Given{{0, 0}, {1, 1}}));
}

TEST(Sufferage, GivesTheLowestTaskToAnOnlyResource) {
  Assigning book({1, 2}, {9, 1, 20});
  book.crash(1);
  EXPECT_EQ(given(name, book), (Given{{0, 0}}));
}

Given by_rule(const Assigning& book) {
  return test::mapped_naively(
      book, [](const auto& a, const auto& b) { return a.second - a.least > b.second - b.least; });
}

TEST(Sufferage, FindsWhatTheRuleFindsTaskByTask) { test::expect_same_as_rule(name, by_rule); }

// At dates where the last digit is about 0.1 s, ties are common.
TEST(Sufferage, FindsTheSameWhereDatesAreRounded) {
  test::RandomBooks books(2);
  for (int number = 0; number < 500; ++number) {
    auto book = books.next(30);
    book.now = 1e15;
    ASSERT_EQ(given(name, book), by_rule(book)) << "book " << number;
  }
}

// More resources than the policy keeps in mind for a task, of which only a slow one is free: many tasks are
// mapped to the others first.
TEST(Sufferage, FindsTheSameOnManyResources) {
  RandomStreams::Engine engine(4);
  boost::random::uniform_real_distribution<double> speeds(5, 10), works(10, 100);
  int started = 0;
  for (int number = 0; number < 20; ++number) {
    Assigning book({1}, {});
    for (int resource = 1; resource < 40; ++resource) {
      book.resources.push_back({speeds(engine)});
      book.resources.back().free_at = works(engine) / 10;
    }
    for (int task = 0; task < 150; ++task)
      book.wait(works(engine));
    const auto expected = by_rule(book);
    ASSERT_EQ(given(name, book), expected) << "book " << number;
    started += static_cast<int>(expected.size());
  }
  EXPECT_GT(started, 0); // the slow one gets a task in some books, and none in others
  EXPECT_LT(started, 20);
}

} // namespace sufferage_test
} // namespace malha::broker
