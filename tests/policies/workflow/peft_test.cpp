// SPDX-License-Identifier: MIT
#include "instance.hpp"

namespace malha::workflow {
namespace peft_test {

// Task 0 ends at 2 on host 0 and at 3 on host 1. Its child takes 9 s on host 0 and 1 s on host 1, 20 s away:
// OCT of task 0 is min(9, 21) = 9 on host 0, and 1 on host 1. 2 + 9 > 3 + 1.
TEST(Peft, SeesTheChildAhead) {
  const Instance instance(Graph(2, {{0, 1, 20}}), RunTimes(2, {2, 3, 9, 1}), Network(2, 0, 1));
  const auto plan = instance.planned("peft");
  EXPECT_EQ(plan[0].resource, 1);
  EXPECT_EQ(plan[1].end, 4);
  EXPECT_EQ(instance.planned("heft")[0].resource, 0);
}

} // namespace peft_test
} // namespace malha::workflow
