// SPDX-License-Identifier: MIT
#pragma once
#include <boost/random/mersenne_twister.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace malha {

/// One independent generator for each purpose ("workload.arrivals", "crashes", …). So policies that are
/// compared under one seed see the same load, whatever each of them draws. Draw with the distributions of
/// Boost.Random, which are the same everywhere.
class RandomStreams {
public:
  using Engine = boost::random::mt19937_64;

  explicit RandomStreams(std::uint64_t seed) : seed_(seed) {}
  /// Streams of one owner. They are independent of those of every other owner under the same seed.
  RandomStreams(std::uint64_t seed, std::string_view owner) : seed_(seed) { seed_ = start_of(owner); }

  /// The stream of that name. It starts on its first use, and the reference is good for as long as this
  /// object.
  Engine& stream(const std::string& name) {
    const auto found = streams_.find(name);
    return found != streams_.end() ? found->second
                                   : streams_.emplace(name, Engine(start_of(name))).first->second;
  }

  std::uint64_t seed() const { return seed_; }

private:
  std::uint64_t start_of(std::string_view name) const {
    std::uint64_t hash = 14695981039346656037u; // FNV-1a over the name, then mixed with the seed (splitmix64)
    for (const char c : name)
      hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
    std::uint64_t z = hash + (seed_ + 1) * 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }

  std::uint64_t seed_;
  std::map<std::string, Engine> streams_;
};

} // namespace malha
