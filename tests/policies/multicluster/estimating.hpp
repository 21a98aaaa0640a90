// SPDX-License-Identifier: MIT
#pragma once
#include "scenarios/runner/conformance/books/cluster_book.hpp"
#include "tests/policies/support/policy_maker.hpp"

namespace malha::test {

using conformance::SlotFcfs;

/// What an estimator sees of a cluster, written by hand. The queue is cluster/fcfs where each node has one
/// slot.
class HandMadeCluster : public conformance::ClusterBook {
public:
  explicit HandMadeCluster(int number, int slots = 1) : ClusterBook(number, slots) {
    if (slots == 1)
      queue_is("cluster/fcfs");
  }

  void queue_is(const std::string& policy) {
    make_queue = [policy] { return make<cluster::Queue>(policy); };
  }
};

/// "wait execution nodes with local users" of an estimate.
inline std::string text_of(const multicluster::Estimate& estimate) {
  return shortest(estimate.waiting_time) + " " + shortest(estimate.execution_time) + " " +
         std::to_string(estimate.local_nodes);
}

/// The estimate of a new instance of that policy for a job of Ann.
inline std::string estimated(const std::string& policy, HandMadeCluster& cluster, int size,
                             const multicluster::Application* application,
                             const std::map<std::string, std::string>& parameters = {}) {
  return text_of(make<multicluster::Estimator>(policy, parameters)
                     ->estimate(cluster.state(), cluster.job(size, application)));
}

} // namespace malha::test
