// SPDX-License-Identifier: MIT
#include "checkpoint_asking.hpp"

#include <cmath>

namespace malha::test {
namespace daly_test {

Seconds daly(Seconds mtbf, int size, Seconds cost) {
  return interval_of("cluster/daly", {{"mtbf", std::to_string(mtbf)}}, size, cost);
}

// C / 2M = 50 / 20000 = 1/400, of which the root is 1/20: 1000 (1 + 1/60 + 1/3600) - 50.
TEST(Daly, CorrectsYoungsInterval) {
  EXPECT_DOUBLE_EQ(daly(10000, 1, 50), 1000 * (1 + 1 / 60.0 + 1 / 3600.0) - 50);
  EXPECT_DOUBLE_EQ(daly(40000, 4, 50), daly(10000, 1, 50));
}

TEST(Daly, IsTheMeanTimeBetweenFailuresWhereACheckpointTakesTwiceAsLongOrLonger) {
  EXPECT_DOUBLE_EQ(daly(100, 1, 200), 100);
  EXPECT_DOUBLE_EQ(daly(100, 1, 1000), 100);
  EXPECT_DOUBLE_EQ(daly(100, 2, 100), 50);
}

// The mean time for an interval t is M exp(R / M) (exp((t + C) / M) - 1) / t a second of work (daly2006,
// equation 20). Where its derivative is 0, exp((t + C) / M) (1 - t / M) = 1, whatever R is. Daly's interval
// is within 1 % of that root for C up to M / 2, where Young's is 43 % above it.
TEST(Daly, IsNearTheBestInterval) {
  for (const double cost : {0.001, 0.01, 0.1, 0.5}) {
    double low = 1e-6, high = 1;
    for (int i = 0; i < 200; ++i) {
      const double middle = (low + high) / 2;
      (std::exp(middle + cost) * (1 - middle) > 1 ? low : high) = middle;
    }
    EXPECT_NEAR(daly(1, 1, cost) / low, 1, 0.01) << cost;
  }
}

} // namespace daly_test
} // namespace malha::test
