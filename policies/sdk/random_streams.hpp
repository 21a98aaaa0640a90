// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace malha {

/// Uniform numbers of 64 bits: those of boost::random::mt19937_64, which is kept behind this header since
/// every policy includes it.
class RandomEngine {
public:
  using result_type = std::uint64_t;

  explicit RandomEngine(result_type seed);
  RandomEngine(const RandomEngine& other);
  RandomEngine(RandomEngine&& other) noexcept;
  RandomEngine& operator=(RandomEngine other) noexcept;
  ~RandomEngine();

  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return std::numeric_limits<result_type>::max(); }
  result_type operator()() {
    if (next_ == drawn_.size())
      draw_more();
    return drawn_[next_++];
  }

private:
  struct Source;

  void draw_more();

  std::unique_ptr<Source> source_;
  std::array<result_type, 64> drawn_{}; ///< from `next_` on not yet given out
  std::size_t next_ = 64;
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
  /// Whether any stream has been asked for. If not, nothing that was made with these streams depends on the
  /// seed.
  bool has_begun_any() const { return !streams_.empty(); }

private:
  std::uint64_t start_of(std::string_view name) const;

  std::uint64_t seed_;
  std::map<std::string, Engine> streams_;
};

} // namespace malha
