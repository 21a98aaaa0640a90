// SPDX-License-Identifier: MIT
#pragma once
#include "game.hpp"
#include "policies/sdk/random_streams.hpp"

namespace malha::duel {

/// How long a chain searches, and how willing it is to take a step back.
struct Annealing {
  std::int64_t steps = 10000; ///< instances that are tried after the first
  int legs = 10;              ///< parts of about equal length, after each of which the state can be kept
  /// A step back to a ratio that is smaller by the factor f is taken with probability f^(1/temperature). The
  /// temperature falls geometrically from the first value to the last one.
  double hottest = 0.5, coldest = 0.005;
};

/// An instance, and its ratio.
struct Found {
  Instance instance;
  double ratio = 0; ///< 0: there is no instance yet
};

/// Where a chain stands after some legs.
struct ChainState {
  int legs_done = 0;
  std::int64_t tried = 0; ///< instances whose ratio was computed
  Found current, best;
};

/// A random instance of the space, settled.
Instance drawn(const Game& game, RandomEngine& random);
/// An instance that differs from this one in one number, or in one row; settled.
Instance neighbour(const Game& game, const Instance& instance, RandomEngine& random);

/// Goes on by one leg of a chain: simulated annealing for the largest ratio, as PISA does it
/// (coleman2025). What a leg draws depends on the seed, the number of the chain and the
/// number of the leg alone, so that a chain that is begun again after any leg goes the same way.
void go_on(const Game& game, const Annealing& how, std::uint64_t seed, int chain, ChainState& state);

} // namespace malha::duel
