// SPDX-License-Identifier: MIT
#include "frequency_asking.hpp"

namespace malha::test {
namespace dvfs_queue_test {

constexpr const char* policy = "cluster/dvfs_queue";

int chosen(const StartingJob& job, const std::string& threshold) {
  return job.pstate(policy, {{"threshold", threshold}});
}

// The job of 1000 s has not waited. Its slowdown is that of its run: 1, 2 or 4.
TEST(DvfsQueue, TakesTheSlowestPstateBelowTheThreshold) {
  EXPECT_EQ(chosen(on_cubes(), "4.01"), 2);
  EXPECT_EQ(chosen(on_cubes(), "4"), 1); // below it, and not at it
  EXPECT_EQ(chosen(on_cubes(), "2.01"), 1);
  EXPECT_EQ(chosen(on_cubes(), "2"), 0);
}

// After 500 s of waiting: (500 + 2 x 1000) / 1000 = 2.5, and 4.5 at pstate 2.
TEST(DvfsQueue, CountsWhatTheJobHasWaited) {
  auto job = on_cubes();
  job.now = 600;
  job.job.submitted = 100;
  EXPECT_EQ(chosen(job, "2.5"), 0);
  EXPECT_EQ(chosen(job, "2.51"), 1);
  EXPECT_EQ(chosen(job, "4.51"), 2);
}

// A job of 60 s counts as one of 600 s: (90 + 4 x 60) / 600 = 0.55, so that its slowdown is 1. With a bound
// of 60 s it is 3.5 and 5.5.
TEST(DvfsQueue, BoundsTheSlowdownOfShortJobs) {
  auto job = on_cubes();
  job.now = 90;
  job.job.walltime = 60;
  EXPECT_EQ(chosen(job, "1.01"), 2);
  EXPECT_EQ(job.pstate(policy, {{"threshold", "5.5"}, {"bound", "60"}}), 1);
  EXPECT_EQ(job.pstate(policy, {{"threshold", "3.5"}, {"bound", "60"}}), 0);
}

TEST(DvfsQueue, KeepsToFullSpeedWhileManyJobsWait) {
  auto job = on_cubes();
  const auto with_queue = [&job](int waiting, const std::string& most) {
    job.waiting = waiting;
    return job.pstate(policy, {{"threshold", "10"}, {"queue", most}});
  };
  EXPECT_EQ(with_queue(3, "3"), 2);
  EXPECT_EQ(with_queue(4, "3"), 0);
  EXPECT_EQ(with_queue(0, "0"), 2);
  EXPECT_EQ(with_queue(1, "0"), 0);
}

// What it waits is nothing against a run without end.
TEST(DvfsQueue, PredictsTheStretchOfAJobWithoutWalltime) {
  auto job = on_cubes();
  job.now = 5000;
  job.job.walltime = never;
  EXPECT_EQ(chosen(job, "2.01"), 1);
  EXPECT_EQ(chosen(job, "2"), 0);
}

TEST(DvfsQueue, IsNeverFasterThanThePlatform) {
  StartingJob job({{0, 0.5, 200}, {1, 1, 120}, {2, 2, 100}});
  job.platform = 1;
  EXPECT_EQ(chosen(job, "1.5"), 1);
  EXPECT_EQ(chosen(job, "2.5"), 2);
  job.waiting = 1000;
  EXPECT_EQ(chosen(job, "2.5"), 1);
}

} // namespace dvfs_queue_test
} // namespace malha::test
