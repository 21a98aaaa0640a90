// SPDX-License-Identifier: MIT
// Runs of the tuple space by hand: attempts that crashes cost, and when the next may start.
#include "tests/results/support/hand_made_grid.hpp"

namespace malha::testing {
namespace validator_losses_test {

/// Task 0 of 10 Gflop starts on n0, which crashes at 6 and is back at 20; it goes on on n1.
class Losses : public Grid {
protected:
  /// The second attempt, from `start` to `finish`.
  Texts ends(Seconds start, Seconds finish) {
    rows_ = {row(0, 0, start, finish, "1")};
    rows_[0].task.work = 10 * gigaflops;
    others(0, 1, 6);
    outages("0,6,20\n");
    attempts("0,0,1,0,0,6,lost,1e+10\n0,0,2,1," + shortest(start) + "," + shortest(finish) +
             ",COMPLETED_SUCCESSFULLY,1e+10\n");
    return violations();
  }
};

TEST_F(Losses, AreTriedAgain) {
  space();
  EXPECT_EQ(ends(6, 16), Texts{});
  EXPECT_EQ(ends(5, 15),
            Texts{"copies: " + in_attempts(0, 3) + " is one of 2 attempts at 5, and 1 may be at once"});
}

// 4 s later: at 10. But n0 is back at 20, where it is known in any case.
TEST_F(Losses, AreKnownAfterTheDetectionDelay) {
  space(R"(, "late_detection": 4)");
  EXPECT_EQ(ends(10, 20), Texts{});
  EXPECT_EQ(ends(9, 19), Texts{"attempts: " + in_attempts(0, 3) +
                               " starts at 9, before the loss of the attempt before is known at 10"});
  space(R"(, "late_detection": 100)");
  EXPECT_EQ(ends(20, 30), Texts{});
  EXPECT_EQ(ends(19, 29), Texts{"attempts: " + in_attempts(0, 3) +
                                " starts at 19, before the loss of the attempt before is known at 20"});
}

// Of the 6 s that were lost, all may count: 4 s are left of 10. Where nothing is resumed 10 s are.
TEST_F(Losses, MayCountWhereWorkIsResumed) {
  space(R"(, "resumed_work": true)");
  EXPECT_EQ(ends(6, 16), Texts{});
  EXPECT_EQ(ends(6, 10), Texts{});
  EXPECT_EQ(validated().unchecked, Texts{"metrics: schedule.csv is missing"});
  // 6 s and 3.5 s at 1 Gflop/s each, and what 10⁻⁹ of the dates 6 and 9.5 allow: 15.5 flop.
  EXPECT_EQ(ends(6, 9.5), Texts{"speed: " + who(0) + " has 1e+10 flop of work, its attempts can do " +
                                shortest(9.5e9 + 15.5)});
  space();
  EXPECT_EQ(ends(6, 10), Texts{"speed: " + who(0) + " took 4 s, n1 needs 10 s for it"});
}

// Only what crashed: a task that ran once does all of its work.
TEST_F(Losses, AreAllThatIsResumed) {
  space(R"(, "resumed_work": true)");
  rows_ = {row(0, 0, 0, 4, "1")};
  rows_[0].task.work = 10 * gigaflops;
  EXPECT_EQ(violations(), Texts{"speed: " + who(0) + " took 4 s, n1 needs 10 s for it"});
}

} // namespace validator_losses_test
} // namespace malha::testing
