// SPDX-License-Identifier: MIT
#include "policies/sdk/random_streams.hpp"
#include "sleep_asking.hpp"

namespace malha::test {
namespace idle_timeout_test {

constexpr const char* policy = "cluster/idle_timeout";

// At 150 machine 0 has been idle for 150 s, machine 1 for 100 s, and machine 2 for 50 s: it is next, at 200.
TEST(IdleTimeout, SwitchesOffAtTheBreakEvenTime) {
  SleepingMachines machines(3, 150);
  machines.since = {0, 50, 100};
  EXPECT_EQ(decision_of(policy, {}, machines), "off 0-1, again 200");
  EXPECT_EQ(decision_of(policy, {{"timeout", "150"}}, machines), "off 0, again 200");
  EXPECT_EQ(decision_of(policy, {{"timeout", "0"}}, machines), "off 0-2");
}

TEST(IdleTimeout, GoesByTheMachine) {
  SleepingMachines machines(3, 150);
  machines.break_even = {300, 150, never};
  EXPECT_EQ(decision_of(policy, {}, machines), "off 1, again 300");
  EXPECT_EQ(decision_of(policy, {{"timeout", "10"}}, machines), "off 0-1"); // machine 2 cannot sleep
}

TEST(IdleTimeout, BootsNone) {
  SleepingMachines machines(2, 10);
  machines.move(1, machines.asleep);
  EXPECT_EQ(decision_of(policy, {}, machines), "off none, again 100");
}

TEST(IdleTimeout, LetsNoneSleepWithoutAnEndOfTheTimeout) {
  EXPECT_TRUE(make<cluster::Sleep>(policy)->sleeps());
  EXPECT_FALSE(make<cluster::Sleep>(policy, {{"timeout", "1e9"}})->sleeps());
  EXPECT_EQ(decision_of(policy, {{"timeout", "1e9"}}, SleepingMachines(2, 1e12)), "off none");
}

/// The energy of a gap between two jobs in which the machine is switched off after some time, if ever. Its
/// switches take no time, and cost that energy together.
Joules energy_of(Seconds gap, Seconds off_after, Watts idle, Watts off, Joules switches) {
  return gap <= off_after ? idle * gap : idle * off_after + switches + off * (gap - off_after);
}

/// After how long the policy switches off a machine that stays idle.
Seconds asked_until_off(cluster::Sleep& asked, Seconds break_even) {
  SleepingMachines machines(1);
  machines.break_even = {break_even};
  for (int times = 0; times < 3; ++times) {
    const auto decision = machines.ask(asked);
    if (!decision.switch_off.empty())
      return machines.now;
    machines.now = decision.wake;
  }
  return never;
}

// Ski rental (Karlin, Manasse, Rudolph and Sleator 1988): idling costs (idle - off) a second more than
// sleeping, and sleeping costs E once. Who stays on for E / (idle - off) and then goes pays in each gap at
// most twice what the better of going at once and staying costs above `off`; the rest is the same for all.
// The worst gap is one that ends just when the machine has gone.
TEST(IdleTimeoutInvariants, CostsAtMostTwiceTheBestInEachGap) {
  RandomStreams streams(1);
  auto& engine = streams.stream("gaps");
  const auto draw = [&](double low, double high) {
    return low + (high - low) * (static_cast<double>(engine()) / static_cast<double>(engine.max()));
  };
  const auto asked = make<cluster::Sleep>(policy);
  double worst = 0;
  for (int i = 0; i < 20000; ++i) {
    const Watts off = draw(0, 20), idle = off + draw(1, 200);
    const Joules switches = draw(1, 50000);
    const Seconds timeout = asked_until_off(*asked, switches / (idle - off));
    ASSERT_NEAR(timeout, switches / (idle - off), 1e-9 * timeout);
    const Seconds gap = i % 3 == 0 ? timeout * (1 + 1e-6) : timeout * draw(0, 5);
    const Joules best =
        std::min(energy_of(gap, 0, idle, off, switches), energy_of(gap, never, idle, off, switches));
    const Joules paid = energy_of(gap, timeout, idle, off, switches);
    EXPECT_LE(paid, 2 * best * (1 + 1e-9)) << gap << " s, off after " << timeout << " s";
    worst = std::max(worst, paid / best);
  }
  EXPECT_GT(worst, 1.9); // the bound is nearly reached where a machine that is off draws little
}

} // namespace idle_timeout_test
} // namespace malha::test
