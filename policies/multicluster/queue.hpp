// SPDX-License-Identifier: MIT
#pragma once
#include "clusters.hpp"

#include <list>
#include <optional>

namespace malha::multicluster {

/// The cluster that was chosen for a job, and when.
struct RememberedChoice {
  int cluster;
  /// The state of all clusters at the choice. The number grows with every job that is handed over, starts
  /// or leaves.
  std::int64_t state;
};

/// A job in the upper queue.
struct UpperJob {
  TaskId id = 0;
  Seconds submitted = 0;
  int size = 1; ///< nodes that it needs at once
  std::optional<RememberedChoice> choice = {};
  bool was_refused = false; ///< in this pass
};

struct UpperQueueView {
  Seconds now;
  const std::list<UpperJob>& waiting;   ///< by (submission, id)
  const std::vector<Cluster>& clusters; ///< in the order of the deployment
  std::int64_t state;                   ///< of all clusters, see RememberedChoice
};

/// The job that is to be handed over next.
struct NextJob {
  TaskId job;
  bool as_remembered = false;  ///< to the cluster of its choice; otherwise one is selected again
  bool among_open_only = true; ///< the new choice leaves closed clusters out
};

/// Which job of the upper queue is next? The meta-scheduler asks again and again until the answer is none,
/// which ends the pass. Between two answers the job was handed over, or `was_refused` is set.
class UpperQueue : public Policy {
public:
  static constexpr const char* question = "multicluster/queue";
  virtual std::optional<NextJob> next(const UpperQueueView& view) = 0;
};

/// The parameter `reschedule` of queue policies.
inline ParameterSpec reschedule_parameter() {
  return choice("reschedule", "off", {"off", "on"},
                "a job that a cluster refused waits for that cluster, or chooses again once the state of the "
                "clusters has changed (RS)");
}

} // namespace malha::multicluster
