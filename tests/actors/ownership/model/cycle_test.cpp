// SPDX-License-Identifier: MIT
#include "actors/ownership/model/cycle.hpp"

#include <gtest/gtest.h>

namespace malha::testing {
namespace cycle_test {

TEST(Cycle, HasNoDateWithoutNews) {
  Cycle cycle(0, 20);
  EXPECT_EQ(cycle.next(), never);
  EXPECT_FALSE(cycle.take(1e9));
}

// Dates are 5, 25, 45 …
TEST(Cycle, TakesNewsAtItsNextDate) {
  Cycle cycle(5, 20);
  cycle.has_news(0);
  EXPECT_EQ(cycle.next(), 5);
  EXPECT_FALSE(cycle.take(4));
  EXPECT_TRUE(cycle.take(5));
  EXPECT_EQ(cycle.next(), never);
  cycle.has_news(26);
  EXPECT_EQ(cycle.next(), 45);
}

TEST(Cycle, UsesEachDateOnce) {
  Cycle cycle(5, 20);
  cycle.has_news(25);
  EXPECT_TRUE(cycle.take(25));
  cycle.has_news(25); // of what was decided then
  EXPECT_EQ(cycle.next(), 45);
}

TEST(Cycle, KeepsTheEarliestNews) {
  Cycle cycle(5, 20);
  cycle.has_news(100);
  cycle.has_news(7);
  cycle.has_news(60);
  EXPECT_EQ(cycle.next(), 25);
}

// 0.1 is no binary fraction: k * 0.1 / 0.1 may be above k, and must not be rounded up to the date behind.
TEST(Cycle, FindsItsOwnDates) {
  const Seconds period = 0.1;
  for (int number = 0; number < 100000; ++number) {
    Cycle cycle(0, period);
    cycle.has_news(number * period);
    ASSERT_EQ(cycle.next(), number * period) << number;
  }
}

} // namespace cycle_test
} // namespace malha::testing
