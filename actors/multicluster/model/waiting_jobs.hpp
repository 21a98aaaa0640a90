// SPDX-License-Identifier: MIT
#pragma once
#include "listener.hpp"

#include <list>
#include <set>
#include <unordered_map>

namespace malha::multicluster {

/// A job of the upper queue.
struct WaitingJob {
  Job job;
  std::list<UpperJob>::iterator place;
  std::optional<Decided> decided = {}; ///< the last choice
  std::set<int> refused_by = {};       ///< clusters
  /// The state of the clusters in which no nodes of several clusters were found for the job.
  std::int64_t tried_in = -1;
};

/// The upper queue: the jobs that wait to be handed over, by (submission, id). Each has one task.
class WaitingJobs {
public:
  const std::list<UpperJob>& jobs() const { return places_; }
  std::size_t size() const { return places_.size(); }
  bool empty() const { return places_.empty(); }
  /// Nodes that all jobs of the queue need.
  std::int64_t nodes() const { return nodes_; }
  bool has(TaskId job) const { return jobs_.count(job) > 0; }
  /// Throws BrokenRule unless the job waits.
  WaitingJob& find(TaskId job);

  /// Adds a job, which is later than all others unless it is a task of a DAG.
  void add(Job job);
  /// Puts a job back in its place, as if it had come just now.
  void put_back(Job job);
  void remove(const WaitingJob& job);

  /// Leaves the job out for the rest of this pass.
  void refuse(WaitingJob& job);
  void pass_is_over();

  /// Forgets the cluster that was chosen for a job.
  static void forget_choice(WaitingJob& job);
  /// Forgets it for all jobs of which `is` holds.
  template <class Is>
  void forget_choices_if(const Is& is) {
    for (const auto& job : places_)
      if (job.choice && is(job))
        forget_choice(jobs_.at(job.id));
  }
  /// Forgets all choices and refusals.
  void forget_decisions();

  /// Brings the sum over time up to this date.
  void advance(Seconds now);
  /// Sum over time of the number of jobs in the queue, up to the last `advance`.
  double job_seconds_waited() const { return waited_; }

private:
  void insert(Job job, std::list<UpperJob>::iterator before);

  std::list<UpperJob> places_;
  std::unordered_map<TaskId, WaitingJob> jobs_;
  std::vector<TaskId> refused_; ///< in this pass
  std::int64_t nodes_ = 0;
  Seconds last_ = 0;
  double waited_ = 0;
};

} // namespace malha::multicluster
