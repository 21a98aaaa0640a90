// SPDX-License-Identifier: MIT
// Jobs with several attempts, and nodes that were down, by hand.
#include "tests/results/support/hand_made.hpp"

namespace malha::testing {
namespace validator_attempts_test {

/// Job 0 starts on n0 and n1 at 0, n0 goes down at 3, and it starts again on n1 and n2 at 5. Job 1 has n3.
class Attempts : public HandMade {
protected:
  Attempts() {
    rows_ = {row(0, 0, 5, 15, "1-2"), row(1, 0, 2, 6, "3")};
    rows_[0].restarts = 1;
    rows_[0].wasted = 3;
    outages("0,3,20\n");
    shows_ = R"("attempts_end": ["node_lost", "requeued"])";
  }

  /// "job 0 (…/attempts.csv:3)".
  std::string in_attempts(std::size_t number) const { return "job 0 (" + line("attempts.csv", number) + ")"; }

  const std::string first_ = "0,0,1,0-1,0,3,node_lost,1e+10\n";
  const std::string last_ = "0,0,2,1-2,5,15,COMPLETED_SUCCESSFULLY,1e+10\n";
};

TEST_F(Attempts, MayFollowEachOther) {
  attempts(first_ + last_);
  EXPECT_EQ(violations(), Texts{});
  EXPECT_EQ(validated().checks.back(), "no resource is used while it is down");
}

// n1 and n2 are held from 2 on: n1 by both attempts.
TEST_F(Attempts, MayNotOverlap) {
  rows_[0] = row(0, 0, 2, 12, "1-2");
  rows_[0].restarts = 1;
  rows_[0].wasted = 3;
  attempts(first_ + "0,0,2,1-2,2,12,COMPLETED_SUCCESSFULLY,1e+10\n");
  EXPECT_EQ(violations(),
            (Texts{"copies: " + in_attempts(3) + " is one of 2 attempts at 2, and 1 may be at once",
                   "capacity: n1 runs 2 tasks at 2 (job 0 the last) and has 1 slot"}));
}

TEST_F(Attempts, AreNumberedFromOne) {
  attempts(first_ + "0,0,3,1-2,5,15,COMPLETED_SUCCESSFULLY,1e+10\n");
  EXPECT_EQ(violations(), Texts{"attempts: " + line("attempts.csv", 3) + " is attempt 3 of job 0, after 1"});
}

TEST_F(Attempts, AreAsManyAsTheRestartsSay) {
  attempts(last_);
  EXPECT_EQ(violations(),
            (Texts{"attempts: " + who(0) + " has 1 restart and 1 attempt",
                   "attempts: " + line("attempts.csv", 2) + " is attempt 2 of job 0, after 0"}));
}

// Its start, end, nodes and final state.
TEST_F(Attempts, EndWithTheRowOfTheJob) {
  const Texts not_the_row{"attempts: " + who(0) + " differs from its last attempt in attempts.csv"};
  for (const auto* last :
       {"0,0,2,1-2,4,15,COMPLETED_SUCCESSFULLY,1e+10\n", "0,0,2,1-2,5,14,COMPLETED_SUCCESSFULLY,1e+10\n",
        "0,0,2,1,5,15,COMPLETED_SUCCESSFULLY,1e+10\n", "0,0,2,1-2,5,15,COMPLETED_KILLED,1e+10\n"}) {
    attempts(first_ + last);
    EXPECT_EQ(violations(), not_the_row) << last;
  }
  attempts(first_ + "0,0,2,1-2,5,15,requeued,1e+10\n");
  EXPECT_EQ(violations(), Texts{"attempts: " + who(0) + " has 0 attempts that ended it"});
}

// The 3 s of the attempt before: from 1 on they are 2.
TEST_F(Attempts, AreWastedTime) {
  attempts("0,0,1,0-1,1,3,node_lost,1e+10\n" + last_);
  EXPECT_EQ(violations(), Texts{"attempts: " + who(0) + " has wasted_time 3, its other attempts took 2"});
}

// The job had ended at 3.
TEST_F(Attempts, AreNoneAfterTheOneThatEndedTheJob) {
  outages("0,15,20\n");
  rows_[0] = row(0, 0, 0, 3, "0-1");
  rows_[0].restarts = 1;
  rows_[0].wasted = 10;
  attempts("0,0,1,0-1,0,3,COMPLETED_SUCCESSFULLY,3e+09\n0,0,2,0 2,5,15,node_lost,3e+09\n");
  EXPECT_EQ(violations(), (Texts{"copies: " + in_attempts(3) + " is node_lost at 15, its job ended at 3",
                                 "attempts: " + in_attempts(3) + " starts again at 5, when " +
                                     line("attempts.csv", 2) + " has ended the job"}));
}

// n0 went down at 3, n1 stayed; from n1 and n2 nothing is lost.
TEST_F(Attempts, AreLostWithOneOfTheirNodes) {
  attempts("0,0,1,1-2,0,3,node_lost,1e+10\n" + last_);
  EXPECT_EQ(violations(),
            Texts{"attempts: " + in_attempts(2) + " is node_lost at 3, when none of its resources fails"});
}

TEST_F(Attempts, HaveAsManyNodesAsTheOneThatEndedTheJob) {
  attempts("0,0,1,0,0,3,node_lost,1e+10\n" + last_);
  EXPECT_EQ(violations(),
            Texts{"capacity: " + in_attempts(2) + " has 1 resource, and the one that ended its job 2"});
}

// "evicted" is what nobody here has declared.
TEST_F(Attempts, HaveOutcomesThatTheRunDeclares) {
  const auto evicted = "0,0,1,0-1,0,3,evicted,1e+10\n" + last_;
  attempts(evicted);
  EXPECT_EQ(violations(), Texts{"attempts: " + in_attempts(2) +
                                " is 'evicted'; valid: node_lost, requeued, or the final state of its job"});
  shows_ = "";
  EXPECT_EQ(violations(),
            Texts{"attempts: " + in_attempts(2) + " is 'evicted'; valid: the final state of its job"});
  shows_ = R"("attempts_end": ["evicted"])";
  EXPECT_EQ(violations(), Texts{});
}

TEST_F(Attempts, AreInAFile) {
  EXPECT_EQ(violations(), Texts{"attempts: " + who(0) + " was restarted, and attempts.csv is missing"});
}

// Job 1 is held by its row alone: its attempt occupies nothing twice.
TEST_F(Attempts, AreOfJobsThatWereRestarted) {
  attempts(first_ + last_ + "1,0,1,3,2,6,COMPLETED_SUCCESSFULLY,4e+09\n");
  EXPECT_EQ(violations(), Texts{"attempts: job 1 has attempts, and no restart in jobs.csv"});
}

// Job 2 has no row: it was not finished.
TEST_F(Attempts, OfAnUnfinishedJobHoldNodes) {
  attempts(first_ + last_ + "2,0,1,3,4,5,requeued,4e+09\n");
  EXPECT_EQ(violations(), Texts{"capacity: n3 runs 2 tasks at 4 (job 2 the last) and has 1 slot"});
}

TEST_F(Attempts, AreLaterThanTheSubmission) {
  rows_[0].task.submitted = 1;
  attempts(first_ + last_);
  EXPECT_EQ(violations(), Texts{"start >= submission: " + in_attempts(2) + " starts at 0, submitted at 1"});
}

// The last takes 10 s, the first 3 s until its end before its start takes 4 s off.
TEST_F(Attempts, EndAfterTheyStart) {
  rows_[0].wasted = -1;
  attempts("0,0,1,0-1,4,3,node_lost,1e+10\n" + last_);
  EXPECT_EQ(violations(),
            Texts{"finish >= start: job 0 (" + line("attempts.csv", 2) + ") ends at 3, started at 4"});
}

// The attempts take 3 s and 10 s. A walltime of 0 allows 1 s.
TEST_F(Attempts, TakeNoLongerThanTheWalltime) {
  rows_[0].walltime = 10;
  attempts(first_ + last_);
  EXPECT_EQ(violations(), Texts{});
  rows_[0] = row(0, 0, 5, 7, "1-2");
  rows_[0].restarts = 1;
  rows_[0].wasted = 3;
  rows_[0].walltime = 2;
  attempts(first_ + "0,0,2,1-2,5,7,COMPLETED_SUCCESSFULLY,1e+10\n");
  EXPECT_EQ(violations(), Texts{"walltime: " + in_attempts(2) + " ran for 3 s, its walltime is 2"});
}

/// Job 0 has n0 from 2 to 6.
class Outages : public HandMade {
protected:
  Outages() { rows_ = {row(0, 0, 2, 6, "0"), row(1, 0, 0, 9, "1")}; }
};

TEST_F(Outages, MayNotBeginUnderAJob) {
  outages("0,4,5\n");
  EXPECT_EQ(violations(), Texts{"outages: n0 fails at 4 and still runs 1 task"});
}

TEST_F(Outages, MayNotLastWhereAJobStarts) {
  outages("0,1,3\n");
  EXPECT_EQ(violations(), Texts{"outages: n0 is down at 2, when job 0 starts on it"});
  outages("0,2,\n"); // from the start of the job to the end of the run
  EXPECT_EQ(violations(), Texts{"outages: n0 is down at 2, when job 0 starts on it"});
}

// Half-open intervals: the job has the node in [2, 6), and it is down in [0, 2) and [6, …).
TEST_F(Outages, MayMeetAJob) {
  outages("0,0,2\n0,6,\n2,0,\n");
  EXPECT_EQ(violations(), Texts{});
}

// At 2 n0 goes and comes back, and job 0 starts then; at 3 it would have killed the job.
TEST_F(Outages, MayTakeNoTime) {
  outages("0,2,2\n");
  EXPECT_EQ(violations(), Texts{});
  outages("0,3,3\n");
  EXPECT_EQ(violations(), Texts{"outages: n0 fails at 3 and still runs 1 task"});
}

TEST_F(Outages, EndAfterTheyBegin) {
  outages("0,8,7\n");
  EXPECT_EQ(violations(),
            Texts{"outages: n0 (" + line("outages.csv", 2) + ") recovers at 7, and fails at 8"});
}

// n0 is down in [0, 3), twice until 1.
TEST_F(Outages, OfOneNodeAddUp) {
  outages("0,0,1\n0,0,3\n");
  EXPECT_EQ(violations(), Texts{"outages: n0 is down at 2, when job 0 starts on it"});
}

TEST_F(Outages, AreOfKnownNodes) {
  outages("4,0,1\n");
  EXPECT_EQ(refusal(), line("outages.csv", 2) + ": resource 4 is not in resources.csv");
  outages("0,nan,1\n");
  EXPECT_EQ(refusal(), line("outages.csv", 2) + ": 'nan' in column 'start' is not a finite number");
}

} // namespace validator_attempts_test
} // namespace malha::testing
