// SPDX-License-Identifier: MIT
#include "sleep_asking.hpp"

namespace malha::test {
namespace keep_spares_test {

constexpr const char* policy = "cluster/keep_spares";

// Of four machines that have been idle for long one stays, which is the lowest. With five spares all stay,
// and nothing is to be asked again.
TEST(KeepSpares, LetsTheHighestGo) {
  const SleepingMachines machines(4, 100);
  EXPECT_EQ(decision_of(policy, {}, machines), "off 1-3");
  EXPECT_EQ(decision_of(policy, {{"spares", "3"}}, machines), "off 3");
  EXPECT_EQ(decision_of(policy, {{"spares", "0"}}, machines), "off 0-3");
  EXPECT_EQ(decision_of(policy, {{"spares", "5"}}, machines), "off none");
}

// At 100 machines 0 and 2 have been idle for 100 s, machine 1 since 30, and machine 3 since 60. Without
// spares machine 1 is next, at 130. With one, machines 2 and 0 go, and machine 1 or 3 is next at 130; with
// two they go, too, and the others are the spares.
TEST(KeepSpares, WaitsForTheNextOneThatMayGo) {
  SleepingMachines machines(4, 100);
  machines.since = {0, 30, 0, 60};
  EXPECT_EQ(decision_of(policy, {{"spares", "0"}}, machines), "off 0 2, again 130");
  EXPECT_EQ(decision_of(policy, {{"spares", "1"}}, machines), "off 0 2, again 130");
  EXPECT_EQ(decision_of(policy, {{"spares", "2"}}, machines), "off 0 2");
  EXPECT_EQ(decision_of(policy, {{"spares", "3"}}, machines), "off 2");
}

// A parameter instead of the break-even time of 100 s.
TEST(KeepSpares, HasATimeoutOfItsOwn) {
  const SleepingMachines machines(2, 40);
  EXPECT_EQ(decision_of(policy, {}, machines), "off none, again 100");
  EXPECT_EQ(decision_of(policy, {{"timeout", "40"}}, machines), "off 1");
  EXPECT_EQ(decision_of(policy, {{"timeout", "41"}}, machines), "off none, again 41");
}

// A machine that cannot sleep is a spare. So is one that boots for nobody.
TEST(KeepSpares, CountsMachinesThatStayOn) {
  SleepingMachines machines(3, 100);
  machines.break_even[2] = never;
  EXPECT_EQ(decision_of(policy, {}, machines), "off 0-1");
  machines.break_even = {never, never, never};
  EXPECT_EQ(decision_of(policy, {}, machines), "off none");
  SleepingMachines one_boots(3, 100);
  one_boots.move(2, one_boots.booting);
  EXPECT_EQ(decision_of(policy, {}, one_boots), "off 0-1");
}

// Machine 0 is idle, and machines 1 to 3 sleep. Three spares lack two; five lack more than sleep. Without
// restore=on none boots.
TEST(KeepSpares, BootsTheLowestWhereSpareOnesLack) {
  SleepingMachines machines(4, 50);
  for (const int machine : {1, 2, 3})
    machines.move(machine, machines.asleep);
  EXPECT_EQ(decision_of(policy, {{"spares", "3"}, {"restore", "on"}}, machines), "off none, boot 1-2");
  EXPECT_EQ(decision_of(policy, {{"spares", "5"}, {"restore", "on"}}, machines), "off none, boot 1-3");
  EXPECT_EQ(decision_of(policy, {{"spares", "1"}, {"restore", "on"}}, machines), "off none");
  EXPECT_EQ(decision_of(policy, {{"spares", "3"}}, machines), "off none");
}

// Machines that are being switched off cannot boot, and are no spares: one of two spares lacks.
TEST(KeepSpares, DoesNotCountMachinesThatGo) {
  SleepingMachines machines(3, 50);
  machines.move(1, machines.going);
  machines.move(2, machines.going);
  EXPECT_EQ(decision_of(policy, {{"spares", "2"}, {"restore", "on"}}, machines), "off none");
}

TEST(KeepSpares, LetsNoneSleepWithoutAnEndOfTheTimeout) {
  EXPECT_TRUE(make<cluster::Sleep>(policy)->sleeps());
  EXPECT_FALSE(make<cluster::Sleep>(policy, {{"timeout", "1e9"}})->sleeps());
}

} // namespace keep_spares_test
} // namespace malha::test
