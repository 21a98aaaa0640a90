// SPDX-License-Identifier: MIT
#pragma once
#include "policies/multicluster/clusters.hpp"
#include "scenarios/runner/conformance/draw.hpp"

namespace malha::conformance {

/// Clusters as a meta-scheduler may know them, as JSON. Those of one Draw have the same sizes.
Json drawn_clusters(Draw& draw);
/// The same. Throws NoView.
std::vector<multicluster::Cluster> clusters_of(const Json& list);
/// Their sizes, which stay the same.
Json sizes_of(const std::vector<multicluster::Cluster>& clusters);

} // namespace malha::conformance
