// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/plugin.hpp"
#include "policies/sdk/quantities.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace malha::multicluster {

/// A cluster below the meta-scheduler, as far as the latter knows it.
struct Cluster {
  std::string site = {};
  int nodes = 0;
  FlopsPerSecond speed = 0;       ///< of its slowest node
  int free = 0;                   ///< nodes that run nothing
  int busy = 0;                   ///< nodes that run a job
  std::int64_t waiting_jobs = 0;  ///< in its own queue
  std::int64_t waiting_nodes = 0; ///< that those jobs ask for
  int local_users = 0;            ///< nodes on which a local user is active
  /// It refused a job, and no job has left its queue since.
  bool is_closed = false;

  /// Nodes that run a job or are asked for, for each node of the cluster.
  double load() const { return (static_cast<double>(waiting_nodes) + busy) / nodes; }
};

} // namespace malha::multicluster
