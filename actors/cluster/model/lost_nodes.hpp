// SPDX-License-Identifier: MIT
#pragma once
#include "book.hpp"

#include <functional>

namespace malha::cluster {

/// The nodes that have failed for good, and the jobs of the queue for which too few are left.
class LostNodes {
public:
  /// `stays_down`: whether a node that is down never recovers.
  explicit LostNodes(std::function<bool(int)> stays_down) : stays_down_(std::move(stays_down)) {}

  /// The node has failed or recovered.
  void switched(int node, bool is_on);
  /// Looks again at nodes that are down.
  void look_at(const IndexSet& down);
  /// The most tasks of a job that could run at once, on nodes that are up or recover.
  int most_tasks(const Machines& machines, bool one_a_machine) const {
    return lost_.empty() ? machines.nodes() : machines.most_tasks_without(lost_, one_a_machine);
  }
  /// The jobs that could no longer start: of the whole queue if a node was lost since the last call, else of
  /// the jobs that have arrived.
  std::vector<JobHandle> too_large(const Book& book, bool one_a_machine);

private:
  const std::function<bool(int)> stays_down_;
  IndexSet lost_;
  bool has_lost_ = false; ///< a node, since the last call of `too_large`
};

} // namespace malha::cluster
