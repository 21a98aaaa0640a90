// SPDX-License-Identifier: MIT
// Runs by hand whose jobs wait for other jobs: job 1 runs from 0 to 10, and job 2 waits for it and thinks 5
// s.
#include "tests/results/support/hand_made.hpp"

#include <algorithm>

namespace malha::testing {
namespace validator_preceding_jobs_test {

class PrecedingJobs : public HandMade {
protected:
  PrecedingJobs() {
    rows_ = {of_job(1, row(0, 0, 0, 10, "0")), of_job(2, row(1, 15, 15, 20, "0"))};
    waits("2,1,5,afterok\n");
  }
  static JobRow of_job(JobId job, JobRow row) {
    row.task.job = job;
    return row;
  }
  /// Lines behind the header.
  void waits(const std::string& lines) {
    write_text(folder_ / "preceding_jobs.csv", header_of("preceding_jobs.csv") + "\n" + lines);
  }
  /// The second job never ran.
  void lose(std::size_t index) {
    rows_[index].state = FinalState::dependency_never_satisfied;
    rows_[index].resources = {};
  }
};

TEST_F(PrecedingJobs, HaveEndedWhenOthersAreSubmitted) {
  const auto found = validated();
  EXPECT_EQ(found.violations, Texts{});
  EXPECT_NE(std::find(found.checks.begin(), found.checks.end(),
                      "1 waits of jobs for jobs: the job is submitted after the end of the other one and its "
                      "think time"),
            found.checks.end());
}

// At 14, 1 s before the think time is over.
TEST_F(PrecedingJobs, AreNotFollowedTooEarly) {
  rows_[1].task.submitted = 14;
  EXPECT_EQ(violations(),
            Texts{"preceding_jobs: " + who(1) +
                  " is submitted at 14, before 15: job 1 ends at 10, and its think time is 5 s"});
}

// The last task of the bag counts.
TEST_F(PrecedingJobs, HaveEndedWhenAllOfTheirTasksHave) {
  rows_.push_back(of_job(1, row(2, 0, 0, 12, "1")));
  EXPECT_EQ(violations(),
            Texts{"preceding_jobs: " + who(1) +
                  " is submitted at 15, before 17: job 1 ends at 12, and its think time is 5 s"});
}

// Job 1 is killed: under afterok job 2 may not run, and may be lost; under afterany it runs.
TEST_F(PrecedingJobs, MayHaveToEndWell) {
  rows_[0].state = FinalState::walltime_reached;
  rows_[0].walltime = 10;
  EXPECT_EQ(violations(),
            Texts{"preceding_jobs: " + who(1) + " ran, and job 1, for which it waits, has not ended well"});
  waits("2,1,5,afterany\n");
  EXPECT_EQ(violations(), Texts{});
  waits("2,1,5,afterok\n");
  lose(1);
  EXPECT_EQ(violations(), Texts{});
}

TEST_F(PrecedingJobs, LoseNoJobWhenTheyEndWell) {
  lose(1);
  EXPECT_EQ(violations(), Texts{"preceding_jobs: " + who(1) +
                                " never ran, and all jobs that it waits for have ended as they must"});
}

// Job 1 runs from 0 to 10 and ends well: under afternotok job 2 may not run. Under `after` its start counts.
TEST_F(PrecedingJobs, MayHaveToEndBadlyOrToStart) {
  waits("2,1,5,afternotok\n");
  EXPECT_EQ(violations(),
            Texts{"preceding_jobs: " + who(1) + " ran, and job 1, for which it waits, has ended well"});
  rows_[1].task.submitted = 4;
  waits("2,1,5,after\n");
  EXPECT_EQ(violations(),
            Texts{"preceding_jobs: " + who(1) +
                  " is submitted at 4, before 5: job 1 starts at 0, and its think time is 5 s"});
  rows_[1].task.submitted = 5;
  EXPECT_EQ(violations(), Texts{});
}

// One that is met suffices under '?'; if none can be met, the job may be lost.
TEST_F(PrecedingJobs, MayBeMetByOne) {
  rows_.push_back(of_job(3, row(2, 0, 0, 12, "1")));
  waits("2,1,5,afternotok?\n2,3,0,afterok?\n");
  EXPECT_EQ(violations(), Texts{});
  waits("2,1,5,afternotok?\n2,3,0,afternotok?\n");
  EXPECT_EQ(violations().size(), 2u);
  lose(1);
  EXPECT_EQ(violations(), Texts{});
}

TEST_F(PrecedingJobs, HaveARow) {
  waits("2,7,5,afterany\n");
  EXPECT_EQ(violations(),
            Texts{"preceding_jobs: " + who(1) + " ran, and job 7, for which it waits, has not"});
}

} // namespace validator_preceding_jobs_test
} // namespace malha::testing
