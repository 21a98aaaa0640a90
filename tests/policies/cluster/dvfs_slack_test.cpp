// SPDX-License-Identifier: MIT
#include "frequency_asking.hpp"

namespace malha::test {
namespace dvfs_slack_test {

constexpr const char* policy = "cluster/dvfs_slack";

/// With a run that is at most so much longer.
int chosen(const StartingJob& job, const std::string& slowdown, const std::string& credit_idle = "off") {
  return job.pstate(policy, {{"slowdown", slowdown}, {"credit_idle", credit_idle}});
}

// 200 < 340 < 750 J. Above the 100 W that the node draws when it is idle: 100 x 1, 70 x 2 and 50 x 5 J.
TEST(DvfsSlack, RacesToIdleWhereMostPowerIsIdlePower) {
  EXPECT_EQ(chosen(on_simgrids_profile(), "10"), 0);
  EXPECT_EQ(chosen(on_simgrids_profile(), "10", "on"), 0);
}

// 120 < 170 < 200 J, and above idle 10 < 40 < 160 J.
TEST(DvfsSlack, RunsSlowlyWherePowerGrowsWithTheCubeOfTheSpeed) {
  EXPECT_EQ(chosen(on_cubes(), "10"), 1);
  EXPECT_EQ(chosen(on_cubes(), "10", "on"), 2);
}

TEST(DvfsSlack, StretchesNoRunBeyondItsSlowdown) {
  EXPECT_EQ(chosen(on_cubes(), "4", "on"), 2);
  EXPECT_EQ(chosen(on_cubes(), "3.99", "on"), 1);
  EXPECT_EQ(chosen(on_cubes(), "1.99", "on"), 0);
  EXPECT_EQ(chosen(on_cubes(), "1", "on"), 0);
  EXPECT_EQ(on_cubes().pstate(policy), 0); // 1.5
}

// 100 W for 1 s, or 50 W for 2 s; the same but for the last digits; and a little less.
TEST(DvfsSlack, TakesTheFasterOfTwoThatCostTheSame) {
  EXPECT_EQ(chosen(StartingJob({{3, 1, 100}, {1, 2, 50}}), "2"), 3);
  EXPECT_EQ(chosen(StartingJob({{3, 1, 100}, {1, 3, 100 / 3.0}}), "3"), 3);
  EXPECT_EQ(chosen(StartingJob({{3, 1, 100}, {1, 2, 49.999}}), "2"), 1);
}

// The platform has its nodes at half speed, where the work takes 120 J. The fastest pstate takes 0.5 s for
// each second there, and 100 J.
TEST(DvfsSlack, MayBeFasterThanThePlatform) {
  StartingJob job({{0, 0.5, 200}, {1, 1, 120}});
  job.platform = 1;
  EXPECT_EQ(chosen(job, "1"), 0);
}

// A delay lasts as long at any pstate: the one that draws least is taken, whatever its speed.
TEST(DvfsSlack, RunsADelayWhereItDrawsLeast) {
  EXPECT_EQ(chosen(StartingJob({{0, 1, 100}, {1, 1, 93}, {2, 1, 90}}, 100), "1"), 2);
}

} // namespace dvfs_slack_test
} // namespace malha::test
