// SPDX-License-Identifier: MIT
// How past usage fades. Measured: Slurm 22.05.8, with PriorityDecayHalfLife=120 s and PriorityCalcPeriod=1
// min.
#include "policies/cluster/priority/usage_decay.hpp"
#include "tests/support/thrown.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace malha::test {
namespace usage_decay_test {

using cluster::DecayRule;
using cluster::UsageDecay;

constexpr Seconds half_life = 120, pass = 60;

// d = 1 - 0.693 / 120 = 0.994225; the numbers that Slurm shows are integer parts. Usage 4e9 at one pass, and
// twice d^60 = 0.70644891: 2825795657.49 and 1996280274.47.
TEST(UsageDecay, FadesAsMeasured) {
  const UsageDecay decay(half_life);
  const double once = 4e9 * decay.left_after(pass);
  EXPECT_EQ(std::floor(once), 2825795657);
  EXPECT_EQ(std::floor(once * decay.left_after(pass)), 1996280274);
}

// Usage 1e9, and a job of 2 CPUs at TRESBillingWeights=cpu=100 that ran 20 s since the pass. At its end
// 200 · 20 s · d^20 = 4000 · 0.8906223 = 3562.49 are added; at the next pass, 60 s after the first, all of
// 1000003562.49 · d^60 = 706451431.09 is left.
TEST(UsageDecay, ChargesAsMeasured) {
  const UsageDecay decay(half_life);
  const double at_its_end = 1e9 + decay.charge(2 * 100, 20);
  EXPECT_EQ(std::floor(at_its_end), 1000003562);
  EXPECT_EQ(std::floor(at_its_end * decay.left_after(pass)), 706451431);
}

// After a half life, half is left. A rate of 200 for 120 s: 200 · 120 / ln 2 · (1 - 1/2) = 12000 / 0.6931472.
TEST(UsageDecay, IsExactIfAsked) {
  const UsageDecay decay(half_life, DecayRule::exact);
  EXPECT_EQ(decay.left_after(half_life), 0.5);
  EXPECT_EQ(decay.left_after(2 * half_life), 0.25);
  EXPECT_NEAR(decay.charge(200, half_life), 17312.3405, 1e-4);
}

// Exact decay does not depend on the dates of the passes: a charge for 100 s is one for 30 s, of which 70 s
// later a part is left, and one for 70 s. Slurm's charges do: the whole 100 s fade as if they lay 100 s back,
// 200 · 100 · d^100 = 11207.2; in two parts 200 · (30 · d^30 · d^70 + 70 · d^70) = 12695.9.
TEST(UsageDecay, IsTheSameInPartsOnlyIfExact) {
  const UsageDecay exact(half_life, DecayRule::exact), slurm(half_life);
  const auto in_parts = [](const UsageDecay& decay) {
    return decay.charge(200, 30) * decay.left_after(70) + decay.charge(200, 70);
  };
  EXPECT_NEAR(in_parts(exact), exact.charge(200, 100), 1e-9);
  EXPECT_NEAR(slurm.charge(200, 100), 11207.2, 0.05);
  EXPECT_NEAR(in_parts(slurm), 12695.9, 0.05);
}

TEST(UsageDecay, KeepsAllWithoutAHalfLife) {
  for (const auto rule : {DecayRule::slurm, DecayRule::exact}) {
    const UsageDecay decay(0, rule);
    EXPECT_EQ(decay.left_after(1e9), 1);
    EXPECT_EQ(decay.charge(200, 20), 4000);
  }
}

TEST(UsageDecay, ChargesNothingForNoTime) {
  for (const auto rule : {DecayRule::slurm, DecayRule::exact}) {
    const UsageDecay decay(half_life, rule);
    EXPECT_EQ(decay.left_after(0), 1);
    EXPECT_EQ(decay.charge(200, 0), 0);
  }
}

TEST(UsageDecay, RefusesHalfLivesThatAreNone) {
  const auto refusal = [](Seconds time) {
    return testing::thrown<std::invalid_argument>([&] { UsageDecay{time}; });
  };
  EXPECT_EQ(refusal(0.5),
            "a half life of usage cannot be 0.5 s; valid: 0 for no decay, or a number from 1 s on");
  EXPECT_EQ(refusal(1), "(nothing)");
  for (const Seconds time : {-1.0, never, std::numeric_limits<double>::quiet_NaN()})
    EXPECT_NE(refusal(time), "(nothing)") << time;
}

} // namespace usage_decay_test
} // namespace malha::test
