// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/plugin.hpp"
#include "policies/sdk/quantities.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace malha::multicluster {

/// A cluster below the meta-scheduler, as far as the meta-scheduler knows it.
struct Cluster {
  std::string site = {};
  int nodes = 0;                  ///< most tasks of one job
  int slots = 0;                  ///< tasks that run at once: more than the nodes if jobs share these
  FlopsPerSecond speed = 0;       ///< of its slowest node
  int free = 0;                   ///< slots that run nothing
  int busy = 0;                   ///< slots that run a task
  std::int64_t waiting_jobs = 0;  ///< in its own queue
  std::int64_t waiting_nodes = 0; ///< slots that those jobs ask for
  int local_users = 0;            ///< nodes on which a local user is active
  /// The cluster refused a job, and no job has left its queue since.
  bool is_closed = false;

  /// Slots that run a task or are asked for, for each slot of the cluster.
  double load() const { return (static_cast<double>(waiting_nodes) + busy) / slots; }
};

} // namespace malha::multicluster
