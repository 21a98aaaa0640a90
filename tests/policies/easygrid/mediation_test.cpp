// SPDX-License-Identifier: MIT
#include "policies/easygrid/mediation.hpp"

#include "tests/policies/support/policy_maker.hpp"

namespace malha::easygrid {
namespace mediation_test {

using Positions = std::vector<std::size_t>;

Positions chosen(const std::string& policy, const std::vector<WantedTask>& wanted,
                 const std::map<std::string, std::string>& parameters = {}) {
  return test::make<Mediation>(policy, parameters)->choose({100, 0, wanted});
}

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

TEST(NoMediation, TakesNothing) {
  EXPECT_EQ(chosen("easygrid/no_mediation", {{1, 1, 120, 110, -1}}), Positions{});
}

} // namespace mediation_test
} // namespace malha::easygrid
