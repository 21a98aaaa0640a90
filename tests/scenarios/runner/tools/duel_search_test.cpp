// SPDX-License-Identifier: MIT
// The search of a duel and how it shrinks what it finds, on games that need no simulation.
#include "scenarios/runner/tools/duel/shrink.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace malha::testing {
namespace duel_search_test {

using duel::Annealing;
using duel::ChainState;
using duel::Found;
using duel::Instance;
using duel::Row;

/// Jobs of two numbers on one machine. The ratio is the sum of the first numbers over that of the second
/// ones; there is none if a second number is above 90.
class Sums : public duel::Game {
public:
  const duel::Space& space() const override { return space_; }
  void settle(Instance& instance) const override { std::sort(instance.jobs.begin(), instance.jobs.end()); }
  std::optional<double> ratio(const Instance& instance) const override {
    double first = 0, second = 0;
    for (const auto& job : instance.jobs) {
      first += static_cast<double>(job[0]);
      second += static_cast<double>(job[1]);
      if (job[1] > 90)
        return std::nullopt;
    }
    return first / second;
  }

private:
  const duel::Space space_{{{{"first", 0, 1000, 0}, {"second", 1, 100, 1}}, 1, 6},
                           {{{"speed", 3, 3, 3}}, 1, 1}};
};

bool is_in(const duel::Table& table, const std::vector<Row>& rows) {
  if (rows.size() < table.fewest || rows.size() > table.most)
    return false;
  for (const auto& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i)
      if (row[i] < table.columns[i].low || row[i] > table.columns[i].high)
        return false;
  return true;
}

Found searched(const Annealing& how, std::uint64_t seed, int chain = 0) {
  const Sums game;
  ChainState state;
  while (state.legs_done < how.legs)
    duel::go_on(game, how, seed, chain, state);
  return state.best;
}

TEST(DuelSearch, DrawsAndChangesWithinTheSpace) {
  const Sums game;
  RandomStreams streams(1);
  auto& random = streams.stream("test");
  auto instance = duel::drawn(game, random);
  std::size_t fewest = instance.jobs.size(), most = fewest;
  for (int step = 0; step < 5000; ++step) {
    ASSERT_TRUE(is_in(game.space().jobs, instance.jobs));
    ASSERT_EQ(instance.machines, std::vector<Row>{{3}});
    ASSERT_TRUE(std::is_sorted(instance.jobs.begin(), instance.jobs.end()));
    fewest = std::min(fewest, instance.jobs.size());
    most = std::max(most, instance.jobs.size());
    instance = duel::neighbour(game, instance, random);
  }
  EXPECT_EQ(fewest, 1U);
  EXPECT_EQ(most, 6U);
}

// No ratio is above 1000 / 1, which any number of jobs has that are all (1000, 1).
TEST(DuelSearch, FindsTheLargestRatio) {
  const auto found = searched({4000, 4}, 1);
  EXPECT_EQ(found.ratio, 1000);
  for (const auto& job : found.instance.jobs)
    EXPECT_EQ(job, (Row{1000, 1}));
}

TEST(DuelSearch, DependsOnSeedAndChain) {
  const Annealing shortly{30, 3};
  EXPECT_EQ(searched(shortly, 1).instance, searched(shortly, 1).instance);
  EXPECT_FALSE(searched(shortly, 1).instance == searched(shortly, 2).instance);
  EXPECT_FALSE(searched(shortly, 1).instance == searched(shortly, 1, 1).instance);
}

// A chain whose state was kept after each leg, and read again, is the chain that was not stopped.
TEST(DuelSearch, GoesOnAfterAnyLeg) {
  const Sums game;
  const Annealing how{100, 5};
  ChainState state;
  for (int leg = 0; leg < 5; ++leg) {
    const auto kept = state;
    duel::go_on(game, how, 7, 2, state);
    auto again = kept;
    duel::go_on(game, how, 7, 2, again);
    EXPECT_EQ(again.legs_done, leg + 1);
    EXPECT_EQ(again.tried, state.tried);
    EXPECT_EQ(again.current.instance, state.current.instance);
    EXPECT_EQ(again.best.instance, state.best.instance);
    EXPECT_EQ(again.best.ratio, state.best.ratio);
  }
}

/// A game without any ratio.
class Nothing : public Sums {
public:
  std::optional<double> ratio(const Instance&) const override { return std::nullopt; }
};

TEST(DuelSearch, EndsWhereNoInstanceHasARatio) {
  const Nothing game;
  ChainState state;
  duel::go_on(game, {10, 1}, 0, 0, state);
  EXPECT_EQ(state.best.ratio, 0);
  EXPECT_EQ(state.legs_done, 1);
}

// 990 / 2 = 495 is asked for. The job (123, 17) is worth nothing without the others, and goes; of the two
// like (987, 2) one suffices: 987 / 2 = 493.5 is too little, and so is 900 / 2. The second number cannot stay
// 2 when the first has a single digit, but 500 / 1 is simpler and large enough.
TEST(DuelShrink, LeavesTheSimplestThatKeepsTheRatio) {
  const Sums game;
  const Found found{{{{990, 2}, {990, 2}}, {{3}}}, 495};
  const auto small = duel::shrunk(game, found, 495);
  EXPECT_EQ(small.instance.jobs, (std::vector<Row>{{500, 1}}));
  EXPECT_EQ(small.ratio, 500);
}

TEST(DuelShrink, NeverFallsBelowTheLeastRatio) {
  const Sums game;
  RandomStreams streams(3);
  auto& random = streams.stream("test");
  int smaller = 0;
  for (int i = 0; i < 200; ++i) {
    const auto instance = duel::drawn(game, random);
    const auto ratio = game.ratio(instance);
    if (!ratio || *ratio == 0)
      continue;
    const auto small = duel::shrunk(game, {instance, *ratio}, 0.9 * *ratio);
    EXPECT_GE(small.ratio, 0.9 * *ratio);
    EXPECT_EQ(small.ratio, game.ratio(small.instance));
    EXPECT_TRUE(is_in(game.space().jobs, small.instance.jobs));
    EXPECT_LE(small.instance.jobs.size(), instance.jobs.size());
    smaller += !(small.instance == instance);
    EXPECT_EQ(duel::shrunk(game, small, 0.9 * *ratio).instance, small.instance); // no step is left
  }
  EXPECT_GT(smaller, 50);
}

} // namespace duel_search_test
} // namespace malha::testing
