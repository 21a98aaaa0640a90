// SPDX-License-Identifier: MIT
#include "instance.hpp"

namespace malha::workflow {
namespace heft_test {

// On hosts of the same speed, 1 B a second apart. rank_u: task 2 has 2, task 1 has 3 + 4 + 2 = 9, task 0 has
// 1 + 1 + 2 = 4. So task 1 is first, from 0 to 3 on host 0. Task 0 ends at 1 on host 1. Task 2 has the data
// of task 1 at 3 on host 0, those of task 0 at 2; on host 1 at 7.
TEST(Heft, TakesTheLongestWayFirst) {
  const Instance instance(Graph(3, {{0, 2, 1}, {1, 2, 4}}), RunTimes(2, {1, 1, 3, 3, 2, 2}),
                          Network(2, 0, 1));
  const auto plan = instance.planned("heft");
  EXPECT_EQ(plan[1].resource, 0);
  EXPECT_EQ(plan[0].resource, 1);
  EXPECT_EQ(plan[2].resource, 0);
  EXPECT_EQ(plan[2].start, 3);
}

// One host. Its gap from 0 to 2 is before a time that is taken until 5: with gaps the task is there, and else
// behind.
TEST(Heft, FillsGapsUnlessItAppends) {
  Instance instance(Graph(1, {}), RunTimes(1, {2}), Network(1, 0, 1));
  instance.busy = {{0, 2, 5}};
  EXPECT_EQ(instance.planned("heft")[0].start, 0);
  EXPECT_EQ(instance.planned("heft", {{"slots", "append"}})[0].start, 5);
}

} // namespace heft_test
} // namespace malha::workflow
