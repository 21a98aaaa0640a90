// SPDX-License-Identifier: MIT
#include "policies/sdk/regression.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace malha {
namespace regression_test {

Regression of(const std::vector<std::pair<double, double>>& pairs) {
  Regression sums;
  for (const auto& [estimate, real] : pairs)
    sums.add(estimate, real);
  return sums;
}

// (1, 1), (1, 2), (4, 3): sum of products 1 + 2 + 12 = 15, of squared reals 1 + 4 + 9 = 14, of squared
// estimates 1 + 1 + 16 = 18. a = 15 / 14. R^2 = 15^2 / (14 * 18) = 225 / 252 = 25 / 28; adjusted for n = 3:
// 1 - (3 / 28) * 3 / 2 = 47 / 56. Errors 0, 1, 1 over reals 6.
TEST(Regression, IsOfALineThroughTheOrigin) {
  const auto sums = of({{1, 1}, {1, 2}, {4, 3}});
  EXPECT_EQ(sums.number(), 3);
  EXPECT_DOUBLE_EQ(*sums.slope(), 15.0 / 14);
  EXPECT_DOUBLE_EQ(*sums.adjusted_r(), 47.0 / 56);
  EXPECT_DOUBLE_EQ(*sums.deviation(), 2.0 / 6);
}

// The same by the definition: 1 - R^2 is sum (y - a x)^2 / sum y^2. With a = 15 / 14 the residuals are
// -1/14, -16/14 and 11/14: squares (1 + 256 + 121) / 196 = 378 / 196, over 18: 0.10714... = 3 / 28.
TEST(Regression, EqualsItsDefinition) {
  double residuals = 0;
  for (const auto& [y, x] : std::vector<std::pair<double, double>>{{1, 1}, {1, 2}, {4, 3}})
    residuals += (y - 15.0 / 14 * x) * (y - 15.0 / 14 * x);
  EXPECT_DOUBLE_EQ(residuals / 18, 3.0 / 28);
}

// Estimates that are twice too large: the slope is 2, and all lie on the line.
TEST(Regression, DoesNotConfuseSlopeAndDispersion) {
  const auto sums = of({{2, 1}, {4, 2}, {8, 4}});
  EXPECT_EQ(*sums.slope(), 2);
  EXPECT_EQ(*sums.adjusted_r(), 1);
  EXPECT_EQ(*sums.deviation(), 1);
}

// A correction by the slope a divides all estimates: a becomes 1, and adjusted R stays.
TEST(Regression, KeepsDispersionUnderACorrection) {
  const std::vector<std::pair<double, double>> pairs{{3, 1}, {5, 2}, {13, 3}, {10, 4}};
  const auto before = of(pairs);
  Regression after;
  for (const auto& [estimate, real] : pairs)
    after.add(estimate / *before.slope(), real);
  EXPECT_DOUBLE_EQ(*after.slope(), 1);
  EXPECT_DOUBLE_EQ(*after.adjusted_r(), *before.adjusted_r());
}

TEST(Regression, HasNothingToSayOfNothing) {
  EXPECT_FALSE(of({}).slope() || of({}).adjusted_r() || of({}).deviation());
  const auto zeros = of({{1, 0}, {2, 0}});
  EXPECT_FALSE(zeros.slope() || zeros.adjusted_r() || zeros.deviation());
  EXPECT_FALSE(of({{1, 2}}).adjusted_r());         // one pair
  EXPECT_FALSE(of({{0, 2}, {0, 3}}).adjusted_r()); // its estimates have no variation to explain
  EXPECT_EQ(*of({{0, 2}, {0, 3}}).slope(), 0);
  EXPECT_EQ(*of({{0, 2}, {0, 3}}).deviation(), 1);
}

} // namespace regression_test
} // namespace malha
