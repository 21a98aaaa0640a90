// SPDX-License-Identifier: MIT
#include "checkpoint_asking.hpp"

namespace malha::test {
namespace fixed_interval_test {

TEST(FixedInterval, IsThatOfTheParameterForEveryJob) {
  EXPECT_EQ(interval_of("cluster/fixed_interval", {{"interval", "900"}}, 1, 60), 900);
  EXPECT_EQ(interval_of("cluster/fixed_interval", {{"interval", "900"}}, 64, 1), 900);
  EXPECT_TRUE(make<cluster::Checkpoint>("cluster/fixed_interval", {{"interval", "900"}})->leaves_any());
}

} // namespace fixed_interval_test
} // namespace malha::test
