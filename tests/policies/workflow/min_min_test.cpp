// SPDX-License-Identifier: MIT
#include "instance.hpp"

namespace malha::workflow {
namespace min_min_test {

// Task 1 ends first, at 1 on host 0; behind it task 0 ends at 4 there, and at 3 on host 1.
TEST(MinMinPlan, TakesTheTaskThatEndsFirst) {
  const Instance instance(Graph(2, {}), RunTimes(2, {3, 3, 1, 2}), Network(2, 0, 1));
  const auto plan = instance.planned("min_min");
  EXPECT_EQ(plan[1].resource, 0);
  EXPECT_EQ(plan[0].resource, 1);
  EXPECT_EQ(plan[0].end, 3);
}

} // namespace min_min_test
} // namespace malha::workflow
