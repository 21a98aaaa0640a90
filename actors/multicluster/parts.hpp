// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/simgrid/checked_policy.hpp"
#include "cluster_port.hpp"
#include "journal.hpp"
#include "virtual_clusters.hpp"

namespace malha::multicluster {

/// The policy that gives jobs nodes of several clusters.
struct CheckedCoallocation : CheckedPolicy<Coallocate> {
  using CheckedPolicy::CheckedPolicy;

  Coallocation coallocate(const CoallocationView& view) override {
    return ask(&Coallocate::coallocate, view);
  }
  bool allocates() const override { return ask(&Coallocate::allocates); }
};

/// What a meta-scheduler has for jobs that run in several clusters at once: the policy that gives them nodes,
/// the channels that they share, and what leads them. Nothing of it is there where the policy gives none.
class Parts {
public:
  /// Throws InputError where parameters need another policy.
  explicit Parts(ActorContext& meta_scheduler);

  /// Whether jobs may run in several clusters.
  bool is_on() const { return is_on_; }
  /// Lets the model give nodes, when all gateways are connected.
  void connect(ClusterPort& reach, Model& model);
  /// The policy's answer breaks a rule.
  [[noreturn]] void broke(const CoallocationBroke& broken) const { policy_.broke(broken.what()); }
  /// Says what the searches have cost.
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
