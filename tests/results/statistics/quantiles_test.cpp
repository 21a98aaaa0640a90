// SPDX-License-Identifier: MIT
#include "results/statistics/quantiles.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace malha::testing {
namespace quantiles_test {

QuantileHistogram histogram_of(const std::vector<double>& values) {
  QuantileHistogram histogram;
  for (const double value : values)
    histogram.add(value);
  return histogram;
}

TEST(QuantileHistogram, HasNoneOfNothing) {
  EXPECT_EQ(QuantileHistogram().quantile(0.5), std::nullopt);
  EXPECT_EQ(QuantileHistogram().count(), 0);
}

// Nearest rank: of 1, 2, … 100 the 50th is 50 and the 95th 95; a share of 0.001 is the first.
TEST(QuantileHistogram, IsExactForSmallWholeNumbers) {
  std::vector<double> values;
  for (int i = 100; i >= 1; --i)
    values.push_back(i);
  const auto histogram = histogram_of(values);
  EXPECT_EQ(histogram.quantile(0.5), 50);
  EXPECT_EQ(histogram.quantile(0.95), 95);
  EXPECT_EQ(histogram.quantile(0.99), 99);
  EXPECT_EQ(histogram.quantile(1), 100);
  EXPECT_EQ(histogram.quantile(0.001), 1);
  EXPECT_EQ(histogram_of({2047, 2048}).quantile(1), 2048);
  EXPECT_EQ(histogram_of({2047, 2048}).quantile(0.5), 2047);
}

TEST(QuantileHistogram, KnowsZero) {
  EXPECT_EQ(histogram_of({0, 0, 7}).quantile(0.5), 0);
  EXPECT_EQ(histogram_of({-1e-12, 0, 7}).quantile(0.3), 0); // less than 0 by rounding
}

// Against sorted numbers of 12 powers of 10: never more than the true one, and less by at most 1/1024 of it.
TEST(QuantileHistogram, IsWithinOneInAThousandOfTheTrueQuantile) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> exponent(-4, 8);
  std::vector<double> values(5000);
  for (auto& value : values)
    value = std::pow(10, exponent(random));
  const auto histogram = histogram_of(values);
  std::sort(values.begin(), values.end());
  for (const double share : {0.01, 0.25, 0.5, 0.9, 0.95, 0.99, 1.0}) {
    const auto rank = static_cast<std::size_t>(std::ceil(share * 5000));
    const double truth = values[rank - 1], found = *histogram.quantile(share);
    EXPECT_LE(found, truth);
    EXPECT_GT(found, truth * (1 - 1.0 / 1024));
  }
}

TEST(QuantileHistogram, AddsUpInAnyOrder) {
  auto sum = histogram_of({1, 2, 3});
  sum.add(histogram_of({1e6, 0.25}));
  EXPECT_EQ(sum.count(), 5);
  const auto whole = histogram_of({1e6, 3, 0.25, 2, 1});
  for (const double share : {0.2, 0.4, 0.6, 0.8, 1.0})
    EXPECT_EQ(sum.quantile(share), whole.quantile(share));
}

} // namespace quantiles_test
} // namespace malha::testing
