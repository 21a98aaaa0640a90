// SPDX-License-Identifier: MIT
#pragma once
#include "queue.hpp"
#include "site_rules.hpp"

namespace malha::cluster {

/// What a priority policy may read.
struct PriorityView {
  Seconds now;
  int nodes;                         ///< of the cluster, up or down
  const std::list<QueuedJob>& queue; ///< the jobs that wait, by the priorities that they have so far
  /// Null: the site says nothing. Otherwise each job belongs to one of its associations.
  const SharesOfSite* shares = nullptr;
  const SiteRules* site = nullptr; ///< partitions and QOSes; null: the site says nothing
};

/// The association of the job's user: in the account that the job names, or else in the user's default
/// account. Nothing if there is none.
inline std::optional<int> association_of(const Credentials& credentials, const Accounts& accounts) {
  return credentials.account.empty() ? accounts.find_default(credentials.user)
                                     : accounts.find(credentials.account, credentials.user);
}

/// Which jobs go first? The scheduler asks for the priority of a job when it enters the queue, and for those
/// of all that wait at each pass. The queue stands in that order, whatever policy then starts its jobs.
class Priority : public Policy {
public:
  static constexpr const char* question = "cluster/priority";
  /// The priority of a job that waits, a finite number: the larger it is, the earlier the job stands in the
  /// queue. Ties go by submission, then by id.
  virtual double priority(const QueuedJob& job, const PriorityView& view) = 0;
  /// The date of the pass after the one at `now`. `now` itself means that each round is a pass, `never` that
  /// jobs keep the priorities that they get when they enter the queue.
  virtual Seconds next_pass(Seconds /*now*/) { return never; }
  /// A job has started. It holds the nodes of its size from now on.
  virtual void started(const QueuedJob& /*job*/, Seconds /*now*/) {}
  /// A job that ran since `start` holds its nodes no more: it has ended, or goes back to the queue.
  virtual void ended(const QueuedJob& /*job*/, Seconds /*start*/, Seconds /*end*/) {}
  /// Whether priorities differ at all.
  virtual bool ranks() const { return true; }
};

} // namespace malha::cluster
