// SPDX-License-Identifier: MIT
#include "lines.hpp"

namespace malha::easygrid {
namespace dataflow_test {

TEST(Dataflow, StartsWhatHasBeenReadyForLongest) {
  EXPECT_EQ(launched("easygrid/dataflow", {9, never, 5, 5}, 0, 2), (Positions{2, 3}));
  EXPECT_EQ(launched("easygrid/dataflow", {9, never, 5, 5}, 0, 9), (Positions{2, 3, 0}));
  EXPECT_EQ(launched("easygrid/dataflow", {9, 5}, 2, 2), Positions{});
}

} // namespace dataflow_test
} // namespace malha::easygrid
