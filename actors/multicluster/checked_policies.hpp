// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/simgrid/checked_policy.hpp"
#include "policies/multicluster/coallocation.hpp"
#include "policies/multicluster/queue.hpp"
#include "policies/multicluster/selection.hpp"

namespace malha::multicluster {

/// The policy of the upper queue.
struct CheckedUpperQueue : CheckedPolicy<UpperQueue> {
  using CheckedPolicy::CheckedPolicy;

  std::optional<NextJob> next(const UpperQueueView& view) override { return ask(&UpperQueue::next, view); }
};

/// The policy that selects a cluster.
struct CheckedSelection : CheckedPolicy<Selection> {
  using CheckedPolicy::CheckedPolicy;

  Selected select(const SelectionView& view) override { return ask(&Selection::select, view); }
  bool sends_copies() const override { return ask(&Selection::sends_copies); }
};

/// The policy that gives jobs nodes of several clusters.
struct CheckedCoallocation : CheckedPolicy<Coallocate> {
  using CheckedPolicy::CheckedPolicy;

  Coallocation coallocate(const CoallocationView& view) override {
    return ask(&Coallocate::coallocate, view);
  }
  bool allocates() const override { return ask(&Coallocate::allocates); }
};

} // namespace malha::multicluster
