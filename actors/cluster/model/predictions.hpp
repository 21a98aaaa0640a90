// SPDX-License-Identifier: MIT
#pragma once
#include "listener.hpp"
#include "policies/cluster/prediction.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace malha::cluster {

/// Asks a prediction policy for the jobs of a book, and notifies it of jobs that have ended. Predictions are
/// cut at the limits of jobs.
class Predictions : public Listener {
public:
  explicit Predictions(Prediction& policy) : policy_(policy) {}

  /// The prediction for a job that enters the queue, or waits.
  Seconds of(const LiveJob& job, Seconds now) const {
    return std::min(policy_.predict(job.as_submitted(), now), job.limit);
  }
  /// Whether the job was not seen to outlive its present prediction before: only the report of its end may be
  /// late.
  bool may_have_ended(const LiveJob& job) { return !std::exchange(course_of(job).is_outlived, true); }
  /// The date to which a job that has outlived its prediction, and not its limit, is expected to run.
  Seconds corrected_end(const LiveJob& job, Seconds now) {
    auto& course = course_of(job);
    course.is_outlived = false;
    const Seconds longer =
        policy_.correct(job.as_submitted(), {job.start, now, job.queued.walltime, course.corrections++});
    return job.start + std::min(longer, job.limit);
  }
  /// Whether jobs that wait must be predicted again; after that, no more until another job ends.
  bool take_renewal() { return std::exchange(is_stale_, false) && policy_.renews(); }

  void started(const LiveJob& job, const Start&) override { course_of(job) = {}; }
  void ended(const LiveJob& job, Seconds start, Seconds end, FinalState) override {
    policy_.ended(job.as_submitted(), start, end);
    is_stale_ = true;
  }

private:
  /// What became of the prediction of an attempt.
  struct Course {
    int corrections = 0;
    bool is_outlived = false; ///< the job was seen to run on at the end of the last one
  };

  Course& course_of(const LiveJob& job) {
    if (job.queued.handle >= courses_.size())
      courses_.resize(job.queued.handle + std::size_t{1});
    return courses_[job.queued.handle];
  }

  Prediction& policy_;
  std::vector<Course> courses_; ///< by handle, of the present attempt
  bool is_stale_ = false;       ///< jobs have ended since jobs that wait were predicted
};

} // namespace malha::cluster
