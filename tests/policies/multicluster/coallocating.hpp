// SPDX-License-Identifier: MIT
#pragma once
#include "scenarios/runner/conformance/books/clusters_book.hpp"
#include "tests/policies/support/policy_maker.hpp"
#include "tests/support/thrown.hpp"

namespace malha::test {

using HandMadeClusters = conformance::ClustersBook;

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
