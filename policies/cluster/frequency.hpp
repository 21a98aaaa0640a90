// SPDX-License-Identifier: MIT
#pragma once
#include "queue.hpp"

namespace malha::cluster {

/// A pstate (a level of DVFS) in which all machines of a job can compute, and what the job is there.
struct FrequencyLevel {
  int pstate = 0; ///< SimGrid's number; that of 0 is most often the fastest
  /// Run time at this pstate / run time at that of the platform: b (v0 / vp - 1) + 1, where v are speeds and
  /// b is the parameter `dvfs_beta` of the scheduler (Etinski et al. 2010). 1 for a job that computes
  /// nothing.
  double stretch = 1;
  Watts power = 0; ///< of all machines of the job while it runs
};

/// A job that starts, and the pstates in which it may run.
struct FrequencyView {
  Seconds now;
  const QueuedJob& job; ///< its walltime is that at the pstate of the platform
  const IndexSet& nodes;
  const std::vector<FrequencyLevel>& levels; ///< at least one; the fastest first, then the lowest pstate
  int platform;                              ///< the pstate of the machines while they have no job
  Watts idle;                                ///< of all machines of the job, there, if nothing computes
  int waiting;                               ///< jobs in the queue that do not start at this date
};

/// Which pstate do the machines of a job use while it runs? The scheduler asks at each start of a job. Before
/// and after the job its machines are in the pstate of the platform.
class Frequency : public Policy {
public:
  static constexpr const char* question = "cluster/frequency";
  /// The pstate of one of the levels.
  virtual int pstate(const FrequencyView& view) = 0;
  /// Whether any job may run at another pstate than that of the platform.
  virtual bool changes_any() const { return true; }
};

} // namespace malha::cluster
