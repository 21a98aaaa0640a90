// SPDX-License-Identifier: MIT
#include "policies/ownership/negotiation/decayed_usage.hpp"
#include "pool_asking.hpp"

namespace malha::ownership {
namespace decayed_usage_test {

using test::HandMadePool;

// A machine was held from 0 to 10, which is a half-life: (1 - 1/2) * 10 / ln 2 then, and half of it 10 s
// later. Two machines are held from 20 on: at 30 these count 2 * (1 - 1/2) * 10 / ln 2, and the first a
// fourth of what it was at 10. An average of the machines in use starts at 0.5, of which an eighth is left,
// too.
TEST(DecayedUsage, HalvesWhatWasUsedEachHalfLife) {
  HandMadePool pool({1, 1}, 3);
  DecayedUsage usage(10);
  pool.now = 10;
  pool.changes = {{0, 0, 1}, {10, 0, -1}};
  usage.follow(pool.view());
  EXPECT_DOUBLE_EQ(usage.machine_seconds(0), 5 / std::log(2.0));
  pool.now = 20;
  pool.changes = {{20, 0, 2}};
  usage.follow(pool.view());
  EXPECT_DOUBLE_EQ(usage.machine_seconds(0), 2.5 / std::log(2.0));
  pool.now = 30;
  pool.changes.clear();
  usage.follow(pool.view());
  EXPECT_DOUBLE_EQ(usage.machine_seconds(0), (1.25 + 10) / std::log(2.0));
  EXPECT_DOUBLE_EQ(usage.condor_priority(0), 0.125 + 1 + 0.0625);
  EXPECT_EQ(usage.machine_seconds(1), 0);
  EXPECT_EQ(usage.condor_priority(1), 0.5);
}

TEST(DecayedUsage, KnowsUsersWhoComeLater) {
  DecayedUsage usage(10);
  usage.follow(HandMadePool({1}, 1).view());
  HandMadePool pool({1, 0}, 1);
  pool.now = 10;
  pool.changes = {{0, 1, 1}};
  usage.follow(pool.view());
  EXPECT_DOUBLE_EQ(usage.machine_seconds(1), 5 / std::log(2.0));
}

} // namespace decayed_usage_test
} // namespace malha::ownership
