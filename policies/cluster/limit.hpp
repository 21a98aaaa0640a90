// SPDX-License-Identifier: MIT
#pragma once
#include "queue.hpp"
#include "site_rules.hpp"

namespace malha::cluster {

/// What a limit may read.
struct LimitView {
  Seconds now;
  int nodes; ///< of the cluster, up or down; CPUs under allocation=core
  const SiteRules& site;
};

/// Which jobs may not start yet, although there is room? The scheduler keeps such a job from its queue
/// policy, so that it is passed over without a reservation, and later jobs go on. A limit counts what it is
/// told of: who holds what at present. So each job is asked for before anything else is said of it, and its
/// answer holds until a job starts or ends: of two jobs that may both start now, the second one may no longer
/// when the first one has started. All views of a policy show the same site, and dates never go back.
class Limit : public Policy {
public:
  static constexpr const char* question = "cluster/limit";
  /// Why the job cannot be submitted at all; null: it can.
  virtual const char* why_refused(const QueuedJob& /*job*/, const LimitView& /*view*/) { return nullptr; }
  /// Why the job may not start now; null: it may.
  virtual const char* why_not_now(const QueuedJob& job, const LimitView& view) = 0;
  /// The date at which an answer may change although nothing has started or ended; `never`: there is none.
  virtual Seconds next_change(Seconds /*now*/) { return never; }
  /// A job has been submitted, or a waiting one has left without a start.
  virtual void submitted(const QueuedJob& /*job*/, Seconds /*now*/) {}
  virtual void left(const QueuedJob& /*job*/, Seconds /*now*/) {}
  /// A job that waited holds its nodes from now on.
  virtual void started(const QueuedJob& /*job*/, Seconds /*now*/) {}
  /// A job that ran since `start` holds its nodes no more. `waits_again`: it is back in the queue.
  virtual void ended(const QueuedJob& /*job*/, Seconds /*start*/, Seconds /*end*/, bool /*waits_again*/) {}
  /// Whether there are limits at all.
  virtual bool limits() const { return true; }
};

} // namespace malha::cluster
