// SPDX-License-Identifier: MIT
#include "frequency_asking.hpp"

namespace malha::test {
namespace full_speed_test {

TEST(FullSpeed, IsThatOfThePlatform) {
  EXPECT_EQ(on_cubes().pstate("cluster/full_speed"), 0);
  auto job = on_cubes();
  job.platform = 1;
  EXPECT_EQ(job.pstate("cluster/full_speed"), 1);
  EXPECT_FALSE(make<cluster::Frequency>("cluster/full_speed")->changes_any());
}

} // namespace full_speed_test
} // namespace malha::test
