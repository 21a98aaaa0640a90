// SPDX-License-Identifier: MIT
// Walltimes, final states, rejected jobs and Little's law, by hand.
#include "results/files/result_files.hpp"
#include "tests/results/support/hand_made.hpp"

#include <algorithm>

namespace malha::testing {
namespace validator_states_test {

/// Job 0 runs on n0 from 0 to 8; job 1 waits for it from 2 and runs to 12.
class States : public HandMade {
protected:
  States() { rows_ = {row(0, 0, 0, 8, "0"), row(1, 2, 8, 12, "0")}; }

  /// The metrics of the two rows: waits 0 and 6, turnarounds 8 and 10, slowdowns max(1, 8/10) and
  /// max(1, 10/10).
  void schedule(const std::string& more_names, const std::string& more_values) {
    write_text(folder_ / "schedule.csv",
               "jobs_finished,jobs_killed,jobs_rejected,jobs_counted,simulated_time,makespan,shutdown_time,"
               "shutdown_ratio,mean_waiting_time,max_waiting_time,mean_turnaround_time,mean_bounded_"
               "slowdown" +
                   more_names + "\n2,0," + rejected_ + ",2,12," + makespan_ + ",3,6,9,1" + more_values +
                   "\n");
  }

  /// Of the metrics, the schedules here have the few that queues need.
  Texts unchecked_but_metrics() {
    auto unchecked = validated().unchecked;
    unchecked.erase(
        std::remove_if(unchecked.begin(), unchecked.end(),
                       [](const auto& one) { return one.rfind("metrics p50_waiting_time, ", 0) == 0; }),
        unchecked.end());
    return unchecked;
  }

