// SPDX-License-Identifier: MIT
#pragma once
#include "policies/multicluster/coallocation.hpp"
#include "policy_maker.hpp"
#include "tests/support/thrown.hpp"

namespace malha::test {

/// What a policy sees of a job, written by hand: clusters of nodes with these powers, all usable. Channels
/// have 100 B/s, of which nothing is consumed. A task computes for 100 s, communicates for 60 s, and sends 30
/// B/s; so k of four tasks send 10 k (4 - k) B/s to the others.
struct HandMadeClusters {
  int tasks;
  std::vector<multicluster::ClusterOffer> clusters;
  multicluster::Application application{"", 100, 60, 0, 30};

  HandMadeClusters(int number, const std::vector<std::vector<double>>& powers) : tasks(number) {
    for (const auto& of_cluster : powers) {
      auto& cluster = clusters.emplace_back();
      cluster.channel = 100;
      for (const double power : of_cluster)
        cluster.usable.push_back({cluster.nodes++, power});
    }
  }

  multicluster::CoallocationView view() const { return {tasks, application, clusters}; }
};

/// A cluster of so many nodes of full power.
inline std::vector<double> full(int nodes) {
  return std::vector<double>(static_cast<std::size_t>(nodes), 1.0);
}

/// The numbers of the nodes of each cluster.
using Nodes = std::vector<std::vector<int>>;

inline multicluster::Coallocation allocate(const std::string& policy, const HandMadeClusters& clusters,
                                           const std::map<std::string, std::string>& parameters = {}) {
  return make<multicluster::Coallocate>(policy, parameters)->coallocate(clusters.view());
}

/// Of each cluster how many nodes get a task.
inline std::vector<int> counts(const multicluster::Coallocation& allocation) {
  std::vector<int> counts;
  for (const auto& nodes : allocation.nodes)
    counts.push_back(static_cast<int>(nodes.size()));
  return counts;
}

/// What is said of a value that a parameter of the policy cannot have.
inline std::string refusal(const std::string& policy, const std::string& parameter,
                           const std::string& value) {
  return testing::thrown<std::invalid_argument>([&] {
    make<multicluster::Coallocate>(policy, {{parameter, value}});
  });
}

} // namespace malha::test
