// SPDX-License-Identifier: MIT
#pragma once
#include "live_job.hpp"

#include <algorithm>
#include <utility>

namespace malha::cluster {

/// The jobs that wait, in the order of `comes_before`.
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

  /// Adds a job in its place. Returns whether that is the last one. One that was in the queue before, has a
  /// priority, waited for other jobs, or is a task of a DAG need not be the last.
  bool add(LiveJob& job) {
    const auto place = place_of(job.queued);
    insert(job, place);
    last_added_ = job.place;
    return place == jobs_.end();
  }
  void remove(LiveJob& job) {
    if (last_added_ == job.place)
      last_added_.reset();
    spare_.splice(spare_.begin(), jobs_, job.place);
    nodes_ -= job.queued.size;
  }

  /// What has become of the queue.
  struct Reordered {
    bool has_new_priorities; ///< at least one job has another priority than before
    bool has_new_order;      ///< at least one job has another place than before
  };
  /// Gives each job the priority that `priority_of(job)` returns, and sorts the queue.
  template <class PriorityOf>
  Reordered reorder(PriorityOf priority_of) {
    Reordered changed{false, false};
    for (auto& job : jobs_) {
      const double before = std::exchange(job.priority, priority_of(job));
      changed.has_new_priorities |= before < job.priority || before > job.priority;
    }
    changed.has_new_order = !std::is_sorted(jobs_.begin(), jobs_.end(), comes_before);
    if (changed.has_new_order)
      jobs_.sort(comes_before);
    return changed;
  }

private:
  /// Before which job it stands. The tasks of a bag mostly stand one behind the other.
  std::list<QueuedJob>::iterator place_of(const QueuedJob& job) {
    if (jobs_.empty() || comes_before(jobs_.back(), job))
      return jobs_.end();
    if (last_added_ && comes_before(**last_added_, job) && comes_before(job, *std::next(*last_added_)))
      return std::next(*last_added_);
    return std::find_if(jobs_.rbegin(), jobs_.rend(),
                        [&](const QueuedJob& other) { return comes_before(other, job); })
        .base();
  }

  void insert(LiveJob& job, std::list<QueuedJob>::iterator before) {
    if (spare_.empty())
      spare_.emplace_back();
    job.place = spare_.begin();
    *job.place = job.queued;
    jobs_.splice(before, spare_, job.place);
    nodes_ += job.queued.size;
  }

  std::list<QueuedJob> jobs_;
  std::optional<std::list<QueuedJob>::iterator> last_added_; ///< nothing: that job has left
  std::list<QueuedJob> spare_; ///< elements of jobs that have left the queue, to be used again
  std::int64_t nodes_ = 0;
};

} // namespace malha::cluster
