// SPDX-License-Identifier: MIT
#include "instance.hpp"

namespace malha::workflow {
namespace dls_test {

// Medians: task 0 (4 + 2) / 2 = 3, task 1 (4 + 4) / 2 = 4, which are also their ways to an exit. Levels: task
// 0 on host 0 3 - 0 + (3 - 4) = 2, on host 1 3 + (3 - 2) = 4; task 1 4 on both. Of equal levels the lowest
// task is first: task 0 on host 1. Then task 1 on host 0: 4 against 4 - 2 = 2.
TEST(Dls, TakesThePairOfTheGreatestLevel) {
  const Instance instance(Graph(2, {}), RunTimes(2, {4, 2, 4, 4}), Network(2, 0, 1));
  const auto plan = instance.planned("dls");
  EXPECT_EQ(plan[0].resource, 1);
  EXPECT_EQ(plan[1].resource, 0);
}

// One host. Without transfers the ways of tasks 0 and 1 are 1 + 1 = 2 and 3: task 1 first. With them that of
// task 0 is 2 + 0, since no time is lost on one host.
TEST(Dls, CountsNoTransferOnOneResource) {
  const Instance instance(Graph(3, {{0, 2, 9}}), RunTimes(1, {1, 3, 1}), Network(1, 0, 1));
  for (const auto* transfers : {"ignored", "counted"})
    EXPECT_EQ(instance.planned("dls", {{"transfers", transfers}})[1].start, 0) << transfers;
}

// Two hosts alike: task 0 has the way 1 + 9 + 1 = 11 with the transfer and 2 without it, task 1 has 3.
TEST(Dls, CountsTransfersIfItIsAsked) {
  Instance instance(Graph(3, {{0, 2, 9}}), RunTimes(2, {1, 1, 3, 3, 1, 1}), Network(2, 0, 1));
  EXPECT_EQ(instance.planned("dls")[1].resource, 0);
  EXPECT_EQ(instance.planned("dls", {{"transfers", "counted"}})[0].resource, 0);
}

} // namespace dls_test
} // namespace malha::workflow
