// SPDX-License-Identifier: MIT
#pragma once
#include "tests/policies/multicluster/coallocating.hpp"

namespace malha::testing {

/// At most so many clusters, and usable nodes of each.
struct InstanceSize {
  int clusters, nodes;
};

/// A random job and its clusters. Half of them have few different powers, so that ties occur. Some times are
/// 0, some jobs send nothing, some channels are full, and some jobs have more tasks than there are nodes.
test::HandMadeClusters random_clusters(const InstanceSize& size, std::uint64_t seed);

} // namespace malha::testing
