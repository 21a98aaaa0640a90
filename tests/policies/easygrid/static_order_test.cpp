// SPDX-License-Identifier: MIT
#include "lines.hpp"

namespace malha::easygrid {
namespace static_order_test {

TEST(StaticOrder, StartsTheFirstTasksOfTheLine) {
  EXPECT_EQ(launched("easygrid/static_order", {9, 2, 5}, 0, 2), (Positions{0, 1}));
  EXPECT_EQ(launched("easygrid/static_order", {9, 2, 5}, 1, 2), (Positions{0}));
}

TEST(StaticOrder, StartsNothingBehindATaskThatIsNotReady) {
  EXPECT_EQ(launched("easygrid/static_order", {9, never, 5}, 0, 3), (Positions{0}));
  EXPECT_EQ(launched("easygrid/static_order", {never, 2}, 0, 3), Positions{});
}

} // namespace static_order_test
} // namespace malha::easygrid
