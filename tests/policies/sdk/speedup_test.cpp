// SPDX-License-Identifier: MIT
#include "policies/sdk/errors.hpp"
#include "policies/sdk/speedup.hpp"
#include "tests/support/thrown.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace malha::testing {
namespace speedup_test {

double speed_up(const std::string& law, int nodes) { return SpeedUp::read(law).at(nodes); }

/// What is said of a law, without what is valid.
std::string refused(const std::string& law) {
  const auto said = thrown<InputError>([&] { SpeedUp::read(law); });
  const auto valid = said.find("; valid: linear; amdahl:F, ");
  return valid == std::string::npos ? "(no list of what is valid) " + said : said.substr(0, valid);
}

const std::vector<std::string> laws{
    "linear",      "amdahl:0",    "amdahl:.95",      "amdahl:1",      "power:0",       "power:.5",
    "power:1",     "downey:1:0",  "downey:1:2",      "downey:1.25:3", "downey:32:0",   "downey:32:.5",
    "downey:32:1", "downey:32:2", "downey:17.3:1.7", "downey:10:.25", "table:1=9/4=3", "table:1=5"};

// Downey 1997 (UCB/CSD-97-933). s = .5, A = 32, n = 48: 32 x 48 / (.5 x 31.5 + 48 x .75) = 1536 / 51.75.
// s = 1, n = A: A^2 / (A + (A - 1) / 2) = 1024 / 47.5 and 100 / 14.5. s = 2, n = 32:
// 32 x 32 x 3 / (2 x 63 + 32) = 3072 / 158. s = .5, A = 10, n = 15: 150 / (4.75 + 11.25).
TEST(SpeedUp, IsTheOneOfDowney) {
  EXPECT_EQ(speed_up("downey:32:0", 16), 16);
  EXPECT_EQ(speed_up("downey:32:0", 64), 32);
  EXPECT_NEAR(speed_up("downey:32:1", 32), 21.557894737, 5e-10);
  EXPECT_NEAR(speed_up("downey:32:.5", 48), 29.68115942, 5e-9);
  EXPECT_EQ(speed_up("downey:32:1", 63), 32);
  EXPECT_NEAR(speed_up("downey:32:2", 32), 19.443037975, 5e-10);
  EXPECT_EQ(speed_up("downey:32:2", 94), 32);
  EXPECT_NEAR(speed_up("downey:10:1", 10), 6.896551724, 5e-10);
  EXPECT_EQ(speed_up("downey:10:.5", 15), 9.375);
  EXPECT_EQ(speed_up("downey:10:2", 28), 10);
  EXPECT_NEAR(speed_up("downey:64:1", 16), 14.321678322, 5e-10);
}

// 1 / (.05 + .95 / 4) = 1 / .2875. ElastiSim's documentation divides flops by num_nodes^0.8: 16^.8 = 2^3.2.
TEST(SpeedUp, IsTheOneOfAmdahlOrAPower) {
  EXPECT_NEAR(speed_up("amdahl:.95", 4), 3.47826087, 5e-9);
  EXPECT_NEAR(speed_up("power:.8", 16), 9.18958684, 5e-9);
  EXPECT_EQ(speed_up("amdahl:1", 7), 7);
  EXPECT_EQ(speed_up("amdahl:0", 7), 1);
  EXPECT_EQ(speed_up("linear", 13249), 13249);
}

TEST(SpeedUp, Is1OnOneNodeAndNeverFalls) {
  for (const auto& text : laws) {
    const auto law = SpeedUp::read(text);
    EXPECT_DOUBLE_EQ(law.at(1), 1) << text;
    for (int nodes = 2; nodes <= 300; ++nodes) {
      EXPECT_GE(law.at(nodes), law.at(nodes - 1) * (1 - 1e-15)) << text << " on " << nodes;
      EXPECT_LE(law.at(nodes), nodes * (1 + 1e-15)) << text << " on " << nodes;
    }
  }
}

// At n = A both pieces are A^2 / (A + s (A - 1) / 2), since s (A - 1/2) - s A / 2 = s (A - 1) / 2; at
// n = 2 A - 1 the second one is A. At n = A + A s - s, s (n + A - 1) + A = (s + 1) n. Parallelisms next to a
// number of nodes put it on the one piece or on the other.
TEST(SpeedUp, OfDowneyHasPiecesThatJoin) {
  constexpr double next = 1e-9;
  for (const double variance : {0.0, 0.25, 0.5, 1.0, 1.5, 2.0, 7.0})
    for (const int parallelism : {2, 10, 32}) {
      const int flat =
          variance <= 1 ? 2 * parallelism - 1 : static_cast<int>(parallelism + variance * (parallelism - 1));
      for (const int nodes : {parallelism, flat}) {
        const double at = nodes == parallelism ? parallelism
                          : variance <= 1      ? (nodes + 1) / 2.0
                                               : (nodes + variance) / (1 + variance);
        EXPECT_NEAR(SpeedUp::downey(at - next, variance).at(nodes),
                    SpeedUp::downey(at + next, variance).at(nodes), 1e-7)
            << variance << ' ' << parallelism << ' ' << nodes;
      }
      EXPECT_DOUBLE_EQ(SpeedUp::downey(parallelism, variance).at(flat + 1), parallelism);
    }
}

// Both equations are 2 A n / (2 A + n - 1) at s = 1, as long as n is at most 2 A - 1.
TEST(SpeedUp, OfDowneyIsTheSameOnBothSidesOf1) {
  for (int nodes = 1; nodes <= 70; ++nodes) {
    const double below = SpeedUp::downey(32, 1).at(nodes);
    const double above = SpeedUp::downey(32, std::nextafter(1, 2)).at(nodes);
    EXPECT_NEAR(below, above, 1e-12) << nodes;
    if (nodes <= 32) {
      EXPECT_NEAR(below, 64.0 * nodes / (63 + nodes), 1e-12);
    }
  }
}

TEST(SpeedUp, OfATableIsThatOfTheNextSmallerSize) {
  const auto law = SpeedUp::read("table:1=100/2=60/8=20");
  EXPECT_EQ(law.at(1), 1);
  EXPECT_DOUBLE_EQ(law.at(2), 100.0 / 60);
  EXPECT_EQ(law.at(7), law.at(2));
  EXPECT_EQ(law.at(8), 5);
  EXPECT_EQ(law.at(1000), 5);
}

// On 4 nodes it counts as 4 times as fast as on one, on 16 as 4 x 30 / 10.
TEST(SpeedUp, OfATableIs0BelowItsFirstSize) {
  const auto law = SpeedUp::table({{4, 30}, {16, 10}});
  EXPECT_EQ(law.at(3), 0);
  EXPECT_FALSE(law.runs_on(3));
  EXPECT_TRUE(law.runs_on(4));
  EXPECT_EQ(law.at(4), 4);
  EXPECT_EQ(law.at(16), 12);
  EXPECT_EQ(law.efficiency(16), 0.75);
  EXPECT_EQ(run_time_of(law, 120, 3), never);
}

// A trace: 60 s on 2 nodes are 60 x 100 / 60 = 100 s of work, and 100 / 1 on one node.
TEST(SpeedUp, TurnsRunTimesIntoWorkAndBack) {
  const auto law = SpeedUp::read("table:1=100/2=60");
  EXPECT_DOUBLE_EQ(work_of(law, 60, 2), 100);
  EXPECT_DOUBLE_EQ(run_time_of(law, 100, 2), 60);
  EXPECT_DOUBLE_EQ(run_time_on(law, 60, 2, 1), 100);
  EXPECT_EQ(run_time_on(SpeedUp(), 12, 2, 8), 3);
  for (const auto& text : laws)
    for (const int nodes : {1, 3, 7, 100}) {
      const auto one = SpeedUp::read(text);
      EXPECT_EQ(run_time_on(one, 0.1, nodes, nodes), 0.1) << text;
      EXPECT_NEAR(run_time_of(one, work_of(one, 0.1, nodes), nodes), 0.1, 1e-16) << text;
    }
}

TEST(SpeedUp, IsWrittenAsItIsRead) {
  EXPECT_EQ(SpeedUp::read("amdahl:.95").text(), "amdahl:0.95");
  EXPECT_EQ(SpeedUp::read("power:8e-1").text(), "power:0.8");
  EXPECT_EQ(SpeedUp::read("downey:32:1").text(), "downey:32:1");
  EXPECT_EQ(SpeedUp::read("table:1=1e2/2=60.5").text(), "table:1=100/2=60.5");
  for (const auto& text : laws) {
    const auto law = SpeedUp::read(text), again = SpeedUp::read(law.text());
    EXPECT_EQ(law, again) << text;
    EXPECT_EQ(law.text(), again.text());
  }
  EXPECT_NE(SpeedUp::read("amdahl:.95"), SpeedUp::read("power:.95"));
  EXPECT_NE(SpeedUp::read("downey:32:1"), SpeedUp::read("downey:32:2"));
  EXPECT_EQ(SpeedUp().law(), SpeedUp::Law::linear);
}

TEST(SpeedUp, SaysOnceWhatIsValid) {
  EXPECT_EQ(
      thrown<InputError>([] { SpeedUp::read("amdal:.95"); }),
      "speed-up law 'amdal:.95' is unknown; valid: linear; amdahl:F, where a share F of the work, from 0 "
      "to 1, is parallel; power:P, with an exponent P from 0 to 1; downey:A:S, with an average "
      "parallelism A, at least 1, and a coefficient of its variance S, at least 0; table:N=T/N=T/…, with "
      "ascending numbers N of nodes, at least 1, and run times T above 0 s");
}

TEST(RefusedSpeedUp, IsUnknownOrHasOtherNumbers) {
  for (const std::string bad : {"", "amdahl", "downey", "Linear", "quadratic"})
    EXPECT_EQ(refused(bad), "speed-up law '" + bad + "' is unknown, or has no numbers");
  EXPECT_EQ(refused(":1"), "speed-up law ':1' is unknown");
  EXPECT_EQ(refused("linear:2"), "speed-up law 'linear:2' has numbers");
  EXPECT_EQ(refused("amdahl:.9:.8"), "speed-up law 'amdahl:.9:.8' takes 1 number, and has 2");
  EXPECT_EQ(refused("downey:32"), "speed-up law 'downey:32' takes 2 numbers, and has 1");
  for (const std::string bad : {"x", "", "1 ", "0x1", "1e999"})
    EXPECT_EQ(refused("power:" + bad),
              "speed-up law 'power:" + bad + "' has '" + bad + "', which is no number");
}

TEST(RefusedSpeedUp, HasNumbersOutOfRange) {
  for (const std::string bad : {"-0.1", "1.5", "nan", "inf"}) {
    EXPECT_EQ(refused("amdahl:" + bad),
              "speed-up law 'amdahl:" + bad + "' has a share that is not from 0 to 1");
    EXPECT_EQ(refused("power:" + bad),
              "speed-up law 'power:" + bad + "' has an exponent that is not from 0 to 1");
  }
  for (const std::string bad : {"0.5", "-3", "nan", "inf"})
    EXPECT_EQ(refused("downey:" + bad + ":1"),
              "speed-up law 'downey:" + bad + ":1' has a parallelism below 1, or none");
  for (const std::string bad : {"-0.5", "nan", "inf"})
    EXPECT_EQ(refused("downey:8:" + bad),
              "speed-up law 'downey:8:" + bad + "' has a variance below 0, or none");
}

TEST(RefusedSpeedUp, HasADamagedTable) {
  for (const std::string bad : {"", "1", "1=", "=5", "1=2=3", "x=5", "1.5=2"})
    EXPECT_EQ(refused("table:2=9/" + bad), "speed-up law 'table:2=9/" + bad + "' has '" + bad +
                                               "', which is no run time of a number of nodes");
  for (const std::string bad : {"0=5", "-1=5", "2=5/1=9", "2=5/2=4"})
    EXPECT_EQ(refused("table:" + bad),
              "speed-up law 'table:" + bad + "' has numbers of nodes that do not ascend from 1 on");
  for (const std::string bad : {"0", "-1", "inf", "nan"})
    EXPECT_EQ(refused("table:1=" + bad),
              "speed-up law 'table:1=" + bad + "' has a run time that is not above 0 s");
  EXPECT_EQ(thrown<InputError>([] { SpeedUp::table({}); }).rfind("speed-up law 'table:' has no run time;", 0),
            0U);
}

} // namespace speedup_test
} // namespace malha::testing
