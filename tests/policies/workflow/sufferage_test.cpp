// SPDX-License-Identifier: MIT
#include "instance.hpp"

namespace malha::workflow {
namespace sufferage_test {

// Task 0 ends at 3 on either host and loses nothing without its best; task 1 ends at 1 on host 0, and would
// lose 4. It is first. So task 0 ends at 4 on host 0, at 3 on host 1.
TEST(SufferagePlan, TakesTheTaskThatWouldLoseMost) {
  const Instance instance(Graph(2, {}), RunTimes(2, {3, 3, 1, 5}), Network(2, 0, 1));
  const auto plan = instance.planned("sufferage");
  EXPECT_EQ(plan[1].resource, 0);
  EXPECT_EQ(plan[0].resource, 1);
}

} // namespace sufferage_test
} // namespace malha::workflow
