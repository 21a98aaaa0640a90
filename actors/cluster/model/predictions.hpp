// SPDX-License-Identifier: MIT
#pragma once
#include "listener.hpp"
#include "policies/cluster/prediction.hpp"

#include <algorithm>
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
  /// The date to which a job that has outlived its prediction, and not its limit, is expected to run.
  Seconds corrected_end(const LiveJob& job, Seconds now) {
    const Seconds longer =
        policy_.correct(job.as_submitted(), {job.start, now, job.queued.walltime, corrections_of(job)++});
    return job.start + std::min(longer, job.limit);
  }
  /// Whether jobs that wait must be predicted again; after that, no more until another job ends.
  bool take_renewal() { return std::exchange(is_stale_, false) && policy_.renews(); }

  void started(const LiveJob& job, const Start&) override { corrections_of(job) = 0; }
  void ended(const LiveJob& job, Seconds start, Seconds end, FinalState) override {
    policy_.ended(job.as_submitted(), start, end);
    is_stale_ = true;
  }

private:
  int& corrections_of(const LiveJob& job) {
    if (job.queued.handle >= corrections_.size())
      corrections_.resize(job.queued.handle + std::size_t{1});
    return corrections_[job.queued.handle];
  }

  Prediction& policy_;
  std::vector<int> corrections_; ///< by handle, of the present attempt
  bool is_stale_ = false;        ///< jobs have ended since jobs that wait were predicted
};

} // namespace malha::cluster
