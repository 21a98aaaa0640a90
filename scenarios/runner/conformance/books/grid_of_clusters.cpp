// SPDX-License-Identifier: MIT
#include "grid_of_clusters.hpp"

namespace malha::conformance {

void clusters_field(Fields& field, std::vector<multicluster::Cluster>& clusters, Draw& draw) {
  clusters.resize(draw.once("clusters", [&] { return draw.count(1, 5); }));
  int number = 0;
  field.list("clusters", clusters, [&](Fields& of_cluster, multicluster::Cluster& cluster) {
    cluster.site = "cluster-" + std::to_string(++number);
    cluster.nodes = 1;
    of_cluster("nodes", cluster.nodes, from(1),
               draw.once("nodes of " + cluster.site, [&] { return draw.integer(1, 8); }));
    of_cluster("busy", cluster.busy, from(0, cluster.nodes), draw.integer(0, cluster.nodes));
    of_cluster("waiting", cluster.waiting_jobs, draw.integer(0, 5));
    of_cluster("is_closed", cluster.is_closed, draw.integer(0, 1));
    cluster.slots = cluster.nodes;
    cluster.free = cluster.nodes - cluster.busy;
    cluster.waiting_nodes = cluster.waiting_jobs;
  });
  field.need(!clusters.empty(), "there is no cluster");
}

Json sizes_of(const std::vector<multicluster::Cluster>& clusters) {
  Json sizes = Json::array();
  for (const auto& cluster : clusters)
    sizes.push_back(cluster.nodes);
  return sizes;
}

} // namespace malha::conformance
