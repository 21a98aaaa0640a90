// SPDX-License-Identifier: MIT
#include "coallocating.hpp"

namespace malha::test {
namespace never_test {

TEST(Never, AllocatesNothingEvenWhereAClusterHasTheNodes) {
  const auto answer = allocate("multicluster/never", HandMadeClusters(2, {full(4), full(4)}));
  EXPECT_EQ(answer.nodes, Nodes{});
  EXPECT_EQ(answer.solver_nodes, 0);
  EXPECT_FALSE(answer.gave_up);
  EXPECT_FALSE(make<multicluster::Coallocate>("multicluster/never")->allocates());
  EXPECT_TRUE(make<multicluster::Coallocate>("multicluster/optimal")->allocates());
}

} // namespace never_test
} // namespace malha::test
