// SPDX-License-Identifier: MIT
#pragma once
#include "policies/multicluster/coallocation.hpp"

namespace malha::conformance {

/// The view of a job, for views and tests: clusters of nodes with these powers, all usable. Channels
/// have 100 B/s, of which nothing is consumed. A task computes for 100 s, communicates for 60 s, and sends 30
/// B/s; so k of four tasks send 10 k (4 - k) B/s to the others.
struct ClustersBook {
  int tasks;
  std::vector<multicluster::ClusterOffer> clusters;
  multicluster::Application application{"", 100, 60, 0, 30};

  ClustersBook(int number, const std::vector<std::vector<double>>& powers) : tasks(number) {
    for (const auto& of_cluster : powers) {
      auto& cluster = clusters.emplace_back();
      cluster.channel = 100;
      for (const double power : of_cluster)
        cluster.usable.push_back({cluster.nodes++, power});
    }
  }

  multicluster::CoallocationView view() const { return {tasks, application, clusters}; }
};

} // namespace malha::conformance
