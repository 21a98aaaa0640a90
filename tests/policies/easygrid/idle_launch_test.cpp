// SPDX-License-Identifier: MIT
#include "launching.hpp"

#include "policies/sdk/numbers.hpp"

namespace malha::easygrid {
namespace idle_launch_test {

using test::Ids;

Ids launched(const std::vector<Flops>& works, const test::HostState& host,
             const std::map<std::string, std::string>& parameters = {}) {
  return test::launched(*test::make<Launch>("easygrid/idle_launch", parameters), works, host);
}

/// Whether the host counts as idle: a task is ready and a slot free, so that nothing else holds it back.
bool idle(int external_loads, int cores, const std::map<std::string, std::string>& parameters = {}) {
  return !launched({1}, {0, 1, external_loads, cores}, parameters).empty();
}

TEST(IdleLaunch, StartsTheHeaviestTasksInTheFreeSlotsOfAnIdleHost) {
  EXPECT_EQ(launched({2, 1, 4, 3}, {0, 2}), (Ids{2, 3}));
  EXPECT_EQ(launched({2, 1, 4, 3}, {1, 2}), Ids{2});
  EXPECT_EQ(launched({7, 7, 7}, {0, 2}), (Ids{0, 1}));
}

TEST(IdleLaunch, StartsNothingWhenAllSlotsOfAnIdleHostAreTaken) {
  EXPECT_EQ(launched({1, 2}, {2, 2}), Ids{});
}

TEST(IdleLaunch, StartsNothingWithoutReadyTasks) { EXPECT_EQ(launched({}, {0, 2}), Ids{}); }

TEST(IdleLaunch, StartsNothingOnAnOccupiedHost) { EXPECT_EQ(launched({1, 2}, {0, 2, 1, 1}), Ids{}); }

// One load takes one core. Free: 4 cores 3/4, 5 cores 4/5 ("at least"), 6 cores 5/6; 10 cores 8/10 and 7/10.
TEST(IdleLaunch, NeedsEightyPercentOfTheHostFreeUnlessTold) {
  EXPECT_FALSE(idle(1, 4));
  EXPECT_TRUE(idle(1, 5));
  EXPECT_TRUE(idle(1, 6));
  EXPECT_TRUE(idle(2, 10));
  EXPECT_FALSE(idle(3, 10));
}

// "At least" the share holds for every share, not only for those that survive a subtraction in binary:
// cores-loads of cores free is at least (cores-loads)/cores, and with one more load it is not.
TEST(IdleLaunch, CountsAShareThatIsExactlyHit) {
  for (const int cores : {5, 10, 20})
    for (int loads = 0; loads < cores; ++loads) {
      const auto share = shortest(static_cast<double>(cores - loads) / cores);
      EXPECT_TRUE(idle(loads, cores, {{"free_share", share}})) << loads << " of " << cores << ", " << share;
      EXPECT_FALSE(idle(loads + 1, cores, {{"free_share", share}}))
          << loads << " of " << cores << ", " << share;
    }
}

// Free: nothing, not -2 of 1.
TEST(IdleLaunch, CountsAnOverloadedHostAsFullyOccupied) {
  EXPECT_FALSE(idle(3, 1, {{"free_share", "0.01"}}));
  EXPECT_TRUE(idle(3, 1, {{"free_share", "0"}}));
}

TEST(IdleLaunch, CanAskForAHostOfItsOwn) {
  EXPECT_TRUE(idle(0, 64, {{"free_share", "1"}}));
  EXPECT_FALSE(idle(1, 64, {{"free_share", "1"}}));
}

} // namespace idle_launch_test
} // namespace malha::easygrid
