// SPDX-License-Identifier: MIT
#include "mapping_naively.hpp"

namespace malha::broker {
namespace max_min_test {

using test::Assigning;
using test::Given;
using test::given;

const std::string name = "broker/max_min";

// Least completion times: 1.5 s of task 1 on resource 3 is the greatest. Then task 0: 2.5 s there, behind it,
// against 2 s of task 2 on resource 0, where that goes next.
TEST(MaxMin, MapsTheTaskFirstThatEndsLast) {
  EXPECT_EQ(given(name, test::common_example()), (Given{{1, 3}, {2, 0}}));
}

TEST(MaxMin, GivesHeavyTasksFirst) {
  EXPECT_EQ(given(name, Assigning({1, 1}, {1, 2, 10})), (Given{{2, 0}, {1, 1}}));
}

TEST(MaxMin, GivesEqualTasksByIdToEqualResourcesByNumber) {
  EXPECT_EQ(given(name, Assigning({1, 1}, {3, 5, 5, 5})), (Given{{1, 0}, {2, 1}}));
}

// Both seem to end at once, so that the lower id comes first; of three, the lowest, which is not the nearest
// in work.
TEST(MaxMin, GivesTheLowestOfThoseThatRoundingMakesEqual) {
  EXPECT_EQ(given(name, test::with_rounded_dates({0.5, 0.75})), (Given{{0, 0}}));
  EXPECT_EQ(given(name, test::with_rounded_dates({0.25, 0.5, 0.75})), (Given{{0, 0}}));
  EXPECT_EQ(given(name, test::with_rounded_dates({0.25, 0.5, 8})), (Given{{2, 0}}));
}

Given by_rule(const Assigning& book) {
  return test::mapped_naively(book, [](const auto& a, const auto& b) { return a.least > b.least; });
}

TEST(MaxMin, FindsWhatTheRuleFindsTaskByTask) { test::expect_same_as_rule(name, by_rule); }

// At dates where the last digit is about 0.1 s, ties are common.
TEST(MaxMin, FindsTheSameWhereDatesAreRounded) {
  test::RandomBooks books(2);
  for (int number = 0; number < 500; ++number) {
    auto book = books.next(30);
    book.now = 1e15;
    ASSERT_EQ(given(name, book), by_rule(book)) << "book " << number;
  }
}

} // namespace max_min_test
} // namespace malha::broker
