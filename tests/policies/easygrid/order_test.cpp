// SPDX-License-Identifier: MIT
#include "policies/easygrid/order.hpp"

#include "tests/policies/support/policy_maker.hpp"

namespace malha::easygrid {
namespace order_test {

using Positions = std::vector<std::size_t>;

/// A line of tasks that have been ready since these dates, on a host with `running` of `slots` slots taken.
Positions launched(const std::string& policy, const std::vector<Seconds>& ready_since, int running,
                   int slots) {
  std::vector<WaitingTask> waiting;
  for (const Seconds date : ready_since)
    waiting.push_back({{}, date});
  return test::make<LaunchOrder>(policy)->launch({100, waiting, running, slots, 0, 1});
}

TEST(StaticOrder, StartsTheFirstTasksOfTheLine) {
  EXPECT_EQ(launched("easygrid/static_order", {9, 2, 5}, 0, 2), (Positions{0, 1}));
  EXPECT_EQ(launched("easygrid/static_order", {9, 2, 5}, 1, 2), (Positions{0}));
}

TEST(StaticOrder, StartsNothingBehindATaskThatIsNotReady) {
  EXPECT_EQ(launched("easygrid/static_order", {9, never, 5}, 0, 3), (Positions{0}));
  EXPECT_EQ(launched("easygrid/static_order", {never, 2}, 0, 3), Positions{});
}

TEST(Dataflow, StartsWhatHasBeenReadyForLongest) {
  EXPECT_EQ(launched("easygrid/dataflow", {9, never, 5, 5}, 0, 2), (Positions{2, 3}));
  EXPECT_EQ(launched("easygrid/dataflow", {9, never, 5, 5}, 0, 9), (Positions{2, 3, 0}));
  EXPECT_EQ(launched("easygrid/dataflow", {9, 5}, 2, 2), Positions{});
}

} // namespace order_test
} // namespace malha::easygrid
