// SPDX-License-Identifier: MIT
#pragma once
#include "model.hpp"

#include <numeric>

namespace malha::multicluster {

/// Usable nodes of the cluster that the job could fill.
inline int takes(const ClusterOffer& offer, const CoallocationView& view) {
  return static_cast<int>(std::min(offer.usable.size(), static_cast<std::size_t>(view.tasks)));
}

/// The most tasks that one cluster can take.
inline int most_in_one_cluster(const CoallocationView& view) {
  int most = 0;
  for (const auto& offer : view.clusters)
    most = std::max(most, takes(offer, view));
  return most;
}

/// Fills cluster after cluster, first those that can take most of the tasks. Ties: the lowest cluster. Each
/// gives its nodes of most power, of equals the lowest numbers. Nothing if the nodes do not suffice.
inline Coallocation fill_clusters(const CoallocationView& view) {
  std::vector<std::size_t> order(view.clusters.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&view](std::size_t a, std::size_t b) {
    return takes(view.clusters[a], view) > takes(view.clusters[b], view);
  });
  std::vector<int> tasks(order.size());
  int left = view.tasks;
  for (const auto cluster : order) {
    tasks[cluster] = std::min(left, takes(view.clusters[cluster], view));
    left -= tasks[cluster];
  }
  return left > 0 ? Coallocation() : allocation_of(tasks, most_power_first(view), view);
}

} // namespace malha::multicluster
