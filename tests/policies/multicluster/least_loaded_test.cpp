// SPDX-License-Identifier: MIT
#include "meta_asking.hpp"

namespace malha::test {
namespace least_loaded_test {

// (4 busy + 4 asked for) / 8 = 1, (3 + 0) / 4 = 0.75, (2 + 12) / 16 = 0.875.
TEST(LeastLoaded, CountsNodesThatAreBusyOrAskedForByTheSizeOfTheCluster) {
  SelectionAsking policy("multicluster/least_loaded");
  policy.clusters = clusters_of({8, 4, 16});
  policy.clusters[0].busy = 4;
  policy.clusters[0].waiting_nodes = 4;
  policy.clusters[1].busy = 3;
  policy.clusters[2].busy = 2;
  policy.clusters[2].waiting_nodes = 12;
  EXPECT_EQ(policy.among_all(), 1);
  EXPECT_TRUE(policy.wanted_states);
  EXPECT_FALSE(policy.wanted_estimates);
  EXPECT_EQ(policy.among({0, 2}), 2);
}

// 1 / 4 = 2 / 8.
TEST(LeastLoaded, TakesTheFirstOfEquals) {
  SelectionAsking policy("multicluster/least_loaded");
  policy.clusters = clusters_of({2, 4, 8});
  policy.clusters[0].busy = 1;
  policy.clusters[1].busy = 1;
  policy.clusters[2].busy = 2;
  EXPECT_EQ(policy.among_all(), 1);
  EXPECT_EQ(policy.among({2}), 2);
}

} // namespace least_loaded_test
} // namespace malha::test
