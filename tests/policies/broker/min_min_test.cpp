// SPDX-License-Identifier: MIT
#include "mapping_naively.hpp"

namespace malha::broker {
namespace min_min_test {

using test::Assigning;
using test::Given;
using test::given;

const std::string name = "broker/min_min";

// Task 2 on resource 3: 0.5 s. Then task 0 there, until 1.5, and task 1, until 3, against 3.5 s on resource 2
// and 6 s on the others, which stay idle.
TEST(MinMin, MapsTheTaskFirstThatEndsFirst) {
  EXPECT_EQ(given(name, test::common_example()), (Given{{2, 3}}));
}

TEST(MinMin, GivesLightTasksFirst) {
  EXPECT_EQ(given(name, Assigning({1, 1}, {10, 2, 1})), (Given{{2, 0}, {1, 1}}));
}

TEST(MinMin, GivesEqualTasksByIdToEqualResourcesByNumber) {
  EXPECT_EQ(given(name, Assigning({1, 1}, {7, 5, 5, 5})), (Given{{1, 0}, {2, 1}}));
}

// Both seem to end at once, so that the lower id comes first; of three, the lowest, which is not the nearest
// in work.
TEST(MinMin, GivesTheLowestOfThoseThatRoundingMakesEqual) {
  EXPECT_EQ(given(name, test::with_rounded_dates({0.75, 0.5})), (Given{{0, 0}}));
  EXPECT_EQ(given(name, test::with_rounded_dates({0.75, 0.5, 0.25})), (Given{{0, 0}}));
  EXPECT_EQ(given(name, test::with_rounded_dates({8, 0.75, 0.5})), (Given{{1, 0}}));
}

Given by_rule(const Assigning& book) {
  return test::mapped_naively(book, [](const auto& a, const auto& b) { return a.least < b.least; });
}

TEST(MinMin, FindsWhatTheRuleFindsTaskByTask) { test::expect_same_as_rule(name, by_rule); }

// At dates where the last digit is about 0.1 s, ties are common.
TEST(MinMin, FindsTheSameWhereDatesAreRounded) {
  test::RandomBooks books(2);
  for (int number = 0; number < 500; ++number) {
    auto book = books.next(30);
    book.now = 1e15;
    ASSERT_EQ(given(name, book), by_rule(book)) << "book " << number;
  }
}

} // namespace min_min_test
} // namespace malha::broker
