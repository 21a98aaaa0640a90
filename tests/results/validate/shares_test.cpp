// SPDX-License-Identifier: MIT
// Pools of owned machines by hand: whose tasks were stopped, and for whom.
#include "tests/results/support/hand_made_grid.hpp"

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
    rows_[3].preemptions = 1;
    attempts("3,0,1,3,10,40,preempted,0\n3,0,2,3,60,90,COMPLETED_SUCCESSFULLY,3e+10\n");
  }

  const Texts nothing_owed_{"shares: 1 task stopped at 40, and 0 machines were owed to users with tasks",
                            "shares: 1 task stopped at 40 for user 'b', who was owed 0 machines"};
};

TEST_F(OwnedNodes, ChangeHandsWhenTheyAreOwed) { EXPECT_EQ(violations(), Texts{}); }

// At 40 user a holds four nodes, which are all his.
TEST_F(OwnedNodes, StayWithAnOwnerWhoHoldsNoMoreThanHisShare) {
  owners_ = {"a", "a", "a", "a"};
  EXPECT_EQ(violations(), (Texts{nothing_owed_[0], nothing_owed_[1],
                                 "shares: " + in_attempts(3, 2) +
                                     " stopped at 40, when user 'a' held 4 machines of a share of 4"}));
}

TEST_F(OwnedNodes, DoNotChangeHandsBeforeSomebodyComes) {
  rows_[4].task.submitted = 45;
  EXPECT_EQ(violations(), nothing_owed_);
}

// User c, who comes with him and owns nothing, gets the node.
TEST_F(OwnedNodes, GoToThoseWhoAreOwedThem) {
  rows_.push_back(row(5, 35, 100, 110, "3"));
  rows_[5].user = "b";
  rows_[4].user = "c";
  EXPECT_EQ(violations(), Texts{"shares: 1 task stopped at 40 for user 'c', who was owed 0 machines"});
}

// User b owns n2, which goes down at 30, when job 2 has ended: at 40 he has no share.
TEST_F(OwnedNodes, ChangeHandsForMachinesThatAreUp) {
  owners_ = {"a", "a", "b", ""};
  rows_[2] = row(2, 0, 10, 30, "2");
  rows_[2].user = "a";
  EXPECT_EQ(violations(), Texts{});
  outages("2,30,\n");
  EXPECT_EQ(violations(), nothing_owed_);
  outages("2,30,35\n");
  EXPECT_EQ(violations(), Texts{});
}

// What is known late is not checked.
TEST_F(OwnedNodes, MayChangeHandsForMachinesThatSeemUp) {
  owners_ = {"a", "a", "b", ""};
  rows_[2] = row(2, 0, 10, 30, "2");
  rows_[2].user = "a";
  outages("2,30,\n");
  shows_ += R"(, "late_detection": 7)";
  EXPECT_EQ(violations(), Texts{});
}

// Nobody knows that n3 has been down since 35. Job 3, which it has lost, is stopped there at 40, and starts
// elsewhere at 60, although the loss is known at 135. Where work is resumed, it waits for its image.
TEST_F(OwnedNodes, MayBeDownAndNotKnownToBe) {
  shows_ += R"(, "late_detection": 100, "stops_within_shares": true)";
  rows_.pop_back();
  rows_[0] = row(0, 0, 10, 50, "0");
  rows_[3] = row(3, 0, 60, 90, "0");
  others(3, 1, 25);
  outages("3,35,\n");
  attempts("3,0,1,3,10,35,lost,0\n3,0,2,0,60,90,COMPLETED_SUCCESSFULLY,3e+10\n");
  EXPECT_EQ(violations(), Texts{});
  shows_ += R"(, "resumed_work": true)";
  EXPECT_EQ(violations(), Texts{"attempts: " + in_attempts(3, 3) +
                                " starts at 60, before the loss of the attempt before "
                                "is known at 135"});
}

// The same schedule where the run declares that tasks may stop for other reasons.
TEST_F(OwnedNodes, MayChangeHandsWhereThatIsDeclared) {
  rows_[4].task.submitted = 45;
  shows_ += R"(, "stops_within_shares": true)";
  EXPECT_EQ(violations(), Texts{});
}

} // namespace validator_shares_test
} // namespace malha::testing
