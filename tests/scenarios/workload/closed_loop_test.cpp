// SPDX-License-Identifier: MIT
#include "generating.hpp"
#include "policies/sdk/errors.hpp"
#include "tests/support/thrown.hpp"

#include <gtest/gtest.h>

namespace malha::testing {
namespace closed_loop_test {

// Two users with two jobs each: the second waits for the first, and for the time that its user thinks.
TEST(ClosedLoop, HasUsersWhoWaitForTheirJobs) {
  const auto jobs = jobs_of("closed_loop", {{"users", "2"},
                                            {"jobs", "2"},
                                            {"times", "fixed"},
                                            {"think", "30"},
                                            {"run_time", "10"},
                                            {"size", "3"}});
  ASSERT_EQ(jobs.size(), 4u);
  for (const auto& job : jobs) {
    EXPECT_EQ(job.submitted, 30);
    EXPECT_EQ(length_of(job), 10);
    EXPECT_EQ(size_of(job), 3);
    EXPECT_EQ(job.walltime, 10);
    EXPECT_EQ(job.user.str(), job.id < 2 ? "user-1" : "user-2");
    EXPECT_EQ(job.followers, job.id % 2 == 0 ? 1 : 0);
    EXPECT_EQ(job.preceding != nullptr, job.id % 2 == 1);
  }
  EXPECT_EQ(jobs[1].preceding->jobs.front().job, 0);
  EXPECT_EQ(jobs[1].preceding->think_time, 30);
}

// The means of 20 000 exponential times have standard errors of 0.7 %.
TEST(ClosedLoop, DrawsExponentialTimes) {
  double run_times = 0, thinks = 0;
  const auto jobs =
      jobs_of("closed_loop", {{"users", "100"}, {"jobs", "200"}, {"think", "50"}, {"run_time", "20"}});
  for (const auto& job : jobs) {
    run_times += length_of(job);
    thinks += job.preceding != nullptr ? job.preceding->think_time : job.submitted;
  }
  EXPECT_NEAR(run_times / 20000, 20, 0.021 * 20);
  EXPECT_NEAR(thinks / 20000, 50, 0.021 * 50);
}

TEST(ClosedLoop, RefusesMoreJobsThanMemoryHas) {
  EXPECT_EQ(thrown<InputError>([] {
              jobs_of("closed_loop", {{"users", "1000"}, {"jobs", "10001"}});
            }),
            "closed_loop: 1000 users with 10001 jobs each are more than 10000000 jobs, all of which wait in "
            "memory; valid: fewer users or jobs");
}

} // namespace closed_loop_test
} // namespace malha::testing
