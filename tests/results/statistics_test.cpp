// SPDX-License-Identifier: MIT
#include "results/statistics.hpp"

#include <gtest/gtest.h>

namespace malha::testing {
namespace {

TEST(MeanWithInterval, HasNoIntervalForOneValue) {
  const auto one = mean_with_interval({3});
  EXPECT_EQ(one.mean, 3);
  EXPECT_FALSE(one.low || one.high);
}

TEST(MeanWithInterval, IsStudentsForSeveral) {
  // 1, 2, 3: mean 2, standard deviation 1; the 0.975 quantile of Student's t with 2 degrees of freedom is
  // 0.95 * sqrt(2 / (1 - 0.95^2)) = 4.302653 (its closed form), so half the interval is 4.302653 / sqrt(3)
  // = 2.484138.
  const auto three = mean_with_interval({1, 2, 3});
  EXPECT_EQ(three.mean, 2);
  EXPECT_NEAR(*three.low, 2 - 2.484138, 1e-6);
  EXPECT_NEAR(*three.high, 2 + 2.484138, 1e-6);
}

} // namespace
} // namespace malha::testing
