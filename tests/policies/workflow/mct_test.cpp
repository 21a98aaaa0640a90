// SPDX-License-Identifier: MIT
#include "instance.hpp"

namespace malha::workflow {
namespace mct_test {

// In order: task 0 ends at 3 on host 0. Task 1 ends at 4 behind it, at 5 on host 1.
TEST(Mct, PutsTasksInOrderWhereEachEndsFirst) {
  const Instance instance(Graph(2, {}), RunTimes(2, {3, 3, 1, 5}), Network(2, 0, 1));
  const auto plan = instance.planned("mct");
  EXPECT_EQ(plan[0].resource, 0);
  EXPECT_EQ(plan[1].resource, 0);
  EXPECT_EQ(plan[1].end, 4);
}

} // namespace mct_test
} // namespace malha::workflow
