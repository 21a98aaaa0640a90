// SPDX-License-Identifier: MIT
// Decision logs by hand, against the starts in jobs.csv.
#include "tests/results/support/hand_made.hpp"

namespace malha::testing {
namespace validator_promises_test {

/// Jobs 0, 1, 2 run one after the other on all nodes, from 0, 10 and 20 on; all are submitted at 0.
class PromisesOfALog : public HandMade {
protected:
  PromisesOfALog() { rows_ = {row(0, 0, 0, 10, "0-3"), row(1, 0, 10, 20, "0-3"), row(2, 0, 20, 30, "0-3")}; }

  void heads_may_change(bool may) { shows_ = may ? R"("changing_heads": true)" : ""; }
};

TEST_F(PromisesOfALog, AreKeptByAStartAtOrBeforeThem) {
  decisions("0,1,0,start,promise_due,0\n"
            "0,2,1,wait,promised,10\n"
            "0,3,2,wait,promised,25\n"
            "10,2,1,start,promise_due,10\n"
            "20,3,2,start,promise_due,20\n");
  EXPECT_EQ(violations(), Texts{});
  EXPECT_EQ(validated().checks.back(), "reservations of the decision log are kept, and never put off");
}

TEST_F(PromisesOfALog, AreBrokenByALaterStart) {
  decisions("0,3,2,wait,promised,15\n"
            "20,3,2,start,promise_due,20\n");
  EXPECT_EQ(violations(), Texts{"promises: job 2 was promised a start at 15 and starts at 20"});
}

// The start itself says what was promised: a promise may get earlier at the date of the start only.
TEST_F(PromisesOfALog, AreBrokenByAStartThatWasDueBefore) {
  decisions("0,3,2,wait,promised,30\n"
            "20,3,2,start,promise_due,19\n");
  EXPECT_EQ(violations(), Texts{"promises: job 2 was promised a start at 19 and starts at 20"});
}

// A log that was cut, or says nothing of starts: the dates of jobs.csv count.
TEST_F(PromisesOfALog, AreHeldAgainstTheRowsWhereTheLogSaysNothingOfTheStart) {
  decisions("0,3,2,wait,promised,15\n");
  EXPECT_EQ(violations(), Texts{"promises: job 2 was promised a start at 15 and starts at 20"});
}

TEST_F(PromisesOfALog, MayBeImprovedAndNotPutOff) {
  decisions("0,3,2,wait,promised,30\n"
            "5,3,2,wait,promised,20\n");
  EXPECT_EQ(violations(), Texts{});
  decisions("0,3,2,wait,promised,20\n"
            "5,3,2,wait,promised,25\n");
  EXPECT_EQ(violations(), Texts{"promises: job 2, promised a start at 20, is put off at 5 to 25"});
  decisions("0,3,2,wait,promised,20\n"
            "5,3,2,wait,promised,\n");
  EXPECT_EQ(violations(), Texts{"promises: job 2, promised a start at 20, is put off at 5 to no date"});
}

TEST_F(PromisesOfALog, AreVoidWhereTheLogSaysSo) {
  decisions("0,3,2,wait,promised,15\n"
            "5,,,void,nodes_or_estimates_changed,\n"
            "5,3,2,wait,promised,20\n"
            "20,3,2,start,promise_due,20\n");
  EXPECT_EQ(violations(), Texts{});
}

TEST_F(PromisesOfALog, AreVoidForAJobThatLostItsReservation) {
  decisions("0,3,2,wait,promised,15\n"
            "5,3,2,deallocate,lost_reservation,\n"
            "5,3,2,wait,promised,20\n"
            "20,3,2,start,promise_due,20\n");
  EXPECT_EQ(violations(), Texts{});
  decisions("0,2,1,wait,head_reserved,5\n"
            "0,3,2,wait,promised,15\n"
            "5,2,1,deallocate,lost_reservation,\n");
  EXPECT_EQ(violations(),
            Texts{"promises: job 2 was promised a start at 15 and starts at 20"}); // job 2 lost none
}

// At the same dates, on another machine.
TEST_F(PromisesOfALog, StandWhereAFragmentMoves) {
  decisions("0,3,2,wait,promised,15\n"
            "5,3,2,move,fragment 0 from n0 to n1,\n"
            "20,3,2,start,promise_due,20\n");
  EXPECT_EQ(violations(), Texts{"promises: job 2 was promised a start at 15 and starts at 20"});
}

TEST_F(PromisesOfALog, AreMadeAgainAfterTheyWereVoid) {
  decisions("5,,,void,nodes_or_estimates_changed,\n"
            "5,3,2,wait,promised,15\n"
            "20,3,2,start,promise_due,20\n");
  EXPECT_EQ(violations(), Texts{"promises: job 2 was promised a start at 15 and starts at 20"});
}

// Job 2 gets its machines at 15, as it was promised, and the last of them is on at 20, where it starts in
// jobs.csv.
TEST_F(PromisesOfALog, AreKeptByAJobThatWaitsForMachines) {
  decisions("0,3,2,wait,promised,15\n"
            "15,3,2,start,promise_due,15\n"
            "20,3,2,begin,waited_for_machines,\n");
  EXPECT_EQ(violations(), Texts{});
  decisions("0,3,2,wait,promised,15\n"
            "15,3,2,start,promise_due,15\n"
            "19,3,2,begin,waited_for_machines,\n");
  EXPECT_EQ(violations(), Texts{"decisions: job 2 starts at 19 in decisions.csv, and at 20 in jobs.csv"});
  decisions("15,3,2,start,promise_due,15\n");
  EXPECT_EQ(violations(), Texts{"decisions: job 2 starts at 15 in decisions.csv, and at 20 in jobs.csv"});
  decisions("20,3,2,begin,waited_for_machines,\n"
            "20,3,2,start,promise_due,20\n");
  EXPECT_EQ(violations(), Texts{"decisions: job 2 begins at 20, before it was started"});
}

// Other reasons come with dates too: a second reservation is made anew at each pass.
TEST_F(PromisesOfALog, AreOfTheHeadAloneUnderEasy) {
  decisions("0,2,1,wait,head_reserved,10\n"
            "0,3,2,wait,reserved,12\n"
            "10,2,1,start,head,\n"
            "10,3,2,wait,head_reserved,20\n"
            "20,3,2,start,head,\n");
  EXPECT_EQ(violations(), Texts{});
}

TEST_F(PromisesOfALog, ToTheHeadMayBeImprovedAndNotPutOff) {
  decisions("0,3,2,wait,head_reserved,20\n"
            "5,3,2,wait,head_reserved,30\n");
  EXPECT_EQ(violations(), Texts{"promises: job 2, promised a start at 20, is put off at 5 to 30"});
  decisions("0,3,2,wait,head_reserved,30\n"
            "5,3,2,wait,head_reserved,12\n"
            "20,3,2,start,head,\n");
  EXPECT_EQ(violations(), Texts{"promises: job 2 was promised a start at 12 and starts at 20"});
}

// Under `submit` no job gets before the head. Under another order a shorter one does: what was promised to
// the old head is void, and a new promise is made to it later.
TEST_F(PromisesOfALog, ToTheHeadAreVoidWithItsPlaceUnderAnotherOrder) {
  decisions("0,3,2,wait,head_reserved,10\n"
            "5,2,1,wait,head_reserved,10\n"
            "5,3,2,wait,would_delay_reservation,\n"
            "10,2,1,start,head,\n"
            "10,3,2,wait,head_reserved,20\n"
            "20,3,2,start,head,\n");
  EXPECT_EQ(violations(), Texts{"promises: job 2, promised a start at 10, is put off at 10 to 20"});
  heads_may_change(false);
  EXPECT_EQ(violations(), Texts{"promises: job 2, promised a start at 10, is put off at 10 to 20"});
  heads_may_change(true);
  EXPECT_EQ(violations(), Texts{});
}

// Job 1 comes at 10, is first in the order, and starts at once: nothing says that it was the head but that.
TEST_F(PromisesOfALog, ToTheHeadAreVoidWhereAnotherStartsAsTheHead) {
  rows_[1].task.submitted = 10;
  decisions("0,3,2,wait,head_reserved,10\n"
            "10,2,1,start,head,\n"
            "10,3,2,wait,head_reserved,20\n"
            "20,3,2,start,head,\n");
  heads_may_change(true);
  EXPECT_EQ(violations(), Texts{});
  heads_may_change(false);
  EXPECT_EQ(violations(), Texts{"promises: job 2, promised a start at 10, is put off at 10 to 20"});
}

// Backfilled jobs are not the head, under any order.
TEST_F(PromisesOfALog, ToTheHeadHoldAgainstJobsThatFillGaps) {
  heads_may_change(true);
  decisions("0,3,2,wait,head_reserved,10\n"
            "10,2,1,start,ends_by_shadow_time,\n"
            "20,3,2,start,head,\n");
  EXPECT_EQ(violations(), Texts{"promises: job 2 was promised a start at 10 and starts at 20"});
}

TEST_F(PromisesOfALog, StartsAreThoseOfTheRows) {
  decisions("11,2,1,start,head,\n");
  EXPECT_EQ(violations(), Texts{"decisions: job 1 starts at 11 in decisions.csv, and at 10 in jobs.csv"});
}

// A job starts when a message has reached its nodes, and its nodes are free when another has come back.
TEST_F(PromisesOfALog, AreNotCheckedWhereMessagesTakeTime) {
  shows_ = R"("late_starts": true)";
  decisions("0,2,1,wait,promised,8\n"
            "1,2,1,wait,promised,9\n"
            "9.5,2,1,start,promise_due,9\n");
  EXPECT_EQ(violations(), Texts{});
  EXPECT_EQ(validated().unchecked.back(),
            "promises: jobs start, and report their ends, when messages arrive");
  decisions("11,2,1,start,promise_due,11\n");
  EXPECT_EQ(violations(), Texts{"decisions: job 1 starts at 11 in decisions.csv, and at 10 in jobs.csv"});
}

// Job 0 is held by no promise to the first of its attempts.
TEST_F(PromisesOfALog, StartsOfRestartedJobsAreNotCompared) {
  rows_ = {row(0, 0, 10, 20, "0-3")};
  rows_[0].restarts = 1;
  rows_[0].wasted = 3;
  shows_ = R"("attempts_end": ["requeued"])";
  attempts("0,0,1,0-3,0,3,requeued,1e+10\n0,0,2,0-3,10,20,COMPLETED_SUCCESSFULLY,1e+10\n");
  decisions("0,1,0,start,head,\n10,1,0,start,head,\n");
  EXPECT_EQ(violations(), Texts{});
}

TEST_F(PromisesOfALog, HaveDates) {
  decisions("0,3,2,wait,promised,soon\n");
  EXPECT_EQ(refusal(), line("decisions.csv", 2) + ": 'soon' in column 'promised_start' is not a number");
  decisions("0,3,2,wait,promised,nan\n");
  EXPECT_EQ(refusal(),
            line("decisions.csv", 2) + ": 'nan' in column 'promised_start' is not a finite number");
}

// Whoever reads that is told which trait the policy has not declared, where that would have been enough.
TEST_F(PromisesOfALog, AreBrokenByWhoeverDoesNotSayThatHeadsChange) {
  manifest_ = R"("run": {}, "deployment": {"actors": [{"function": "cluster/scheduler", "policies": )"
              R"({"policy": {"name": "mine/largest_slowdown", "parameters": {}}, )"
              R"("policy.checkpoint": {"name": "cluster/no_checkpoints", "parameters": {}}}}]})";
  decisions("0,3,2,wait,head_reserved,10\n"
            "10,2,1,start,head,\n"
            "20,3,2,start,head,\n");
  const auto found = validated();
  EXPECT_EQ(found.violations, Texts{"promises: job 2 was promised a start at 10 and starts at 20"});
  EXPECT_EQ(
      found.hints,
      Texts{"promises: this run does not declare 'changing_heads': a job may lose its place at the head of "
            "the queue. If policy mine/largest_slowdown does this on purpose, declare it: "
            "malha::Trait::changing_heads behind its parameters (docs/files.md, What a schedule may show)"});
  heads_may_change(true);
  EXPECT_EQ(validated().hints, Texts{});
}

// Nobody came before the job: no trait excuses that.
TEST_F(PromisesOfALog, AreNoMatterOfATraitWhereTheHeadKeepsItsPlace) {
  manifest_ = R"("deployment": {"actors": [{"function": "a/b", "policies": {"policy": {"name": "c/d"}}}]})";
  decisions("0,3,2,wait,head_reserved,10\n"
            "20,3,2,start,head,\n");
  EXPECT_EQ(validated().violations.size(), 1u);
  EXPECT_EQ(validated().hints, Texts{});
}

} // namespace validator_promises_test
} // namespace malha::testing
