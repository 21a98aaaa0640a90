// SPDX-License-Identifier: MIT
#pragma once
#include "actors/model/broken_rule.hpp"
#include "live_job.hpp"

#include <string>

namespace malha::cluster {

/// The jobs of a cluster by their handles. A job that has left stays readable until `forget_left`; its handle
/// is used again after that.
class JobTable {
public:
  const LiveJob& operator[](JobHandle handle) const { return jobs_[handle]; }
  LiveJob& operator[](JobHandle handle) { return jobs_[handle]; }

  /// A handle that no job has. References to other jobs are no longer valid.
  JobHandle new_handle() {
    if (unused_.empty()) {
      jobs_.emplace_back();
      return static_cast<JobHandle>(jobs_.size() - 1);
    }
    const JobHandle handle = unused_.back();
    unused_.pop_back();
    return handle;
  }
  /// The job has left the cluster.
  LiveJob& leave(JobHandle handle) {
    jobs_[handle].state = LiveJob::State::none;
    left_.push_back(handle);
    return jobs_[handle];
  }
  void forget_left() {
    unused_.insert(unused_.end(), left_.begin(), left_.end());
    left_.clear();
  }

  /// Throws BrokenRule, with the verb `what`, unless a job in that state has the handle.
  void check(JobHandle handle, LiveJob::State state, const char* what) const {
    if (handle >= jobs_.size() || jobs_[handle].state != state)
      throw BrokenRule("it " + std::string(what) + " job handle " + std::to_string(handle) + ", which no " +
                       (state == LiveJob::State::waits ? "waiting" : "running") + " job has");
  }

private:
  std::vector<LiveJob> jobs_; ///< by handle
  std::vector<JobHandle> unused_;
  std::vector<JobHandle> left_; ///< handles of jobs that have left since `forget_left`
};

} // namespace malha::cluster
