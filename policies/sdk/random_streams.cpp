// SPDX-License-Identifier: MIT
#include "random_streams.hpp"

#include <boost/random/mersenne_twister.hpp>

namespace malha {

struct RandomEngine::Source {
  boost::random::mt19937_64 engine;
};

RandomEngine::RandomEngine(result_type seed)
    : source_(std::make_unique<Source>(Source{boost::random::mt19937_64(seed)})) {}

RandomEngine::RandomEngine(const RandomEngine& other)
    : source_(std::make_unique<Source>(*other.source_)), drawn_(other.drawn_), next_(other.next_) {}

RandomEngine::RandomEngine(RandomEngine&&) noexcept = default;

RandomEngine& RandomEngine::operator=(RandomEngine other) noexcept {
  source_ = std::move(other.source_);
  drawn_ = other.drawn_;
  next_ = other.next_;
  return *this;
}

RandomEngine::~RandomEngine() = default;

void RandomEngine::draw_more() {
  for (auto& word : drawn_)
    word = source_->engine();
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
