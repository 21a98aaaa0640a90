// SPDX-License-Identifier: MIT
#pragma once
#include "actors/model/broken_rule.hpp"
#include "live_job.hpp"

#include <deque>
#include <string>

namespace malha::cluster {

/// The jobs of a cluster by their handles. A job that has left stays readable until `forget_left`.
class JobTable {
public:
  const LiveJob& operator[](JobHandle handle) const { return jobs_[handle]; }
  LiveJob& operator[](JobHandle handle) { return jobs_[handle]; }

  /// Returns a handle that no job has.
  JobHandle new_handle() {
    if (unused_.empty()) {
      jobs_.emplace_back();
      return static_cast<JobHandle>(jobs_.size() - 1);
    }
    const JobHandle handle = unused_.back();
    unused_.pop_back();
    return handle;
  }
  /// Marks a job as having left the cluster.
  LiveJob& leave(JobHandle handle) {
    jobs_[handle].state = LiveJob::State::none;
    left_.push_back(handle);
    return jobs_[handle];
  }
  /// Forgets the jobs that have left. Their handles may be used again.
  void forget_left() {
    unused_.insert(unused_.end(), left_.begin(), left_.end());
    left_.clear();
  }

  /// Throws BrokenRule unless a job in that state has the handle. `verb` says in the error what the policy
  /// does to the job, such as "starts".
  void check(JobHandle handle, LiveJob::State state, const char* verb) const {
    if (handle >= jobs_.size() || jobs_[handle].state != state)
      throw BrokenRule("it " + std::string(verb) + " job handle " + std::to_string(handle) + ", which no " +
                       (state == LiveJob::State::waits ? "waiting" : "running") + " job has");
  }

private:
  /// By handle. Jobs keep their places in memory, because the queue points to them.
  std::deque<LiveJob> jobs_;
  std::vector<JobHandle> unused_;
  std::vector<JobHandle> left_; ///< handles of jobs that have left since `forget_left`
};

} // namespace malha::cluster