  std::string rejected_ = "0", makespan_ = "12,0,1"; ///< and what is behind it up to its ratio
  const std::string extends_ = R"("overrun": true)";
};

// Job 0 took 8 s.
TEST_F(States, AJobMayRunForItsWalltimeAndNoLonger) {
  rows_[0].walltime = 8;
  EXPECT_EQ(violations(), Texts{});
  rows_[0].walltime = 7;
  EXPECT_EQ(violations(), Texts{"walltime: " + who(0) + " ran for 8 s, its walltime is 7"});
}

// The batch scheduler plans with 1 s for a walltime of 0.
TEST_F(States, AWalltimeOfZeroAllowsASecond) {
  rows_ = {row(0, 0, 0, 1, "0"), row(1, 0, 1, 2.5, "0")};
  rows_[0].walltime = rows_[1].walltime = 0;
  EXPECT_EQ(violations(), Texts{"walltime: " + who(1) + " ran for 1.5 s, its walltime is 0"});
}

TEST_F(States, WalltimesAreNoLimitWhereJobsRunOn) {
  rows_[0].walltime = 7;
  shows_ = extends_;
  EXPECT_EQ(violations(), Texts{});
}

// Each node kills its part on time, and the job lasts from the first part to the last.
TEST_F(States, WalltimesAreNotCheckedWherePartsStartLate) {
  rows_[0].walltime = 7;
  shows_ = R"("late_starts": true)";
  EXPECT_EQ(violations(), Texts{});
  EXPECT_EQ(validated().unchecked.front(),
            "walltimes: the parts of a job start when messages reach their nodes");
}

// Killed after 8 s of 20: faster than its work is no wonder, and success is 0.
TEST_F(States, AJobThatReachedItsWalltimeRanForThatLong) {
  rows_[0].state = FinalState::walltime_reached;
  rows_[0].task.work = 20 * gigaflops;
  rows_[0].walltime = 8;
  EXPECT_EQ(violations(), Texts{});
  rows_[0].walltime = 9;
  EXPECT_EQ(violations(),
            Texts{"walltime: " + who(0) + " is 'COMPLETED_WALLTIME_REACHED' after 8 s, its walltime is 9"});
  rows_[0].walltime.reset();
  EXPECT_EQ(violations(),
            Texts{"walltime: " + who(0) + " is 'COMPLETED_WALLTIME_REACHED' and has no walltime"});
}

TEST_F(States, AFinalStateIsOneOfBatsims) {
  damage_ = {{"COMPLETED_SUCCESSFULLY", "COMPLETED"}};
  EXPECT_EQ(violations(), Texts{"final state: " + who(0) + " is 'COMPLETED' with success 1"});
}

TEST_F(States, SuccessIsThatOfTheFinalState) {
  damage_ = {{"1,COMPLETED_SUCCESSFULLY", "0,COMPLETED_SUCCESSFULLY"}};
  EXPECT_EQ(violations(), Texts{"final state: " + who(0) + " is 'COMPLETED_SUCCESSFULLY' with success 0"});
  damage_ = {{"1,COMPLETED_SUCCESSFULLY", "1,COMPLETED_KILLED"}};
  EXPECT_EQ(violations(), Texts{"final state: " + who(0) + " is 'COMPLETED_KILLED' with success 1"});
  damage_ = {{"1,COMPLETED_SUCCESSFULLY", "yes,COMPLETED_KILLED"}};
  EXPECT_EQ(violations(), Texts{"final state: " + who(0) + " is 'COMPLETED_KILLED' with success yes"});
  damage_ = {{"1,COMPLETED_SUCCESSFULLY", "0,COMPLETED_FAILED"}};
  EXPECT_EQ(violations(), Texts{});
}

// It has a row, so that it is not lost, and no dates.
TEST_F(States, ARejectedJobHasARowWithoutResources) {
  rows_.push_back(rejected(2, 3));
  EXPECT_EQ(violations(), Texts{});
  damage_ = {{"0,REJECTED,,,,,,,", "0,REJECTED,,,,,,,3"}};
  EXPECT_EQ(violations(), Texts{"final state: " + who(2) + " is rejected and has resources"});
  damage_ = {{"0,REJECTED", "1,REJECTED"}};
  EXPECT_EQ(violations(), Texts{"final state: " + who(2) + " is 'REJECTED' with success 1"});
}

// "nan" is in no order with any date, and would break no rule.
TEST_F(States, NumbersAreFinite) {
  damage_ = {{",0,8,8,0,8,", ",nan,8,8,0,8,"}};
  EXPECT_EQ(refusal(), line("jobs.csv", 2) + ": 'nan' in column 'starting_time' is not a finite number");
  damage_ = {{",0,8,8,0,8,", ",0,8,inf,0,8,"}};
  EXPECT_EQ(refusal(), line("jobs.csv", 2) + ": 'inf' in column 'finish_time' is not a finite number");
  damage_ = {{",0,8,8,0,8,", ",0,8,8,nan,8,"}};
  EXPECT_EQ(refusal(), line("jobs.csv", 2) + ": 'nan' in column 'waiting_time' is not a finite number");
}

// The stretch of job 1 is 10 / 4.
TEST_F(States, TheStretchIsThatOfTheDates) {
  damage_ = {{",6,10,2.5,", ",6,10,nan,"}};
  EXPECT_EQ(violations(), Texts{"columns agree: " + who(1) + " has stretch nan, its dates say 2.5"});
}

TEST_F(States, AFileWithoutAColumnIsRefusedEvenIfItHasNoRows) {
  write_text(folder_ / "resources.csv", header_of("resources.csv") + "\n");
  write_text(folder_ / "jobs.csv", "");
  EXPECT_EQ(thrown<InputError>([&] { validate_schedule(folder_.path()); }),
            line("jobs.csv", 1) + ": has no column 'job_id'");
}

// 0-5 leaves the nodes at 4, 7-9000000 is outside at once.
TEST_F(States, NodesThatAreNoneAreNamedOnceAnInterval) {
  rows_[0].resources = IndexSet::parse("0-5 7-9000000");
  rows_[0].task.resources = rows_[0].resources.size();
  EXPECT_EQ(violations(),
            (Texts{"capacity: " + who(0) + " is on resource 4, which is not in resources.csv",
                   "capacity: " + who(0) + " is on resource 7, which is not in resources.csv"}));
}

// Two tasks are said to be unfinished; one has no row, for three were submitted.
TEST_F(States, AsManyJobsLackARowAsAreUnfinished) {
  const auto submitted = [&](const std::string& number) {
    validated();
    write_text(folder_ / "manifest.json", "{\"tasks_submitted\": " + number + ", \"tasks_unfinished\": 2}");
    return validate_schedule(folder_.path()).violations;
  };
  EXPECT_EQ(submitted("4"), Texts{});
  EXPECT_EQ(submitted("3"), Texts{"conservation: the manifest has 2 unfinished tasks, and 1 have no row"});
  EXPECT_EQ(submitted("1000000000000000000"),
            Texts{"conservation: the manifest has 2 unfinished tasks, and 999999999999999998 have no row"});
}

TEST_F(States, AManifestOfOtherTypesIsNoManifestOfSettings) {
  rows_[0].walltime = 7;
  for (const auto* text :
       {R"("run": 3, "deployment": [])", R"("run": {"warm_up": 4})", R"("run": [{"warm_up": "4"}])"}) {
    manifest_ = text;
    EXPECT_EQ(violations(), Texts{"walltime: " + who(0) + " ran for 8 s, its walltime is 7"});
  }
}

// From 0 to 12 one job waited, from 2 to 8: 6 job-seconds in 12 s are 0.5 jobs.
TEST_F(States, TheMeanQueueIsThatOfTheWaits) {
  schedule(",cut,messages,mean_queue_length", ",0,0,0.5");
  EXPECT_EQ(violations(), Texts{});
  EXPECT_EQ(validated().checks.back(),
            "Little's law: the mean queue is the rate of arrivals times the mean wait");
  schedule(",cut,messages,mean_queue_length", ",0,0,0.6");
  EXPECT_EQ(violations(),
            Texts{"Little's law: mean_queue_length is 0.6, the waiting times of the rows give 0.5"});
}

// A rejected job never waits, but it was submitted: 6 job-seconds between -3 and 12.
TEST_F(States, ARejectedJobIsInNoQueue) {
  rows_.push_back(rejected(2, -3));
  rejected_ = "1";
  makespan_ = "15,0,0.8"; // from -3 to 12
  schedule(",cut,messages,mean_queue_length", ",0,0,0.5");
  EXPECT_EQ(violations(),
            Texts{"Little's law: mean_queue_length is 0.5, the waiting times of the rows give 0.4"});
}

// It waited, and no date says how long.
TEST_F(States, AJobThatItsPolicyDroppedWasInTheQueue) {
  rows_.push_back(rejected(2, -3));
  rows_.back().task.resources = 4; // as many as there are
  rejected_ = "1";
  makespan_ = "15,0,0.8"; // from -3 to 12
  schedule(",cut,messages,mean_queue_length", ",0,0,0.5");
  EXPECT_EQ(violations(), Texts{});
  EXPECT_EQ(unchecked_but_metrics(),
            Texts{"Little's law: jobs were restarted, dropped or not finished, or messages took time"});
}

// What waited and never ended is in no row; what a message was under way with, in no queue.
TEST_F(States, TheMeanQueueIsNotCheckedWhereRowsDoNotSayIt) {
  const Texts unchecked{"Little's law: jobs were restarted, dropped or not finished, or messages took time"};
  for (const auto* values : {",1,0,0.6", ",0,4,0.6"}) {
    schedule(",cut,messages,mean_queue_length", values);
    EXPECT_EQ(violations(), Texts{});
    EXPECT_EQ(unchecked_but_metrics(), unchecked);
  }
}

// Four messages that took no time: the rows give 0.5.
TEST_F(States, TheMeanQueueIsCheckedWhereMessagesTakeNoTime) {
  manifest_ = R"("run": {"transport": "instant"})";
  schedule(",cut,messages,mean_queue_length", ",0,4,0.5");
  EXPECT_EQ(unchecked_but_metrics(), Texts{});
  schedule(",cut,messages,mean_queue_length", ",0,4,0.6");
  EXPECT_EQ(violations(),
            Texts{"Little's law: mean_queue_length is 0.6, the waiting times of the rows give 0.5"});
}

// Three nodes are in one site and one in another: no job of 4 can have waited.
TEST_F(States, AJobLargerThanEverySiteWasInNoQueue) {
  sites_ = {"a", "a", "a", "b"};
  rows_.push_back(rejected(2, 0));
  rows_.back().task.resources = 4;
  rejected_ = "1";
  schedule(",cut,messages,mean_queue_length", ",0,0,0.5");
  EXPECT_EQ(violations(), Texts{});
  EXPECT_EQ(unchecked_but_metrics(), Texts{});
}

} // namespace validator_states_test
} // namespace malha::testing
