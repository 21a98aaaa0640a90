// SPDX-License-Identifier: MIT
#include "instance.hpp"

namespace malha::workflow {
namespace round_robin_test {

// Task 2 precedes task 0, so that the order is 1, 2, 0: on hosts 0, 1 and 0.
TEST(RoundRobinPlan, TakesResourcesInTurn) {
  const Instance instance(Graph(3, {{2, 0, 0}}), RunTimes(2, {1, 1, 1, 1, 1, 1}), Network(2, 0, 1));
  const auto plan = instance.planned("round_robin");
  EXPECT_EQ(plan[1].resource, 0);
  EXPECT_EQ(plan[2].resource, 1);
  EXPECT_EQ(plan[0].resource, 0);
}

} // namespace round_robin_test
} // namespace malha::workflow
