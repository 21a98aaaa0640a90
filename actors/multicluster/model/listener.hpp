// SPDX-License-Identifier: MIT
#pragma once
#include "coallocator.hpp"
#include "policies/multicluster/estimate.hpp"
#include "policies/multicluster/queue.hpp"

namespace malha::multicluster {

/// The cluster that was selected for a job, and the reason.
struct Decided {
  int cluster;
  Seconds date;                     ///< of the decision
  std::optional<Estimate> estimate; ///< that decided; none if no cluster was asked, or several were selected
  std::vector<int> also = {};       ///< further clusters in whose queues the job waits
};

/// Copies that wait beyond the first one of each job. Clusters count each as a job of its own.
struct CopiesBeyondFirst {
  std::int64_t jobs = 0;
  std::int64_t nodes = 0; ///< that they need
};

/// Is notified of what happens in a meta-scheduler.
class Listener {
public:
  virtual ~Listener() = default;
  virtual void submitted(const Job&) {}
  /// The policy of the upper queue is asked next. `nodes`: what all jobs of the queue need.
  virtual void queue_is_asked(const UpperQueueView&, std::int64_t /*nodes*/) {}
  /// No cluster can run the job.
  virtual void rejected(const Job&) {}
  /// A cluster has taken the job, which was offered at that date.
  virtual void handed_over(const Job&, const Decided&, Seconds /*date*/) {}
  /// A job that was handed over has left its cluster. `start` is `never` if it did not run.
  virtual void left(TaskId, Seconds /*handed_over*/, Seconds /*start*/, Seconds /*end*/) {}
  /// The job has ended well. Tasks of a DAG may wait for it.
  virtual void completed(TaskId) {}
  /// The job has not ended well, or will never run.
  virtual void failed(TaskId) {}
  /// A job was taken back from a cluster that has failed, and waits again.
  virtual void taken_back(TaskId) {}
  /// A job starts in several clusters at once. `was_handed_over`: it has waited in the queue of a cluster.
  virtual void coallocated(const Job&, const Coallocated&, bool /*was_handed_over*/) {}
  /// Such a job has ended. `handed_over` is the date at which it left the upper queue.
  virtual void coallocated_left(const Job&, const Coallocated&, Seconds /*handed_over*/, Seconds /*end*/) {}
};

} // namespace malha::multicluster
