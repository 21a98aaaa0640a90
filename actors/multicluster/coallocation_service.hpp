// SPDX-License-Identifier: MIT
#pragma once
#include "checked_policies.hpp"
#include "cluster_port.hpp"
#include "journal.hpp"
#include "virtual_clusters.hpp"

namespace malha::multicluster {

/// Runs the jobs of a meta-scheduler that need several clusters at once: asks the policy for nodes, keeps the
/// channels that such jobs share, and starts the virtual clusters. It is off if the policy never gives nodes.
class CoallocationService {
public:
  /// Throws InputError if parameters need another policy.
  explicit CoallocationService(ActorContext& meta_scheduler);

  /// Whether jobs may run in several clusters.
  bool is_on() const { return is_on_; }
  /// Lets the model give nodes, once all gateways are connected.
  void connect(ClusterPort& port, Model& model);
  /// Ends the run: the policy's answer breaks a rule.
  [[noreturn]] void broke(const CoallocationBroke& broken) const { policy_.broke(broken.what()); }
  /// Records what the searches have cost.
  void close(Journal& journal) const {
    if (coallocator_)
      journal.searched(coallocator_->steps(), coallocator_->times_given_up());
  }

private:
  void check_hosts() const;

  ActorContext& context_;
  CheckedCoallocation policy_;
  const bool is_on_;
  Channels channels_;
  std::optional<Coallocator> coallocator_;
  std::optional<VirtualClusters> virtual_clusters_;
};

} // namespace malha::multicluster
