// SPDX-License-Identifier: MIT
#include "checkpoint_asking.hpp"

namespace malha::test {
namespace young_test {

// sqrt(2 * 50 * 10000) = 1000. A job on 4 nodes fails four times as often: sqrt(2 * 50 * 2500) = 500.
TEST(Young, IsTheRootOfTwiceTheCostTimesTheMeanTimeBetweenFailures) {
  EXPECT_DOUBLE_EQ(interval_of("cluster/young", {{"mtbf", "10000"}}, 1, 50), 1000);
  EXPECT_DOUBLE_EQ(interval_of("cluster/young", {{"mtbf", "10000"}}, 4, 50), 500);
}

} // namespace young_test
} // namespace malha::test
