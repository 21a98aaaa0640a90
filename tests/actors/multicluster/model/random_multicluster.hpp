// SPDX-License-Identifier: MIT
#pragma once
#include "scenarios/runner/runs/library.hpp"

namespace malha::testing {

/// A random run of clusters below a meta-scheduler.
struct RandomMulticluster {
  RunRequest request;
  bool is_shared = false;    ///< several jobs share a node
  int largest = 0;           ///< nodes of the largest cluster
  int jobs = 0;              ///< that are submitted
  Bytes memory = 0;          ///< that tasks may use of a node; counts where nodes are shared
  bool has_limit = false;    ///< clusters may refuse jobs
  bool answers_late = false; ///< clusters take time for what they are asked
  std::vector<int> sizes;    ///< nodes of each cluster
  std::string coallocation;  ///< the policy, without its question; empty: jobs run in one cluster
  bool is_refined = false;   ///< jobs may be taken from the queue of a cluster to run in several

  /// The command that repeats the run and validates it.
  std::string command() const;
};

/// The instance of that number. It is the same on every machine.
RandomMulticluster random_multicluster(std::uint64_t number);

} // namespace malha::testing
