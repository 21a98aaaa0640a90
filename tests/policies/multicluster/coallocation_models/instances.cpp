// SPDX-License-Identifier: MIT
#include "instances.hpp"

#include <boost/random/uniform_int_distribution.hpp>

#include <algorithm>

namespace malha::testing {
namespace {

class Draw {
public:
  explicit Draw(std::uint64_t seed) : streams_(seed), engine_(streams_.stream("coallocation")) {}

  int integer(int low, int high) { return boost::random::uniform_int_distribution<int>(low, high)(engine_); }
  bool one_in(int number) { return integer(1, number) == 1; }

private:
  RandomStreams streams_;
  RandomStreams::Engine& engine_;
};

} // namespace

test::HandMadeClusters random_clusters(const InstanceSize& size, std::uint64_t seed) {
  Draw draw(seed);
  const int steps = draw.one_in(2) ? 3 : 100; // of powers
  std::vector<std::vector<double>> powers(static_cast<std::size_t>(draw.integer(1, size.clusters)));
  int nodes = 0;
  for (auto& cluster : powers)
    for (int left = draw.integer(0, size.nodes); left > 0; --left, ++nodes)
      cluster.push_back(draw.integer(1, steps) / static_cast<double>(steps));
  test::HandMadeClusters instance(draw.integer(1, std::max(1, nodes + draw.one_in(10))), powers);
  for (auto& cluster : instance.clusters) {
    cluster.channel = draw.integer(20, 200);
    cluster.consumed = draw.one_in(2) ? 0 : draw.integer(0, 220);
  }
  instance.application.computation = draw.one_in(10) ? 0 : draw.integer(1, 100);
  instance.application.communication = draw.one_in(10) ? 0 : draw.integer(1, 100);
  instance.application.bandwidth = draw.one_in(10) ? 0 : draw.integer(1, 60);
  return instance;
}

} // namespace malha::testing
