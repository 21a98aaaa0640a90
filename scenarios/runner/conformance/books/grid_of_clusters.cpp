// SPDX-License-Identifier: MIT
#include "grid_of_clusters.hpp"

namespace malha::conformance {

Json drawn_clusters(Draw& draw) {
  const auto& sizes = draw.once("sizes", [&] {
    Json drawn = Json::array();
    for (int number = draw.integer(1, 5); number > 0; --number)
      drawn.push_back(draw.integer(1, 8));
    return drawn;
  });
  Json clusters = Json::array();
  for (const auto& size : sizes)
    clusters.push_back({{"nodes", size},
                        {"busy", draw.integer(0, size.get<int>())},
                        {"waiting", draw.integer(0, 5)},
                        {"is_closed", draw.integer(0, 1)}});
  return clusters;
}

std::vector<multicluster::Cluster> clusters_of(const Json& list) {
  std::vector<multicluster::Cluster> clusters;
  for (const auto& one : list) {
    const Part given(one, {"nodes", "busy", "waiting", "is_closed"});
    auto& cluster = clusters.emplace_back();
    cluster.site = "cluster-" + std::to_string(clusters.size());
    cluster.nodes = cluster.slots = given.integer("nodes", 1, 1);
    cluster.busy = given.integer("busy", 0, 0, cluster.nodes);
    cluster.free = cluster.nodes - cluster.busy;
    cluster.waiting_jobs = cluster.waiting_nodes = given.integer("waiting", 0, 0);
    cluster.is_closed = given.flag("is_closed");
  }
  need(!clusters.empty(), "there is no cluster");
  return clusters;
}

Json sizes_of(const std::vector<multicluster::Cluster>& clusters) {
  Json sizes = Json::array();
  for (const auto& cluster : clusters)
    sizes.push_back(cluster.nodes);
  return sizes;
}

} // namespace malha::conformance
