// SPDX-License-Identifier: MIT
#include "launching.hpp"

namespace malha::easygrid {
namespace concurrent_launch_test {

using test::Ids;

class ConcurrentLaunch : public ::testing::Test {
protected:
  Ids launched(const std::vector<Flops>& works, const test::HostState& host) {
    return test::launched(*policy_, works, host);
  }

private:
  std::unique_ptr<Launch> policy_ = test::make<Launch>("easygrid/concurrent_launch");
};

TEST_F(ConcurrentLaunch, StartsTheHeaviestTasksInTheFreeSlots) {
  EXPECT_EQ(launched({2, 1, 4, 3}, {0, 2}), (Ids{2, 3}));
  EXPECT_EQ(launched({2, 1, 4, 3}, {1, 2}), Ids{2});
  EXPECT_EQ(launched({2, 1, 4, 3}, {1, 4}), (Ids{2, 3, 0}));
}

TEST_F(ConcurrentLaunch, StartsNothingWhenAllSlotsAreTaken) { EXPECT_EQ(launched({1, 2}, {2, 2}), Ids{}); }

TEST_F(ConcurrentLaunch, StartsAllTasksWhenSlotsAbound) { EXPECT_EQ(launched({1, 2}, {0, 5}), (Ids{1, 0})); }

TEST_F(ConcurrentLaunch, StartsTheLowestIdAmongEquals) {
  EXPECT_EQ(launched({7, 7, 7}, {0, 2}), (Ids{0, 1}));
}

TEST_F(ConcurrentLaunch, StartsNothingWithoutReadyTasks) { EXPECT_EQ(launched({}, {0, 2}), Ids{}); }

// Slots are free for two: one is started at a time, and two where more may be.
TEST_F(ConcurrentLaunch, StartsOneAtATimeWhenToldSo) {
  for (const auto& [at_once, expected] :
       std::map<std::string, Ids>{{"1", {2}}, {"2", {2, 3}}, {"3", {2, 3}}, {"0", {2, 3}}}) {
    const auto policy = test::make<Launch>("easygrid/concurrent_launch", {{"at_once", at_once}});
    EXPECT_EQ(test::launched(*policy, {2, 1, 4, 3}, {0, 2}), expected) << at_once;
  }
}

// nt bounds the tasks of the application alone.
TEST_F(ConcurrentLaunch, DoesNotLookAtExternalLoads) {
  EXPECT_EQ(launched({1, 2, 3}, {0, 2, 9, 1}), (Ids{2, 1}));
}

} // namespace concurrent_launch_test
} // namespace malha::easygrid
