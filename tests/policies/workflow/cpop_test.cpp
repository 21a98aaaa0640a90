// SPDX-License-Identifier: MIT
#include "instance.hpp"

namespace malha::workflow {
namespace cpop_test {

// A chain of tasks 0 and 1 with 10 B between them is the critical path: 3 + 10 + 3 in the mean, against 4 of
// task 2. Host 1 runs it in 2 + 3 = 5 s, host 0 in 4 + 3 = 7 s. HEFT would put task 0 on host 1, too; task 2
// ends first on host 0.
TEST(Cpop, KeepsTheCriticalPathOnOneResource) {
  const Instance instance(Graph(3, {{0, 1, 10}}), RunTimes(2, {4, 2, 3, 3, 4, 4}), Network(2, 0, 1));
  const auto plan = instance.planned("cpop");
  EXPECT_EQ(plan[0].resource, 1);
  EXPECT_EQ(plan[1].resource, 1);
  EXPECT_EQ(plan[1].end, 5);
  EXPECT_EQ(plan[2].resource, 0);
}

// Two critical paths of the same length, 0 to 2 and 1 to 3. Only the first is kept on the resource of the
// path, host 1. Task 1 ends at 2 on both hosts, since host 1 is taken until 1; the lowest is host 0. Task 3
// stays there: it ends at 4, and on host 1 at 2 + 8 + 1 = 11.
TEST(Cpop, KeepsOnlyOneOfTwoCriticalPaths) {
  const Instance instance(Graph(4, {{0, 2, 8}, {1, 3, 8}}), RunTimes(2, {2, 1, 2, 1, 2, 1, 2, 1}),
                          Network(2, 0, 1));
  const auto plan = instance.planned("cpop");
  EXPECT_EQ(plan[0].resource, 1);
  EXPECT_EQ(plan[2].resource, 1);
  EXPECT_EQ(plan[1].resource, 0);
  EXPECT_EQ(plan[3].resource, 0);
}

} // namespace cpop_test
} // namespace malha::workflow
