// SPDX-License-Identifier: MIT
#include "wishes.hpp"

namespace malha::easygrid {
namespace greatest_gain_test {

using Positions = std::vector<std::size_t>;

// Gains of 5, 0, -10 and 8 s.
TEST(GreatestGain, TakesWhatGainsMostFirst) {
  const std::vector<WantedTask> wanted{
      {1, 1, 120, 115, -1}, {2, 1, 120, 120, -1}, {3, 2, 110, 120, -1}, {4, 2, 130, 122, -1}};
  EXPECT_EQ(chosen("easygrid/greatest_gain", wanted), (Positions{3, 0}));
  EXPECT_EQ(chosen("easygrid/greatest_gain", wanted, {{"most", "1"}}), (Positions{3}));
}

// The first task moved 9.5 s ago, the second one 10 s ago.
TEST(GreatestGain, LetsTasksRestThatHaveMoved) {
  const std::vector<WantedTask> wanted{{1, 1, 120, 110, 90.5}, {2, 1, 120, 110, 90}};
  EXPECT_EQ(chosen("easygrid/greatest_gain", wanted), (Positions{1}));
  EXPECT_EQ(chosen("easygrid/greatest_gain", wanted, {{"rest", "9"}}), (Positions{0, 1}));
}

} // namespace greatest_gain_test
} // namespace malha::easygrid
