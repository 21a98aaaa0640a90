// SPDX-License-Identifier: MIT
#include "policies/easygrid/balance.hpp"

#include "tests/policies/support/policy_maker.hpp"

namespace malha::easygrid {
namespace no_balance_test {

// Dynamic scheduling off: also where one child has all the work (most_loaded_gives asks it for 1 - 50/100).
TEST(NoBalance, NeverMovesATask) {
  const auto policy = test::make<Balance>("easygrid/no_balance");
  for (const std::vector<ChildLoad>& children :
       {std::vector<ChildLoad>{}, {{0, 1, 10}}, {{0, 1, 100}, {1, 1, 0}}})
    EXPECT_FALSE(policy->rebalance({0, children})) << children.size() << " children";
}

} // namespace no_balance_test
} // namespace malha::easygrid
