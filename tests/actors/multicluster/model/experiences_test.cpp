// SPDX-License-Identifier: MIT
// The index of experiences against a plain search through all of them.
#include "policies/multicluster/estimator/prediction/experiences.hpp"
#include "policies/sdk/random_streams.hpp"
#include "tests/support/scaled.hpp"

#include <boost/random/uniform_int_distribution.hpp>
#include <gtest/gtest.h>

namespace malha::multicluster {
namespace experiences_test {

struct Known {
  Experiences::Words words;
  Experiences::Numbers numbers;
  Experience times;
};

/// Distance HEOM, as it is written (M-CISNE, appendix C).
double distance(const std::vector<Known>& all, const Experiences::Words& words,
                const Experiences::Numbers& numbers, const Known& one) {
  double sum = 0;
  for (std::size_t i = 0; i < 3; ++i)
    sum += words[i].empty() || one.words[i].empty() || words[i] != one.words[i] ? 1 : 0;
  for (std::size_t i = 0; i < 3; ++i) {
    double low = one.numbers[i], high = low;
    for (const auto& other : all) {
      low = std::min(low, other.numbers[i]);
      high = std::max(high, other.numbers[i]);
    }
    const double apart = std::abs(one.numbers[i] - numbers[i]);
    const double part = high > low ? apart / (high - low) : apart > 0 ? 1 : 0;
    sum += part * part;
  }
  return std::sqrt(sum);
}

class ExperiencesDifferential : public ::testing::TestWithParam<double> {};

// Times are whole numbers, so that their sums do not depend on the order. Distances that are equal on paper
// may differ in the last digit; others are farther apart than that.
TEST_P(ExperiencesDifferential, FindsWhatAPlainSearchFinds) {
  const int instances = malha::testing::scaled(2000);
  constexpr double tolerance = 1e-12;
  int several = 0;
  for (int seed = 0; seed < instances; ++seed) {
    RandomStreams streams(static_cast<std::uint64_t>(seed));
    auto& engine = streams.stream("experiences");
    const auto below = [&](int limit) {
      return boost::random::uniform_int_distribution<int>(0, limit - 1)(engine);
    };
    const int kinds = 1 + below(3), values = 1 + below(8);
    const auto words = [&] {
      Experiences::Words drawn;
      for (auto& word : drawn)
        word = std::string(1, "abc"[below(kinds)]).substr(below(10) == 0 ? 1 : 0);
      return drawn;
    };
    const auto numbers = [&] {
      return Experiences::Numbers{1.0 * below(values), 1.0 * below(values), 100.0 * below(values)};
    };
    std::vector<Known> all;
    Experiences index;
    for (int number = below(30); number >= 0; --number) {
      Known one{words(), numbers(), {}};
      one.times.waiting_time = below(100);
      one.times.execution_time = below(100);
      index.add(one.words, one.numbers, one.times);
      all.push_back(one);
    }
    const auto asked_words = words();
    const auto asked_numbers = numbers();
    double least = never;
    for (const auto& one : all)
      least = std::min(least, distance(all, asked_words, asked_numbers, one));
    TimeSums expected;
    for (const auto& one : all)
      if (distance(all, asked_words, asked_numbers, one) <= least + GetParam() + tolerance)
        expected.add({one.times.waiting_time, one.times.execution_time, 1});
    std::int64_t steps = 0;
    const auto found = index.nearest(asked_words, asked_numbers, GetParam(), steps);
    ASSERT_EQ(found.number, expected.number) << "seed " << seed;
    ASSERT_EQ(found.waiting, expected.waiting) << "seed " << seed;
    ASSERT_EQ(found.execution, expected.execution) << "seed " << seed;
    ASSERT_GT(steps, 0);
    ASSERT_LE(steps, static_cast<std::int64_t>(all.size()));
    several += found.number > 1;
  }
  EXPECT_GT(several, instances / 10);
}

// The second radius is irrational, so that no distance is as far as that and the nearest.
INSTANTIATE_TEST_SUITE_P(Radius, ExperiencesDifferential, ::testing::Values(0, 0.31415926535));

TEST(Experiences, AreNoneAtFirst) {
  std::int64_t steps = 0;
  EXPECT_EQ(Experiences().nearest({"a", "b", "c"}, {1, 2, 3}, 0, steps).number, 0);
  EXPECT_EQ(steps, 0);
}

// The numbers 1 to 10 are one entry each. The nearest to 5 is 5 itself. Of its neighbours, which are as far,
// the larger one is looked at, and ends the search.
TEST(Experiences, LooksAtFew) {
  Experiences index;
  for (int size = 1; size <= 10; ++size)
    index.add({"a", "b", "c"}, {0, 0, static_cast<double>(size)}, {});
  std::int64_t steps = 0;
  EXPECT_EQ(index.nearest({"a", "b", "c"}, {0, 0, 5}, 0, steps).number, 1);
  EXPECT_EQ(steps, 2);
}

} // namespace experiences_test
} // namespace malha::multicluster
