// SPDX-License-Identifier: MIT
#include "instance.hpp"

namespace malha::workflow {
namespace olb_test {

// Task 0 goes to host 0. Host 1 has nothing to do, so that task 1 goes there, where it takes 9 s and not 1.
TEST(Olb, PutsTasksWhereTheLastTaskEndsFirst) {
  const Instance instance(Graph(2, {}), RunTimes(2, {3, 3, 1, 9}), Network(2, 0, 1));
  const auto plan = instance.planned("olb");
  EXPECT_EQ(plan[0].resource, 0);
  EXPECT_EQ(plan[1].resource, 1);
  EXPECT_EQ(plan[1].end, 9);
}

} // namespace olb_test
} // namespace malha::workflow
