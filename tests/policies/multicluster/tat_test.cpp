// SPDX-License-Identifier: MIT
#include "meta_asking.hpp"

namespace malha::test {
namespace tat_test {

// 10 + 60 = 70, 40 + 25 = 65, 0 + 66 = 66.
TEST(LeastTurnaround, AddsUpWaitAndExecution) {
  SelectionAsking tat("multicluster/tat");
  tat.estimates = {{10, 60}, {40, 25, 5}, {0, 66}};
  EXPECT_EQ(tat.among_all(), 1);
  EXPECT_TRUE(tat.wanted_estimates);
  EXPECT_FALSE(tat.wanted_states);
  EXPECT_EQ(tat.among({0, 2}), 2);
}

TEST(LeastTurnaround, TakesTheFirstOfEquals) {
  SelectionAsking tat("multicluster/tat");
  tat.estimates = {{10, 61}, {0, 70}, {70, 0}};
  EXPECT_EQ(tat.among_all(), 1);
}

TEST(LeastTurnaround, TakesNoClusterThatCannotRunTheJob) {
  SelectionAsking tat("multicluster/tat");
  tat.estimates = {{never, never}, {1e9, 1}, {0, never}};
  EXPECT_EQ(tat.among_all(), 1);
  EXPECT_EQ(tat.among({0, 2}), -1);
}

} // namespace tat_test
} // namespace malha::test
