// SPDX-License-Identifier: MIT
#pragma once
#include "policies/multicluster/clusters.hpp"
#include "scenarios/runner/conformance/fields.hpp"

namespace malha::conformance {

/// Names the member "clusters" of a view: clusters as a meta-scheduler may know them. Those of one Draw have
/// the same sizes.
void clusters_field(Fields& field, std::vector<multicluster::Cluster>& clusters, Draw& draw);
/// The sizes of clusters, which stay the same.
Json sizes_of(const std::vector<multicluster::Cluster>& clusters);

} // namespace malha::conformance
