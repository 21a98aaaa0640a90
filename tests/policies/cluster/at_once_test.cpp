// SPDX-License-Identifier: MIT
#include "release_asking.hpp"

namespace malha::test {
namespace at_once_test {

TEST(AtOnce, HoldsNoJobBack) {
  EXPECT_EQ(release_of("cluster/at_once", {}, StepSeries({{0, 9}, {50, 1}}, {}), 7, 10), 7);
  const auto policy = make<cluster::JobRelease>("cluster/at_once");
  EXPECT_FALSE(policy->holds_back());
  EXPECT_FALSE(policy->needs_carbon() || policy->needs_price() || policy->needs_walltimes());
}

} // namespace at_once_test
} // namespace malha::test
