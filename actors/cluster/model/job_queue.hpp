// SPDX-License-Identifier: MIT
#pragma once
#include "live_job.hpp"

#include <algorithm>
#include <tuple>

namespace malha::cluster {

/// Whether the job comes later in the order of (submission, id).
inline bool comes_after(const QueuedJob& job, const QueuedJob& other) {
  return std::tie(job.submitted, job.id) > std::tie(other.submitted, other.id);
}

/// The jobs that wait, in the order of (submission, id).
class JobQueue {
public:
  const std::list<QueuedJob>& jobs() const { return jobs_; }
  std::size_t size() const { return jobs_.size(); }
  bool empty() const { return jobs_.empty(); }
  /// The sum of the nodes that the jobs of the queue need.
  std::int64_t nodes() const { return nodes_; }
  std::optional<JobHandle> find(TaskId task) const {
    for (const auto& job : jobs_)
      if (job.id == task)
        return job.handle;
    return std::nullopt;
  }

  /// Whether the job comes after all others. One that waited for other jobs need not.
  bool ends_before(const QueuedJob& job) const { return jobs_.empty() || !comes_after(jobs_.back(), job); }

  /// Adds a job that comes after all others.
  void add(LiveJob& job) { insert(job, jobs_.end()); }
  /// Adds a job that was in the queue before, or waited for other jobs, or a task of a DAG, in its place.
  void put_back(LiveJob& job) {
    insert(job, std::find_if(jobs_.begin(), jobs_.end(),
                             [&](const QueuedJob& other) { return comes_after(other, job.queued); }));
  }
  void remove(LiveJob& job) {
    spare_.splice(spare_.begin(), jobs_, job.place);
    nodes_ -= job.queued.size;
  }

private:
  void insert(LiveJob& job, std::list<QueuedJob>::iterator before) {
    if (spare_.empty())
      spare_.emplace_back();
    job.place = spare_.begin();
    *job.place = job.queued;
    jobs_.splice(before, spare_, job.place);
    nodes_ += job.queued.size;
  }

  std::list<QueuedJob> jobs_;
  std::list<QueuedJob> spare_; ///< elements of jobs that have left the queue, to be used again
  std::int64_t nodes_ = 0;
};

} // namespace malha::cluster
