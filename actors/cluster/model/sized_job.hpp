// SPDX-License-Identifier: MIT
#pragma once
#include "policies/cluster/queue.hpp"

#include <memory>

namespace malha::cluster {

/// How a job runs that may have several numbers of nodes. Its run is a sequence of legs: in each it has the
/// same nodes throughout.
struct SizedJob {
  std::shared_ptr<const Malleability> job;
  Resizing now;       ///< what the policy sees
  IndexSet leaving;   ///< nodes that it is to lose at its next point
  int parts_done = 0; ///< at its last point
  int leg_from = 0;   ///< parts that were done when the leg began
  Seconds since = 0;  ///< the date since which it has its nodes
  Seconds used = 0;   ///< of its walltime, in the legs before this one, as a time on `pref` nodes

  explicit SizedJob(std::shared_ptr<const Malleability> sizes) : job(std::move(sizes)) {}

  bool changes_at_any_date() const { return job->parts == JobSizes::any_date; }
  /// The part of its work after which its scheduler has something to decide; 0: there is none.
  int next_part_of_interest() const;
  /// The nodes for which it asks after that part; 0: it does not ask for others than it has.
  int asked_after(int part) const;
  /// So many parts of the task on the nodes that it has.
  Task leg_of_parts(const Task& task, int parts) const;
  /// What is left of the task at the begin of the leg, on the nodes that it has.
  Task rest_of(const Task& task) const;
  /// A time on `pref` nodes, on those that it has.
  Seconds here(Seconds at_pref) const { return run_time_on(job->law, at_pref, job->pref, now.nodes); }
  /// The reverse.
  Seconds at_pref(Seconds here) const { return run_time_on(job->law, here, now.nodes, job->pref); }
  /// Notes what was done when the leg ends at that date. Work behind its last point is lost, unless its
  /// nodes may change at any date.
  void close_leg(Seconds date);
};

} // namespace malha::cluster
