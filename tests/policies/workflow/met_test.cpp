// SPDX-License-Identifier: MIT
#include "instance.hpp"

namespace malha::workflow {
namespace met_test {

// Both tasks run in the least time on host 1, one after the other, although host 0 is idle.
TEST(Met, PutsTasksWhereTheyTakeTheLeastTime) {
  const Instance instance(Graph(2, {}), RunTimes(2, {3, 2, 3, 2}), Network(2, 0, 1));
  const auto plan = instance.planned("met");
  EXPECT_EQ(plan[0].resource, 1);
  EXPECT_EQ(plan[1].resource, 1);
  EXPECT_EQ(plan[1].end, 4);
}

} // namespace met_test
} // namespace malha::workflow
