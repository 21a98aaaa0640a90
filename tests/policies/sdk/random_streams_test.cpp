// SPDX-License-Identifier: MIT
#include "policies/sdk/random_streams.hpp"

#include <boost/random/mersenne_twister.hpp>
#include <gtest/gtest.h>

#include <random>
#include <set>
#include <vector>

namespace malha {
namespace random_streams_test {

using Draws = std::vector<std::uint64_t>;

Draws draws(RandomStreams& streams, const std::string& name, int number = 10) {
  Draws drawn;
  for (int i = 0; i < number; ++i)
    drawn.push_back(streams.stream(name)());
  return drawn;
}

Draws first_draws(std::uint64_t seed, const std::string& name) {
  RandomStreams streams(seed);
  return draws(streams, name);
}

// The C++ standard ([rand.predef]): the 10000th number of mt19937_64 with its default seed is this one.
TEST(RandomEngine, DrawsTheNumbersOfTheStandard) {
  RandomEngine engine(std::mt19937_64::default_seed);
  for (int i = 1; i < 10000; ++i)
    engine();
  EXPECT_EQ(engine(), 9981545732273789042u);
}

// 1000 draws are more than what the engine draws at once, and more than the 312 words of its state. A copy
// draws on like the engine itself.
TEST(RandomEngine, DrawsTheNumbersOfOtherLibraries) {
  for (const std::uint64_t seed :
       {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{5489}, ~std::uint64_t{0}}) {
    RandomEngine ours(seed);
    boost::random::mt19937_64 of_boost(seed);
    std::mt19937_64 of_the_standard(seed);
    for (int i = 0; i < 1000; ++i) {
      auto copy = ours;
      const auto drawn = ours();
      EXPECT_EQ(copy(), drawn);
      EXPECT_EQ(of_boost(), drawn);
      EXPECT_EQ(of_the_standard(), drawn);
    }
  }
}

TEST(RandomStreams, RepeatUnderTheSameSeedAndName) {
  EXPECT_EQ(first_draws(42, "crashes"), first_draws(42, "crashes"));
  EXPECT_EQ(RandomStreams(42).seed(), 42u);
}

TEST(RandomStreams, GoOnWhereTheyWere) {
  RandomStreams streams(42);
  Draws drawn = draws(streams, "crashes", 4);
  const Draws rest = draws(streams, "crashes", 6);
  drawn.insert(drawn.end(), rest.begin(), rest.end());
  EXPECT_EQ(drawn, first_draws(42, "crashes"));
}

TEST(RandomStreams, DoNotDependOnWhichIsUsedFirst) {
  RandomStreams streams(42), reversed(42);
  const auto arrivals = draws(streams, "workload.arrivals"), crashes = draws(streams, "crashes");
  EXPECT_EQ(draws(reversed, "crashes"), crashes);
  EXPECT_EQ(draws(reversed, "workload.arrivals"), arrivals);
}

TEST(RandomStreams, DoNotDependOnWhatIsDrawnFromOthers) {
  RandomStreams streams(42);
  Draws alternating;
  for (int i = 0; i < 10; ++i) {
    alternating.push_back(streams.stream("crashes")());
    draws(streams, "workload.arrivals", i);
  }
  EXPECT_EQ(alternating, first_draws(42, "crashes"));
}

TEST(RandomStreams, StayInPlaceWhenOthersStart) {
  RandomStreams streams(42);
  auto& crashes = streams.stream("crashes");
  for (int i = 0; i < 1000; ++i)
    streams.stream("other " + std::to_string(i));
  EXPECT_EQ(&streams.stream("crashes"), &crashes);
}

// Close seeds and close names: no two of the 300 streams start alike.
TEST(RandomStreams, DifferByNameAndSeed) {
  std::set<Draws> starts;
  for (std::uint64_t seed = 0; seed < 100; ++seed)
    for (const std::string name : {"", "a", "b"})
      starts.insert(first_draws(seed, name));
  EXPECT_EQ(starts.size(), 300u);
}

} // namespace random_streams_test
} // namespace malha
