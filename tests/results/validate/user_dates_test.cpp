// SPDX-License-Identifier: MIT
#include "tests/results/support/hand_made.hpp"

#include <algorithm>

namespace malha::testing {
namespace validator_user_dates_test {

/// Job 0 runs from 20 to 30 s, with a walltime of 15 s, as its metadata allow.
class UserDates : public HandMade {
protected:
  UserDates() : HandMade() { says("group=3;begin=20;hold=10;deadline=35"); }

  void says(const std::string& metadata) {
    auto made = row(0, 0, 20, 30, "0");
    made.walltime = 15;
    made.metadata = metadata;
    rows_ = {made};
  }
};

TEST_F(UserDates, AreKept) {
  const auto found = validated();
  EXPECT_EQ(found.violations, Texts{});
  EXPECT_EQ(std::count(found.checks.begin(), found.checks.end(),
                       "1 jobs with dates of their users start neither before nor after them"),
            1);
}

TEST_F(UserDates, AreNotThereIfNobodySaysThem) {
  says("job.begin=50");
  EXPECT_EQ(violations(), Texts{});
}

TEST_F(UserDates, LetNoJobStartBeforeItsBegin) {
  says("begin=21");
  EXPECT_EQ(violations(), Texts{"user_dates: " + who(0) + " starts at 20, before its user lets it, at 21"});
  says("begin=3;hold=20.5");
  EXPECT_EQ(violations(), Texts{"user_dates: " + who(0) + " starts at 20, before its user lets it, at 20.5"});
  says("hold=forever");
  EXPECT_EQ(violations(),
            Texts{"user_dates: " + who(0) + " starts at 20, before its user lets it, at forever"});
}

TEST_F(UserDates, LetNoJobStartBeforeItsRelease) {
  says("not_before=21;begin=20.5");
  EXPECT_EQ(violations(), Texts{"user_dates: " + who(0) + " starts at 20, before it is released, at 21"});
  says("not_before=20");
  const auto checks = validated().checks;
  EXPECT_EQ(
      std::count(checks.begin(), checks.end(),
                 "1 jobs with dates of their users or of a release policy start neither before nor after "
                 "them"),
      1);
}

// It could run from 20 to 35 s. The deadlines of jobs of a class are up to policies.
TEST_F(UserDates, LetNoJobStartTooLateForItsDeadline) {
  says("deadline=34");
  EXPECT_EQ(violations(),
            Texts{"user_dates: " + who(0) +
                  " starts at 20, too late to end by its deadline, 34, if it runs to its walltime"});
  says("class=qos;deadline=34");
  EXPECT_EQ(violations(), Texts{});
}

// The first attempt, from 5 to 15 s, began too early.
TEST_F(UserDates, HoldForEarlierAttempts) {
  rows_[0].restarts = 1;
  rows_[0].wasted = 10;
  attempts("0,0,1,0,5,15,node_lost,10e9\n0,0,2,0,20,30,COMPLETED_SUCCESSFULLY,10e9\n");
  outages("0,15,16\n");
  shows_ = R"("attempts_end": ["node_lost"])";
  EXPECT_EQ(violations(), Texts{"user_dates: job 0 (" + (folder_ / "attempts.csv").string() +
                                ":2) starts at 5, before its user lets it, at 20"});
}

} // namespace validator_user_dates_test
} // namespace malha::testing
