// SPDX-License-Identifier: MIT
#include "instance.hpp"

namespace malha::workflow {
namespace no_plan_test {

TEST(NoPlan, PlansNothing) {
  const Instance instance(Graph(2, {}), RunTimes(1, {1, 1}), Network(1, 0, 1));
  EXPECT_TRUE(test::make<Planner>("workflow/no_plan")->plan(instance.view()).empty());
}

} // namespace no_plan_test
} // namespace malha::workflow
