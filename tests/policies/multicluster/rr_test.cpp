// SPDX-License-Identifier: MIT
#include "meta_asking.hpp"

namespace malha::test {
namespace rr_test {

using Numbers = std::vector<int>;

TEST(RoundRobin, TakesTheClustersInTurn) {
  SelectionAsking rr("multicluster/rr");
  Numbers chosen;
  for (int job = 0; job < 5; ++job)
    chosen.push_back(rr.among_all());
  EXPECT_EQ(chosen, (Numbers{0, 1, 2, 0, 1}));
}

// The turn goes on behind the cluster that was chosen, not behind those that were left out: after 0 it is 1's
// turn, which is too small, so 2 is chosen, and the next turn is 0's again.
TEST(RoundRobin, LeavesOutClustersThatAreNoCandidates) {
  SelectionAsking rr("multicluster/rr");
  EXPECT_EQ(rr.among_all(), 0);
  EXPECT_EQ(rr.among({0, 2}), 2);
  EXPECT_EQ(rr.among_all(), 0);
  EXPECT_EQ(rr.among({0}), 0);
  EXPECT_EQ(rr.among_all(), 1);
}

} // namespace rr_test
} // namespace malha::test
