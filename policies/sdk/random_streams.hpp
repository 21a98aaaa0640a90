// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <string_view>

namespace malha {

/// Uniform numbers of 64 bits: the Mersenne twister MT19937-64 (Matsumoto and Nishimura 1998, 2004). It draws
/// the numbers of boost::random::mt19937_64 and std::mt19937_64. Its own header is small, and every policy
/// includes it.
class RandomEngine {
public:
  using result_type = std::uint64_t;

  explicit RandomEngine(result_type seed);

  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return std::numeric_limits<result_type>::max(); }
  result_type operator()() {
    if (next_ == state_.size())
      twist();
    result_type word = state_[next_++];
    word ^= (word >> 29) & 0x5555555555555555u;
    word ^= (word << 17) & 0x71d67fffeda60000u;
    word ^= (word << 37) & 0xfff7eee000000000u;
    return word ^ (word >> 43);
  }

private:
  /// Computes the words of the next draws.
  void twist();

  std::array<result_type, 312> state_;
  std::size_t next_ = 312; ///< word of `state_`
};

/// One independent generator for each purpose ("workload.arrivals", "crashes", …). So policies that are
/// compared under one seed see the same load, whatever each of them draws. Draw with the distributions of
/// Boost.Random, which are the same everywhere.
class RandomStreams {
public:
  using Engine = RandomEngine;

  explicit RandomStreams(std::uint64_t seed) : seed_(seed) {}
  /// Streams of one owner. They are independent of those of every other owner under the same seed.
  RandomStreams(std::uint64_t seed, std::string_view owner) : seed_(seed) { seed_ = start_of(owner); }

  /// The stream of that name. It starts on its first use, and the reference is good for as long as this
  /// object.
  Engine& stream(const std::string& name);

  std::uint64_t seed() const { return seed_; }

private:
  std::uint64_t start_of(std::string_view name) const;

  std::uint64_t seed_;
  std::map<std::string, Engine> streams_;
};

} // namespace malha
