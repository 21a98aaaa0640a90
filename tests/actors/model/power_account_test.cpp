// SPDX-License-Identifier: MIT
// The energy of hosts and of the jobs that hold them. Facts of SimGrid 3.32 are those of its examples
// energy-exec, energy-exec-ptask and energy-boot, of the documentation of host_energy, and of runs of the
// library; those of Batsim are its issues 51 and 65.
#include "actors/model/power/power_account.hpp"

#include <gtest/gtest.h>

namespace malha::test {
namespace power_account_test {

/// SimGrid's host MyHost1, with four cores: 100 W idle, 120 W with one core, 200 W with four.
PowerProfile quad() {
  PowerProfile profile;
  profile.cores = 4;
  profile.states = {{1e8, 100, 280.0 / 3, 200}, {5e7, 93, 90, 170}, {2e7, 90, 90, 150}};
  profile.pstates = {0, 1, 2};
  profile.off = 10;
  return profile;
}

PowerProfile node(Watts idle, Watts epsilon, Watts all, int cores = 1) {
  PowerProfile profile;
  profile.cores = cores;
  profile.states = {{1e9, idle, epsilon, all}};
  profile.pstates = {0};
  profile.off = 10;
  return profile;
}

TEST(PowerAccount, FollowsTheHostOfSimGridsExampleThroughItsPstates) {
  PowerAccount account;
  account.add_host(quad(), 4, 4);
  // energy-exec: idle to 10 s (1000 J), one core computes to 11 s (Epsilon + 1/4 (200 - 93.33) = 120 W), then
  // to 16 s at pstate 2 (90 + 1/4 (150 - 90) = 105 W: 525 J), idle there to 20 s (90 W: 360 J), and to 30 s
  // (900 J).
  const IndexSet core(0, 1);
  account.take(core, 10);
  EXPECT_DOUBLE_EQ(account.energy(0).total(), 1000);
  EXPECT_NEAR(account.give(core, 11), 30, 1e-9); // a quarter of the host's 120 J
  EXPECT_DOUBLE_EQ(account.energy(0).total(), 1120);
  account.set_pstate(core, 2, 11);
  account.take(core, 11);
  EXPECT_NEAR(account.give(core, 16), 525.0 / 4, 1e-9);
  EXPECT_DOUBLE_EQ(account.energy(0).total(), 1645);
  account.close(20);
  EXPECT_DOUBLE_EQ(account.energy(0).total(), 2005);
  account.close(30);
  EXPECT_DOUBLE_EQ(account.energy(0).total(), 2905);
}

TEST(PowerAccount, ChargesJobsOfDedicatedNodesTheWholeNodeToTheDateOfTheirEnd) {
  PowerAccount account;
  for (int host = 0; host < 2; ++host)
    account.add_host(node(100, 100, 203), 1, 1);
  // batsim#51: 203 W on each of two nodes, for 3 s if the job is killed and for 4 s if it is not.
  account.take(IndexSet(0, 2), 0);
  EXPECT_DOUBLE_EQ(account.give(IndexSet(0, 2), 3), 1218);
  account.take(IndexSet(0, 2), 3);
  EXPECT_DOUBLE_EQ(account.give(IndexSet(0, 2), 7), 1624);
}

TEST(PowerAccount, ChargesJobsThatShareAHostWithTheCoresThatTheyHold) {
  PowerAccount account;
  account.add_host(node(100, 100, 217, 12), 12, 12);
  // batsim#65: three jobs of four cores on twelve. 217 W x 3520 s = 763 840 J, a third for each.
  for (int job = 0; job < 3; ++job)
    account.take(IndexSet(4 * job, 4), 0);
  for (int job = 0; job < 3; ++job)
    EXPECT_NEAR(account.give(IndexSet(4 * job, 4), 3520), 763840.0 / 3, 1e-6);
  account.close(3530);
  EXPECT_NEAR(account.energy(0).jobs, 763840, 1e-6);
  EXPECT_DOUBLE_EQ(account.energy(0).unheld, 1000);
}

TEST(PowerAccount, LeavesTheFreeCoresOfUsedHostsUnheld) {
  PowerAccount account;
  account.add_host(node(100, 120, 200, 4), 4, 4);
  // Two cores of four compute: 120 + 2/4 80 = 160 W, of which the job holds a half. For 10 s: 800 J and 800
  // J.
  account.take(IndexSet(0, 2), 0);
  EXPECT_DOUBLE_EQ(account.give(IndexSet(0, 2), 10), 800);
  EXPECT_DOUBLE_EQ(account.energy(0).unheld, 800);
}

TEST(PowerAccount, DrawsIdlePowerForJobsThatComputeNothing) {
  PowerAccount account;
  for (int host = 0; host < 2; ++host)
    account.add_host(node(50, 100, 200, 100), 1, 100);
  // Batsim's delay job: 10 s on two hosts of 50 W.
  account.take(IndexSet(0, 2), 0, false);
  EXPECT_DOUBLE_EQ(account.give(IndexSet(0, 2), 10, false), 1000);
}

TEST(PowerAccount, LoadsAWholeHostWithAllOfItsCoresOrWithOne) {
  PowerAccount account;
  account.add_host(node(100, 120, 200, 4), 1, 4);
  account.add_host(node(100, 120, 200, 4), 1, 1);
  account.take(IndexSet(0, 2), 0);
  account.close(1);
  EXPECT_DOUBLE_EQ(account.energy(0).jobs, 200);
  EXPECT_DOUBLE_EQ(account.energy(1).jobs, 140); // Epsilon + 1/4 (200 - 120)
}

TEST(PowerAccount, DrawsLessOnASlowedHost) {
  const SpeedProfile halved(1, {{2, 0.5}}, std::nullopt);
  PowerAccount account;
  account.add_host(node(100, 120, 200, 2), 2, 2, &halved);
  // One core computes for 6 s: 120 + 1/2 80 = 160 W for 2 s, and then, at half of the speed, 120 + 1/4 80 =
  // 140 W for 4 s.
  account.take(IndexSet(0, 1), 0);
  account.close(6);
  EXPECT_DOUBLE_EQ(account.energy(0).total(), 880);
}

TEST(PowerAccount, RepeatsTheSpeedsOfAPeriod) {
  const SpeedProfile by_period(1, {{0, 0.5}, {5, 1}}, 10);
  PowerAccount account;
  account.add_host(node(0, 0, 100), 1, 1, &by_period);
  account.take(IndexSet(0, 1), 0);
  account.close(30);
  // In each period of 10 s, 5 s at 50 W and 5 s at 100 W: 750 J.
  EXPECT_DOUBLE_EQ(account.energy(0).jobs, 2250);
}

TEST(PowerAccount, FollowsAHostThatIsSwitchedOffAndBoots) {
  PowerProfile profile = node(95, 95, 200);
  profile.shutdown = {7, 110};
  profile.boot = {150, 120};
  PowerAccount account;
  account.add_host(profile, 1, 1);
  // energy-boot: idle to 10 s, 770 J of switching to 17 s, off to 27 s (100 J), 18 000 J of booting to 177 s.
  account.turn(0, HostState::switching_off, 10);
  account.turn(0, HostState::off, 17);
  account.turn(0, HostState::switching_on, 27);
  account.turn(0, HostState::on, 177);
  const auto& energy = account.energy(0);
  EXPECT_DOUBLE_EQ(energy.unheld, 950);
  EXPECT_DOUBLE_EQ(energy.switching, 18770);
  EXPECT_DOUBLE_EQ(energy.off, 100);
  EXPECT_DOUBLE_EQ(energy.total(), 19820);
  EXPECT_DOUBLE_EQ(account.asleep(0), 10);
  EXPECT_EQ(account.switches(0), 1);
}

struct Interval {
  Seconds from, to;
  Watts power;
};
bool operator==(const Interval& a, const Interval& b) {
  return a.from == b.from && a.to == b.to && a.power == b.power;
}
std::ostream& operator<<(std::ostream& out, const Interval& interval) {
  return out << interval.from << " to " << interval.to << ": " << interval.power << " W";
}

TEST(PowerAccount, ReportsThePowerOfAllHostsAsOneStepADate) {
  std::vector<Interval> steps;
  PowerTrace trace([&steps](Seconds from, Seconds to, Watts power) { steps.push_back({from, to, power}); });
  const SpeedProfile halved(1, {{4, 0.5}}, std::nullopt);
  PowerAccount account;
  account.add_host(node(100, 100, 200), 1, 1, &halved);
  account.add_host(node(93.3, 93.3, 170.1), 1, 1);
  account.trace(trace);
  account.take(IndexSet(0, 1), 2);
  // One job ends and another one starts at 3 s: no instant has the power of both, nor of none.
  account.give(IndexSet(0, 1), 3);
  account.take(IndexSet(0, 1), 3);
  account.take(IndexSet(1, 1), 3);
  account.close(5);
  const std::vector<Interval> expected{
      {0, 2, 193.3}, {2, 3, 293.3}, {3, 4, 370.1}, {4, 5, 320.1}}; // from 4 s on host 0 draws 150 W
  EXPECT_EQ(steps, expected);
}

TEST(PowerAccount, KnowsWhetherJobsHoldUnits) {
  PowerAccount account;
  account.add_host(quad(), 4, 4);
  EXPECT_FALSE(account.is_held());
  account.take(IndexSet(2, 1), 1);
  EXPECT_TRUE(account.is_held());
  account.give(IndexSet(2, 1), 2);
  EXPECT_FALSE(account.is_held());
}

} // namespace power_account_test
} // namespace malha::test
