// SPDX-License-Identifier: MIT
#include "random_streams.hpp"

namespace malha {
namespace {

constexpr std::size_t state_size = 312, middle = 156;

/// The upper 33 bits of one word and the lower 31 bits of the next one, by the matrix of the twister.
std::uint64_t twisted(std::uint64_t upper, std::uint64_t lower) {
  constexpr std::uint64_t lower_bits = 0x7fffffffu, matrix = 0xb5026f5aa96619e9u;
  const std::uint64_t word = (upper & ~lower_bits) | (lower & lower_bits);
  return (word >> 1) ^ ((word & 1) * matrix);
}

} // namespace

RandomEngine::RandomEngine(result_type seed) {
  static_assert(state_size == std::tuple_size_v<decltype(state_)>);
  state_[0] = seed;
  for (std::size_t i = 1; i < state_size; ++i)
    state_[i] = 6364136223846793005u * (state_[i - 1] ^ (state_[i - 1] >> 62)) + i;
}

void RandomEngine::twist() {
  for (std::size_t i = 0; i < middle; ++i)
    state_[i] = state_[i + middle] ^ twisted(state_[i], state_[i + 1]);
  for (std::size_t i = middle; i < state_size - 1; ++i)
    state_[i] = state_[i - middle] ^ twisted(state_[i], state_[i + 1]);
  state_[state_size - 1] = state_[state_size - 1 - middle] ^ twisted(state_[state_size - 1], state_[0]);
  next_ = 0;
}

RandomEngine& RandomStreams::stream(const std::string& name) {
  const auto found = streams_.find(name);
  return found != streams_.end() ? found->second
                                 : streams_.emplace(name, RandomEngine(start_of(name))).first->second;
}

std::uint64_t RandomStreams::start_of(std::string_view name) const {
  std::uint64_t hash = 14695981039346656037u; // FNV-1a over the name, then mixed with the seed (splitmix64)
  for (const char c : name)
    hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
  std::uint64_t z = hash + (seed_ + 1) * 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

} // namespace malha
