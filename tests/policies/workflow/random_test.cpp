// SPDX-License-Identifier: MIT
#include "instance.hpp"

namespace malha::workflow {
namespace random_test {

// Of 4000 tasks on four resources some 1000 are on each: within five standard deviations, 5 sqrt(4000 * 1/4 *
// 3/4) = 137.
TEST(RandomPlan, DrawsAllResourcesAsOften) {
  const Instance instance(Graph(4000, {}), RunTimes(4, std::vector<Seconds>(16000, 1)), Network(4, 0, 1));
  std::vector<int> tasks(4);
  for (const auto& placement : instance.planned("random"))
    ++tasks[static_cast<std::size_t>(placement.resource)];
  for (const int number : tasks)
    EXPECT_NEAR(number, 1000, 137);
}

} // namespace random_test
} // namespace malha::workflow
