// SPDX-License-Identifier: MIT
#pragma once
#include "application.hpp"
#include "policies/sdk/plugin.hpp"

#include <vector>

namespace malha::multicluster {

/// A node that may run one task of the job: its cluster would let another task in, and it has the memory.
struct UsableNode {
  int number;       ///< among the nodes of its cluster
  double power = 1; ///< Gamma, above 0: what a task gets there, relative to a free node of the most power
  bool has_local_user = false; ///< whether a local user is active there
};

/// The nodes and the channel of a cluster for a job that may run in several clusters at once.
struct ClusterOffer {
  int nodes = 0;                       ///< of the cluster, usable or not
  double channel = 0;                  ///< capacity of its channel to the other clusters, B/s, above 0
  double consumed = 0;                 ///< what jobs that run in several clusters send through it, B/s
  std::vector<UsableNode> usable = {}; ///< by number
};

/// The view of one job. Clusters are named by their positions.
struct CoallocationView {
  int tasks;                      ///< at least 1; each runs on a node of its own
  const Application& application; ///< what its tasks compute and send
  const std::vector<ClusterOffer>& clusters;
};

/// Where the tasks of a job run.
struct Coallocation {
  /// Of each cluster the numbers of the nodes that get a task, in increasing order. Empty: the job is not
  /// allocated now.
  std::vector<std::vector<int>> nodes = {};
  double processing_slowdown = 0;    ///< SP: how much longer its slowest task computes than at full power
  double communication_slowdown = 0; ///< SC: greatest use of a channel that the job uses, over its capacity
  std::int64_t solver_nodes = 0;     ///< steps of the search; 0 if nothing is searched
  bool gave_up = false; ///< the search ended at its limit: there may be an answer, or a better one
};

/// Which free nodes, maybe of several clusters, does the job get? Either each of its tasks gets a
/// usable node of its own, or the job gets none.
class Coallocate : public Policy {
public:
  static constexpr const char* question = "multicluster/coallocation";
  virtual Coallocation coallocate(const CoallocationView& view) = 0;
  /// Whether the policy ever gives a job nodes. Otherwise it is not asked, and jobs that no cluster can run
  /// are rejected.
  virtual bool allocates() const { return true; }
};

} // namespace malha::multicluster
