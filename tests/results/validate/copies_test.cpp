// SPDX-License-Identifier: MIT
// Runs of brokers by hand: copies of tasks, some of which crashes cost.
#include "tests/results/support/damage.hpp"
#include "tests/results/support/hand_made_grid.hpp"

#include <functional>

namespace malha::testing {
namespace validator_copies_test {

/// Four tasks of 10, 8, 4 and 2 Gflop, all submitted at 0, under WQR with two copies. At 0 n0 … n3 get one
/// each. n3 has ended task 3 at 2 and copies task 0 of n0, which ends it at 10. n1 crashes at 3; task 1 waits
/// until n2 has ended task 2 at 4, and ends there at 12; from 10 on it has a copy on n0.
class Copies : public Grid {
protected:
  Copies() {
    rows_ = {row(3, 0, 0, 2, "3"), row(2, 0, 0, 4, "2"), row(0, 0, 0, 10, "0"), row(1, 0, 4, 12, "2")};
    others(2, 1, 8);
    others(3, 2, 3 + 2);
    outages("1,3,\n");
    broker(two_copies_);
    lines_ = ended_ + copy_ + lost_ + again_ + late_copy_;
    attempts(lines_);
  }

  const std::string two_copies_ = R"(, "copies": 2)";
  const std::string ended_ = "0,0,1,0,0,10,COMPLETED_SUCCESSFULLY,1e+10\n"; // line 2
  const std::string copy_ = "0,0,2,3,2,10,cancelled,1e+10\n";
  const std::string lost_ = "1,0,1,1,0,3,lost,8e+09\n";
  const std::string again_ = "1,0,2,2,4,12,COMPLETED_SUCCESSFULLY,8e+09\n";
  const std::string late_copy_ = "1,0,3,0,10,12,cancelled,8e+09\n"; // line 6
};

TEST_F(Copies, MayRunAtOnce) {
  const auto found = validated();
  EXPECT_EQ(found.violations, Texts{});
  EXPECT_EQ(
      found.checks,
      (Texts{"every start is at or after its submission, every finish at or after its start",
             "waiting, execution and turnaround times and stretch agree with the dates",
             "no task is faster than its host",
             "every job with a row has one attempt that ended it, and every loss is a failure of a resource",
             "no job has more than 2 attempts at once",
             "copies are cancelled at the date at which their job ends", "all 4 tasks have a row each",
             "no resource runs more tasks at once than it has slots",
             "no resource is used while it is down"}));
  EXPECT_EQ(found.unchecked, Texts{"metrics: schedule.csv is missing"});
}

// Rows come in any order; what counts is the number.
TEST_F(Copies, MayBeWrittenInAnyOrder) {
  attempts(late_copy_ + copy_ + again_ + ended_ + lost_);
  EXPECT_EQ(violations(), Texts{});
}

// A second less makes 7 s of the 8 that were wasted.
TEST_F(Copies, AreCancelledWhenTheirJobEnds) {
  rows_[2].wasted = 7;
  EXPECT_EQ(broken(copy_, "0,0,2,3,2,9,cancelled,1e+10\n"),
            Texts{"copies: " + in_attempts(0, 3) + " is cancelled at 9, its job ended at 10"});
  rows_[2].wasted = 9;
  EXPECT_EQ(broken(copy_, "0,0,2,3,2,11,cancelled,1e+10\n"),
            Texts{"copies: " + in_attempts(0, 3) + " is cancelled at 11, its job ended at 10"});
}

// The news of the end travels.
TEST_F(Copies, MayBeCancelledLaterWhereMessagesTakeTime) {
  broker(two_copies_ + R"(, "late_cancellation": true)");
  rows_[2].wasted = 8.5;
  EXPECT_EQ(broken(copy_, "0,0,2,3,2,10.5,cancelled,1e+10\n"), Texts{});
  EXPECT_EQ(validated().unchecked.front(), "ends of copies: they run on until the end of their job is known");
}

// n3 crashes at 11, and had a copy of task 0 until then.
TEST_F(Copies, AreNotLostAfterTheirJobHasEnded) {
  outages("1,3,\n3,11,\n");
  rows_[2].wasted = 9;
  EXPECT_EQ(broken(copy_, "0,0,2,3,2,11,lost,1e+10\n"),
            Texts{"copies: " + in_attempts(0, 3) + " is lost at 11, its job ended at 10"});
}

// n1 crashes at 3.
TEST_F(Copies, AreLostAtACrash) {
  rows_[3].wasted = 2.5 + 2;
  EXPECT_EQ(broken(lost_, "1,0,1,1,0,2.5,lost,8e+09\n"),
            Texts{"attempts: " + in_attempts(1, 4) + " is lost at 2.5, when none of its resources fails"});
  rows_[3].wasted = 3.5 + 2;
  EXPECT_EQ(broken(lost_, "1,0,1,1,0,3.5,lost,8e+09\n"),
            (Texts{"attempts: " + in_attempts(1, 4) + " is lost at 3.5, when none of its resources fails",
                   "outages: n1 fails at 3 and still runs 1 task"}));
}

TEST_F(Copies, AreLostWithTheirOwnResource) {
  outages("3,3,3\n"); // and n3 runs a copy then
  EXPECT_EQ(violations(),
            (Texts{"attempts: " + in_attempts(1, 4) + " is lost at 3, when none of its resources fails",
                   "outages: n3 fails at 3 and still runs 1 task"}));
}

// n1 is down from 3 on.
TEST_F(Copies, AreOnResourcesThatAreUp) {
  EXPECT_EQ(broken(late_copy_, "1,0,3,1,10,12,cancelled,8e+09\n"),
            Texts{"outages: n1 is down at 10, when job 1 starts on it"});
}

// Task 0 has n0 until 10, its copy has n3.
TEST_F(Copies, AreOnResourcesOfTheirOwn) {
  EXPECT_EQ(broken(copy_, "0,0,2,0,2,10,cancelled,1e+10\n"),
            Texts{"capacity: n0 runs 2 tasks at 2 (job 0 the last) and has 1 slot"});
  rows_[3].wasted = 3 + 3;
  EXPECT_EQ(broken(late_copy_, "1,0,3,0,9,12,cancelled,8e+09\n"),
            Texts{"capacity: n0 runs 2 tasks at 9 (job 1 the last) and has 1 slot"});
}

TEST_F(Copies, AreOnOneKnownResource) {
  for (const std::string unknown : {"7", "", "3-4"}) {
    const auto found = broken(late_copy_, "1,0,3," + unknown + ",10,12,cancelled,8e+09\n");
    EXPECT_EQ(found.front(), "capacity: " + in_attempts(1, 6) + " is on resources '" + unknown +
                                 "', which are not all in resources.csv");
  }
  EXPECT_EQ(broken(late_copy_, "1,0,3,0 3,10,12,cancelled,8e+09\n"),
            Texts{"capacity: " + in_attempts(1, 6) + " has 2 resources, and the one that ended its job 1"});
}

// n3 is free from 10 on: a third copy of task 1 from 11 to 12.
TEST_F(Copies, AreAtMostAsManyAsReplicas) {
  others(3, 3, 3 + 2 + 1);
  const std::string third = "1,0,4,3,11,12,cancelled,8e+09\n";
  EXPECT_EQ(broken(late_copy_, late_copy_ + third),
            Texts{"copies: " + in_attempts(1, 7) + " is one of 3 attempts at 11, and 2 may be at once"});
  broker(R"(, "copies": 3)");
  EXPECT_EQ(violations(), Texts{});
}

// One at a time is what a schedule shows of which nobody declares more.
TEST_F(Copies, AreNoneElsewhere) {
  broker();
  EXPECT_EQ(violations(),
            (Texts{"copies: " + in_attempts(0, 3) + " is one of 2 attempts at 2, and 1 may be at once",
                   "copies: " + in_attempts(1, 6) + " is one of 2 attempts at 10, and 1 may be at once"}));
}

TEST_F(Copies, AreNumberedByTheirStart) {
  EXPECT_EQ(broken(late_copy_, "1,0,4,0,10,12,cancelled,8e+09\n"),
            Texts{"attempts: " + line("attempts.csv", 6) + " is attempt 4 of job 1, after 2"});
  EXPECT_EQ(broken(again_ + late_copy_, "1,0,3,2,4,12,COMPLETED_SUCCESSFULLY,8e+09\n"
                                        "1,0,2,0,10,12,cancelled,8e+09\n"),
            Texts{"attempts: " + in_attempts(1, 5) +
                  " is attempt 3, and starts before attempt 2, or with it on a lower resource"});
}

// Both start at 0: n0 is first.
TEST_F(Copies, ThatStartTogetherAreNumberedByResource) {
  rows_ = {row(0, 0, 0, 10, "0")};
  others(0, 1, 10);
  const std::string first = "0,0,1,0,0,10,COMPLETED_SUCCESSFULLY,1e+10\n";
  attempts(first + "0,0,2,3,0,10,cancelled,1e+10\n");
  EXPECT_EQ(violations(), Texts{});
  attempts("0,0,1,3,0,10,cancelled,1e+10\n0,0,2,0,0,10,COMPLETED_SUCCESSFULLY,1e+10\n");
  EXPECT_EQ(violations(),
            Texts{"attempts: " + in_attempts(0, 3) +
                  " is attempt 2, and starts before attempt 1, or with it on a lower resource"});
}

TEST_F(Copies, AreCountedAsRestarts) {
  rows_[3].restarts = 1;
  EXPECT_EQ(violations(), Texts{"attempts: " + who(3) + " has 1 restart and 3 attempts"});
  rows_[3].restarts = 0;
  EXPECT_EQ(violations(), Texts{"attempts: job 1 has attempts, and no restart in jobs.csv"});
}

TEST_F(Copies, AreWastedTime) {
  rows_[3].wasted = 3;
  EXPECT_EQ(violations(), Texts{"attempts: " + who(3) + " has wasted_time 3, its other attempts took 5"});
}

// Job 1 has two attempts left, where 3 are expected; none, or both, have ended it.
TEST_F(Copies, OfAJobThatEndedHaveOneThatEndedIt) {
  EXPECT_EQ(broken(again_ + late_copy_, "1,0,2,0,10,12,cancelled,8e+09\n"),
            (Texts{"attempts: " + who(3) + " has 2 restarts and 2 attempts",
                   "attempts: " + who(3) + " has 0 attempts that ended it"}));
  EXPECT_EQ(broken(copy_, "0,0,2,3,2,10,COMPLETED_SUCCESSFULLY,1e+10\n"),
            Texts{"attempts: " + who(2) + " has 2 attempts that ended it"});
}

// Its start, end, resource and final state. On n3 at 3 task 1 would meet the copy of task 0.
TEST_F(Copies, HaveOneThatIsTheRowOfTheJob) {
  const Texts not_the_row{"attempts: " + who(3) + " differs from its last attempt in attempts.csv"};
  EXPECT_EQ(broken(again_, "1,0,2,2,5,12,COMPLETED_SUCCESSFULLY,8e+09\n"), not_the_row);
  EXPECT_EQ(broken(again_, "1,0,2,2,4,13,COMPLETED_SUCCESSFULLY,8e+09\n"), not_the_row);
  EXPECT_EQ(broken(again_, "1,0,2,2,4,12,COMPLETED_KILLED,8e+09\n"), not_the_row);
  rows_[3].resources = IndexSet(3, 1);
  attempts(lines_);
  EXPECT_EQ(violations(), not_the_row);
}

TEST_F(Copies, HaveOutcomesOfTheirArchitecture) {
  EXPECT_EQ(broken(lost_, "1,0,1,1,0,3,node_lost,8e+09\n"),
            Texts{"attempts: " + in_attempts(1, 4) +
                  " is 'node_lost'; valid: cancelled, lost, or the final state of its job"});
}

TEST_F(Copies, AreInAFile) {
  std::filesystem::remove(folder_ / "attempts.csv");
  EXPECT_EQ(violations(), (Texts{"attempts: " + who(2) + " was restarted, and attempts.csv is missing",
                                 "attempts: " + who(3) + " was restarted, and attempts.csv is missing"}));
}

TEST_F(Copies, StartAfterTheSubmission) {
  rows_[3].task.submitted = 1;
  EXPECT_EQ(violations(),
            Texts{"start >= submission: " + in_attempts(1, 4) + " starts at 0, submitted at 1"});
}

// Until its end before its start it takes 2 s off.
TEST_F(Copies, EndAfterTheyStart) {
  rows_[3].wasted = 3 - 2;
  EXPECT_EQ(broken(late_copy_, "1,0,3,0,14,12,cancelled,8e+09\n"),
            Texts{"finish >= start: " + in_attempts(1, 6) + " ends at 12, started at 14"});
}

// Nobody kills a task here: 8 s are more than 5, which a batch scheduler would have held it to.
TEST_F(Copies, HaveNoWalltime) {
  rows_[3].walltime = 5;
  EXPECT_EQ(violations(), Texts{});
}

// Task 1 was lost and never ran again.
TEST_F(Copies, OfAJobThatNeverEndedAreLost) {
  rows_.erase(rows_.begin() + 3);
  manifest_ += R"(, "tasks_unfinished": 1, "tasks_submitted": 4)"; // the last ones count
  EXPECT_EQ(broken(again_ + late_copy_, ""), Texts{});
  attempts(lines_);
  EXPECT_EQ(violations(), (Texts{"attempts: " + in_attempts(1, 5) +
                                     " is 'COMPLETED_SUCCESSFULLY', and jobs.csv has no end of the job",
                                 "attempts: " + in_attempts(1, 6) +
                                     " is 'cancelled', and jobs.csv has no end of the job"}));
  manifest_ += R"(, "tasks_unfinished": 0)";
  EXPECT_EQ(broken(again_ + late_copy_, ""), Texts{"conservation: job 1 was submitted and has no row"});
}

// Whoever wrote the manifest, or took it away, said nothing of copies: what is left is what always holds.
TEST_F(Copies, MayBeAnyNumberWhereNobodySaysWhatTheRunShows) {
  validated();
  write_text(folder_ / "manifest.json", R"({"tasks_submitted": 4, "tasks_unfinished": 0})");
  const auto found = validate_schedule(folder_.path());
  EXPECT_EQ(found.violations, Texts{});
  EXPECT_EQ(found.unchecked,
            (Texts{"metrics: schedule.csv is missing",
                   "walltimes, attempts at once and their outcomes, fragments, promises: manifest.json does "
                   "not say what this schedule may show ('shows'); run it again to check them"}));
  EXPECT_EQ(found.checks[3],
            "every job with a row has one attempt that ended it, and every loss is a failure of a resource");
  std::filesystem::remove(folder_ / "manifest.json");
  EXPECT_EQ(validate_schedule(folder_.path()).violations, Texts{});
  // Losses are still at crashes: n1 goes down at 3.
  attempts(ended_ + copy_ + "1,0,1,1,0,2.5,lost,8e+09\n" + again_ + late_copy_);
  rows_[3].wasted = 2.5 + 2;
  validated();
  std::filesystem::remove(folder_ / "manifest.json");
  EXPECT_EQ(validate_schedule(folder_.path()).violations,
            Texts{"attempts: " + in_attempts(1, 4) + " is lost at 2.5, when none of its resources fails"});
}

// What no run writes: a trait that there is not, or an amount that it cannot have.
TEST_F(Copies, AreWhatAManifestCanSay) {
  const auto refused = [&](const std::string& shows) {
    shows_ = shows;
    return refusal();
  };
  const auto has = [&](const std::string& key) {
    return (folder_ / "manifest.json").string() + ": 'shows' has a '" + key +
           "' that no run writes; valid: a manifest that a run wrote";
  };
  EXPECT_EQ(refused(R"("copies": 0)"), has("copies"));
  EXPECT_EQ(refused(R"("copies": "2")"), has("copies"));
  EXPECT_EQ(refused(R"("late_detection": -1)"), has("late_detection"));
  EXPECT_EQ(refused(R"("overrun": false)"), has("overrun"));
  EXPECT_EQ(refused(R"("attempts_end": "lost")"), has("attempts_end"));
  EXPECT_EQ(refused(R"("attempts_end": [3])"), has("attempts_end"));
  EXPECT_EQ(refused(R"("luck": true)"), has("luck"));
  shows_ = "";
  manifest_ = R"("shows": 3)"; // the last one counts
  EXPECT_EQ(refusal(), (folder_ / "manifest.json").string() +
                           ": 'shows' is not an object; valid: a manifest that a run wrote");
}

// Any date, number or outcome of any attempt, and any attempt too few or too many.
TEST_F(Copies, AreFoundWhereverTheyAreDamaged) {
  const auto is_found = [&](const std::string& what, const std::function<void(Fields&)>& damage) {
    EXPECT_EQ(violations(), Texts{}) << "before " << what;
    Fields changed(folder_ / "attempts.csv");
    damage(changed);
    changed.write();
    EXPECT_NE(violations(), Texts{}) << what;
    attempts(lines_);
  };
  for (std::size_t row = 0; row < 5; ++row) {
    const auto of_row = " of row " + std::to_string(row);
    for (const auto* column : {"start", "end", "attempt"})
      for (const int by : {-1, 1})
        is_found(column + of_row, [&](Fields& one) { one.set(row, column, one.number(row, column) + by); });
    for (const auto* outcome :
         {"lost", "cancelled", "COMPLETED_SUCCESSFULLY", "COMPLETED_KILLED", "requeued"})
      if (Fields(folder_ / "attempts.csv").at(row, "outcome") != outcome)
        is_found(outcome + of_row, [&](Fields& one) { one.at(row, "outcome") = outcome; });
    is_found("loss" + of_row, [&](Fields& one) { one.erase(row); });
    is_found("copy" + of_row, [&](Fields& one) { one.repeat(row); });
  }
}

} // namespace validator_copies_test
} // namespace malha::testing
