// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/index_set.hpp"

namespace malha::cluster::slurm {

/// The nodes that are in both sets.
inline IndexSet in_both(const IndexSet& a, const IndexSet& b) {
  IndexSet both;
  for (const auto& interval : a.intervals()) {
    const auto inside = b.within(interval.first, interval.size());
    if (!inside.empty())
      both.insert(inside);
  }
  return both;
}

/// The nodes of the first set that are not in the other one.
inline IndexSet without(IndexSet nodes, const IndexSet& other) {
  nodes.remove(in_both(nodes, other));
  return nodes;
}

/// Adds those nodes of the other set that are not in the first one.
inline void add_missing(IndexSet& nodes, const IndexSet& other) {
  if (!nodes.contains(other))
    nodes.insert(without(other, nodes));
}

} // namespace malha::cluster::slurm
