// SPDX-License-Identifier: MIT
#include "instance.hpp"

namespace malha::workflow {
namespace max_min_test {

// Task 0 would end last, at 3 on host 0, and is first; task 1 then ends at 3 + 1 there, at 2 on host 1.
TEST(MaxMinPlan, TakesTheTaskThatEndsLast) {
  const Instance instance(Graph(2, {}), RunTimes(2, {3, 3, 1, 2}), Network(2, 0, 1));
  const auto plan = instance.planned("max_min");
  EXPECT_EQ(plan[0].resource, 0);
  EXPECT_EQ(plan[1].resource, 1);
}

} // namespace max_min_test
} // namespace malha::workflow
