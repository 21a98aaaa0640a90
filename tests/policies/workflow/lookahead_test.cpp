// SPDX-License-Identifier: MIT
#include "instance.hpp"

namespace malha::workflow {
namespace lookahead_test {

// As PEFT sees it: on host 0 the child ends at min(2 + 9, 2 + 20 + 1) = 11, on host 1 at 4.
TEST(Lookahead, SeesTheChildAhead) {
  const Instance instance(Graph(2, {{0, 1, 20}}), RunTimes(2, {2, 3, 9, 1}), Network(2, 0, 1));
  EXPECT_EQ(instance.planned("lookahead")[0].resource, 1);
}

// A chain of three: the child takes 1 s on both hosts, and its child 9 s on host 0 and 1 s on host 1, with 20
// B on each edge. Task 0 takes 2 s on host 0 and 3 s on host 1. Its child alone ends first behind host 0; the
// whole chain ends at 12 there, at 5 on host 1.
TEST(Lookahead, SeesAllIfItIsAsked) {
  const Instance instance(Graph(3, {{0, 1, 20}, {1, 2, 20}}), RunTimes(2, {2, 3, 1, 1, 9, 1}),
                          Network(2, 0, 1));
  EXPECT_EQ(instance.planned("lookahead")[0].resource, 0);
  EXPECT_EQ(instance.planned("lookahead", {{"horizon", "all"}})[0].resource, 1);
}

} // namespace lookahead_test
} // namespace malha::workflow
