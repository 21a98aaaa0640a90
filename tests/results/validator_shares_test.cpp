// SPDX-License-Identifier: MIT
// Pools of owned machines by hand: whose tasks were stopped, and for whom.
#include "hand_made_grid.hpp"

namespace malha::testing {
namespace validator_shares_test {

/// User a fills all four nodes at 10. User b owns two of them and comes at 35 with one task. Job 3 of a stops
/// for it at 40, and starts from zero at 60, when it has run.
class OwnedNodes : public Grid {
protected:
  OwnedNodes() {
    shows_ = R"("attempts_end": ["lost", "preempted"], "overrun": true)";
    owners_ = {"a", "a", "b", "b"};
    rows_ = {row(0, 0, 10, 100, "0"), row(1, 0, 10, 100, "1"), row(2, 0, 10, 100, "2"),
             row(3, 0, 60, 90, "3"), row(4, 35, 50, 60, "3")};
    for (auto& row : rows_)
      row.user = row.task.id == 4 ? "b" : "a";
    others(3, 1, 30);
    attempts("3,0,1,3,10,40,preempted,0\n3,0,2,3,60,90,COMPLETED_SUCCESSFULLY,3e+10\n");
  }
};

TEST_F(OwnedNodes, ChangeHandsWhenTheyAreOwed) { EXPECT_EQ(violations(), Texts{}); }

// At 40 user a holds four nodes, which are all his.
TEST_F(OwnedNodes, StayWithAnOwnerWhoHoldsNoMoreThanHisShare) {
  owners_ = {"a", "a", "a", "a"};
  EXPECT_EQ(violations(), (Texts{"shares: 1 task stopped at 40, and 0 machines were owed to users with tasks",
                                 "shares: " + in_attempts(3, 2) +
                                     " stopped at 40, when user 'a' held 4 machines of a share of 4"}));
}

TEST_F(OwnedNodes, DoNotChangeHandsBeforeSomebodyComes) {
  rows_[4].task.submitted = 45;
  EXPECT_EQ(violations(),
            Texts{"shares: 1 task stopped at 40, and 0 machines were owed to users with tasks"});
}

// The same schedule where the run declares that tasks may stop for other reasons.
TEST_F(OwnedNodes, MayChangeHandsWhereThatIsDeclared) {
  rows_[4].task.submitted = 45;
  shows_ += R"(, "stops_within_shares": true)";
  EXPECT_EQ(violations(), Texts{});
}

} // namespace validator_shares_test
} // namespace malha::testing
