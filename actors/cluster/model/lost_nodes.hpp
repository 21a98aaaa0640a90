// SPDX-License-Identifier: MIT
#pragma once
#include "book.hpp"

#include <functional>

namespace malha::cluster {

/// The nodes that have failed for good. Finds the queued jobs for which too few nodes are left. In its
/// functions `one_a_machine` says that the policy gives each parallel task a machine of its own.
class LostNodes {
public:
  /// `stays_down`: whether a node that is down never recovers.
  explicit LostNodes(std::function<bool(int)> stays_down) : stays_down_(std::move(stays_down)) {}

  /// Notes that the node has failed or recovered.
  void switched(int node, bool is_on);
  /// Notes which of these nodes, which are down, stay down.
  void look_at(const IndexSet& down);
  /// The number of nodes if none is lost. Otherwise the most parallel tasks that a job can have on the nodes
  /// that are not lost.
  int most_tasks(const Machines& machines, bool one_a_machine) const {
    return lost_.empty() ? machines.nodes() : machines.most_tasks_without(lost_, one_a_machine);
  }
  /// The queued jobs that can no longer start. Looks at the whole queue if a node was lost since the last
  /// call, otherwise only at the jobs that have arrived.
  std::vector<JobHandle> too_large(const Book& book, bool one_a_machine);

private:
  const std::function<bool(int)> stays_down_;
  IndexSet lost_;
  bool has_lost_ = false; ///< a node was lost since the last call of `too_large`
};

} // namespace malha::cluster
