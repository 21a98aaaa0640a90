// SPDX-License-Identifier: MIT
// Random histories of a replicated tuple space with crashes, returns, lost, late and doubled messages are
// those of one tuple space, and every client that stays up has its answers.
#include "world.hpp"

#include <gtest/gtest.h>

namespace malha::tuple_space::testing {
namespace replication_test {

/// Returns what the worlds have gone through together.
Seen live(const World::Setup& setup, std::uint64_t first_seed, int worlds) {
  Seen seen;
  for (int i = 0; i < worlds; ++i) {
    const auto seed = first_seed + static_cast<std::uint64_t>(i);
    World world(setup, seed, seen);
    world.live();
    EXPECT_FALSE(world.has_split()) << "seed " << seed;
    EXPECT_TRUE(world.all_answered()) << "seed " << seed;
    EXPECT_TRUE(is_linearizable(world.history())) << "seed " << seed;
    if (::testing::Test::HasFailure())
      break;
  }
  return seen;
}

// Each world is meant to have a crash, a view and lost messages: so many worlds must have seen at least so
// many.
void expect_rich(const Seen& seen, int worlds) {
  EXPECT_GT(seen.crashes, worlds);
  EXPECT_GT(seen.returns, worlds);
  EXPECT_GT(seen.views, worlds);
  EXPECT_GT(seen.lost, worlds);
  EXPECT_GT(seen.doubled, worlds);
  EXPECT_GT(seen.snapshots, worlds / 10);
  EXPECT_GT(seen.failed_clients, worlds / 10);
  EXPECT_GT(seen.waited, worlds / 10);
}

TEST(ReplicationProperties, ThreeServersAreOneSpace) {
  const auto seen = live({}, 1, 1000);
  expect_rich(seen, 1000);
}

TEST(ReplicationProperties, FiveServersAreOneSpace) {
  World::Setup setup;
  setup.servers = 5;
  const auto seen = live(setup, 100000, 500);
  expect_rich(seen, 500);
}

TEST(ReplicationProperties, DrawnMatchesAreTheSameEverywhere) {
  World::Setup setup;
  setup.draws_matches = true;
  const auto seen = live(setup, 200000, 300);
  expect_rich(seen, 300);
}

TEST(ReplicationProperties, FourServersBearOneCrash) {
  World::Setup setup;
  setup.servers = 4;
  live(setup, 300000, 300);
}

} // namespace replication_test
} // namespace malha::tuple_space::testing
