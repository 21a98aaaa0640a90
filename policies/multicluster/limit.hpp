// SPDX-License-Identifier: MIT
#pragma once
#include "clusters.hpp"

#include <optional>

namespace malha::multicluster {

/// A cluster to which a job is offered.
struct LimitView {
  Seconds now;
  std::int64_t waiting;                  ///< jobs in the queue of the cluster
  std::int64_t running;                  ///< jobs that run there
  std::int64_t ended;                    ///< jobs of the cluster that have ended so far
  Seconds executed;                      ///< sum of the run times of those
  std::optional<Seconds> estimated_wait; ///< of the job; none until it was asked for
  /// The cluster has refused the job before: the offer is no new arrival.
  bool is_repeated = false;
};

enum class Admitted { yes, no, wants_estimate };

/// Does the queue of a cluster take another job? The gateway of the cluster asks for each job that is
/// offered. A policy may ask for the waiting time that is estimated for the job, and is then asked again.
class Limit : public Policy {
public:
  static constexpr const char* question = "multicluster/limit";
  virtual Admitted admit(const LimitView& view) = 0;
};

} // namespace malha::multicluster
