// SPDX-License-Identifier: MIT
#pragma once
#include "coallocator.hpp"

#include <map>

namespace malha::multicluster {

/// When a meta-scheduler gives jobs nodes of several clusters.
struct CoallocationRules {
  bool refined = false; ///< also to jobs that wait in the queue of a cluster (M-CISNE, Algorithm 4.5)
  bool idle = true;     ///< those get only nodes without any task and without a local user
};

/// The jobs of a meta-scheduler that run in several clusters, and those that wait in the queue of a cluster
/// and may yet run in several.
class Coallocations {
public:
  Coallocations(Coallocator& coallocator, const CoallocationRules& rules)
      : coallocator_(coallocator), rules_(rules) {}

  /// A job that runs in several clusters.
  struct Running {
    Job job;
    Coallocated parts;
    Seconds handed_over; ///< when it left the upper queue
  };
  /// A job of the queue of a cluster that has got nodes of several.
  struct FromQueue {
    Job job;
    int cluster;
    Coallocated parts;
  };

  Coallocator& coallocator() { return coallocator_; }
  /// Whether no job runs in several clusters.
  bool idle() const { return running_.empty(); }
  const Running& begin(Job job, Coallocated parts, Seconds handed_over);
  /// Ends a job at that date in all its clusters.
  Running end(TaskId job, Seconds end);

  /// The job waits in the queue of a cluster.
  void enter_queue(TaskId id, const Job& job, int cluster);
  /// The job has left that queue.
  void leave_queue(TaskId job) { queued_.erase(job); }
  bool has_queued() const { return !queued_.empty(); }
  /// The jobs in the queues of clusters, in the order in which they were handed over.
  std::vector<TaskId> queued();
  /// Asks for nodes of several clusters for a job that waits in the queue of one. Nothing if there are none,
  /// if the job has left the queue, or if it was tried in this `state` of the clusters before.
  std::optional<FromQueue> allocate_queued(TaskId job, std::int64_t state);

private:
  struct Queued {
    Job job;
    int cluster;
    std::int64_t tried_in = -1; ///< state of the clusters
  };

  Coallocator& coallocator_;
  const CoallocationRules rules_;
  std::map<TaskId, Queued> queued_;
  std::vector<TaskId> order_; ///< as they were handed over; some have left
  std::map<TaskId, Running> running_;
};

} // namespace malha::multicluster
