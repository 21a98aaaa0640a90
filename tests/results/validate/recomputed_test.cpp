// SPDX-License-Identifier: MIT
// Runs of a broker by hand, in which a task of a DAG runs again after its end.
#include "tests/results/support/hand_made_grid.hpp"

#include <algorithm>

namespace malha::testing {
namespace validator_recomputed_test {

/// Task 0 of 10 Gflop ends on n0 at 10. n0 crashes at 11, with its file, so that it runs again on n1
/// until 21. Then task 1 reads the file there, and ends at 31.
class Recomputed : public Grid {
protected:
  Recomputed() {
    broker();
    shows_ = R"("attempts_end": ["cancelled", "lost", "recomputed"], "overrun": true)";
    rows_ = {row(0, 0, 0, 10, "0"), row(1, 0, 21, 31, "1")};
    others(0, 1, 10);
    outages("0,11,\n");
    parents("0");
    lines_ = "0,0,1,0,0,10,COMPLETED_SUCCESSFULLY,1e+10\n" + again_;
    attempts(lines_);
  }

  /// Of task 1.
  void parents(const std::string& numbers) {
    write_text(folder_ / "dag_tasks.csv",
               "job_id,job,name,parents,input,output\n0,0,a,,0,0\n1,0,b," + numbers + ",0,0\n");
  }
  Texts starts_again() const {
    return {"attempts: " + in_attempts(0, 3) + " starts again at 11, when " + who(0) +
            " had ended and no crash had taken its files"};
  }

  const std::string again_ = "0,0,2,1,11,21,recomputed,1e+10\n";
};

TEST_F(Recomputed, MayFollowACrashOfTheResourceThatHadTheFiles) {
  const auto found = validated();
  EXPECT_EQ(found.violations, Texts{});
  EXPECT_EQ(std::count(found.checks.begin(), found.checks.end(),
                       "no task runs again after its end, unless a crash had taken the files that it made"),
            1);
}

// A duplicate: nothing has crashed.
TEST_F(Recomputed, IsADuplicateWithoutACrash) {
  outages("");
  EXPECT_EQ(violations(), starts_again());
}
TEST_F(Recomputed, IsADuplicateAfterTheCrashOfAnotherResource) {
  outages("2,11,\n");
  EXPECT_EQ(violations(), starts_again());
}
// The file was made after the crash.
TEST_F(Recomputed, IsADuplicateAfterAnEarlierCrash) {
  outages("0,-5,-1\n");
  EXPECT_EQ(violations(), starts_again());
}
TEST_F(Recomputed, IsADuplicateBeforeTheCrash) {
  outages("0,12,\n");
  EXPECT_EQ(violations(), starts_again());
}
// It made the file again at 21, and n1 is up.
TEST_F(Recomputed, IsADuplicateIfItRunsOnceMore) {
  rows_[0].restarts = 2;
  rows_[0].wasted = 20;
  attempts(lines_ + "0,0,3,2,21,31,recomputed,1e+10\n");
  EXPECT_EQ(violations(), (Texts{"attempts: " + in_attempts(0, 4) + " starts again at 21, when " + who(0) +
                                 " had ended and no crash had taken its files"}));
}
// n1 fails at 15, and n2 runs the task once more.
TEST_F(Recomputed, MayBeLostAndRunOnceMore) {
  outages("0,11,\n1,15,\n");
  rows_[0].restarts = 2;
  rows_[0].wasted = 14;
  rows_[1] = row(1, 0, 25, 35, "2");
  attempts("0,0,1,0,0,10,COMPLETED_SUCCESSFULLY,1e+10\n0,0,2,1,11,15,lost,1e+10\n0,0,3,2,15,25,recomputed,"
           "1e+10\n");
  EXPECT_EQ(violations(), Texts{});
}
// A second result that counts is none, whatever has crashed.
TEST_F(Recomputed, DoesNotCountTwice) {
  EXPECT_EQ(broken(again_, "0,0,2,1,11,21,COMPLETED_SUCCESSFULLY,1e+10\n"),
            Texts{"attempts: " + who(0) + " has 2 attempts that ended it"});
}
// Tasks of a bag have no files that others read.
TEST_F(Recomputed, IsADuplicateInABag) {
  std::filesystem::remove(folder_ / "dag_tasks.csv");
  EXPECT_EQ(violations(), starts_again());
}
TEST_F(Recomputed, IsNothingThatOthersMayShow) {
  broker();
  EXPECT_EQ(violations().front(), "attempts: " + in_attempts(0, 3) +
                                      " is 'recomputed'; valid: cancelled, lost, or the final state of its "
                                      "job");
}

} // namespace validator_recomputed_test
} // namespace malha::testing
