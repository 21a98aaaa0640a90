// SPDX-License-Identifier: MIT
#include "results/statistics/batch_means.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace malha {
namespace batch_means_test {

// Means of 2 each: 1.5, 3.5, 5.5, 7.5; their mean is 4.5. Squares of what they are off: 9 + 1 + 1 + 9 = 20,
// so the standard deviation is sqrt(20 / 3) and half the interval 3.182446 * sqrt(20 / 3) / 2 = 4.108520, by
// Student's t of 3 degrees of freedom. Products of neighbours: 3 - 1 + 3 = 5; 5 / 20.
TEST(BatchMeans, OfEightValues) {
  const auto found = batch_means({1, 2, 3, 4, 5, 6, 7, 8}, 4);
  EXPECT_EQ(found.batches, 4u);
  EXPECT_EQ(found.length, 2u);
  EXPECT_EQ(found.left_out, 0u);
  EXPECT_DOUBLE_EQ(found.mean.mean, 4.5);
  EXPECT_NEAR(*found.mean.low, 4.5 - 4.108520, 1e-6);
  EXPECT_NEAR(*found.mean.high, 4.5 + 4.108520, 1e-6);
  EXPECT_DOUBLE_EQ(found.correlation, 0.25);
  EXPECT_FALSE(found.is_dependent()); // 1.96 / sqrt(4) = 0.98
}

TEST(BatchMeans, LeaveOutWhatFillsNoBatch) {
  const auto found = batch_means({4, 4, 4, 4, 100}, 2);
  EXPECT_EQ(found.length, 2u);
  EXPECT_EQ(found.left_out, 1u);
  EXPECT_EQ(found.mean.mean, 4);
  EXPECT_EQ(*found.mean.low, 4);
  EXPECT_EQ(found.correlation, 0);
}

// 8 batches of one value: four times -1 and then four times 1. Of seven pairs of neighbours six are alike and
// one is not: (6 - 1) / 8 = 0.625, below 1.96 / sqrt(8) = 0.693. Of 16 it is (14 - 1) / 16 = 0.8125, above
// 0.49.
TEST(BatchMeans, SayThatTheyDepend) {
  const auto few = batch_means({-1, -1, -1, -1, 1, 1, 1, 1}, 8);
  EXPECT_DOUBLE_EQ(few.correlation, 0.625);
  EXPECT_FALSE(few.is_dependent());
  std::vector<double> values(8, -1.0);
  values.resize(16, 1.0);
  const auto many = batch_means(values, 16);
  EXPECT_DOUBLE_EQ(many.correlation, 0.8125);
  EXPECT_TRUE(many.is_dependent());
}

TEST(BatchMeans, NeedTwoBatchesWithAValueEach) {
  EXPECT_THROW(batch_means({1, 2, 3}, 1), std::invalid_argument);
  EXPECT_THROW(batch_means({1, 2, 3}, 4), std::invalid_argument);
}

// The mean of 1 and 3 is 2, their standard deviation sqrt(2), and t of one degree of freedom 12.7062: half
// the interval of another value is 17.9693, whatever their number. That of the mean is smaller by sqrt(2).
TEST(MeanOfResamples, IsAsWideAsResamplesSpread) {
  const auto found = mean_of_resamples({1, 3});
  EXPECT_DOUBLE_EQ(found.mean, 2);
  EXPECT_NEAR(*found.high - 2, 17.9693, 1e-4);
  EXPECT_NEAR(2 - *found.low, 17.9693, 1e-4);
  EXPECT_FALSE(mean_of_resamples({5}).low);
  EXPECT_EQ(*mean_of_resamples({5, 5}).high, 5);
}

} // namespace batch_means_test
} // namespace malha
