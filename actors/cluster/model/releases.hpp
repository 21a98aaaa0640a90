// SPDX-License-Identifier: MIT
#pragma once
#include "policies/cluster/release.hpp"

namespace malha::cluster {

/// Asks a release policy for the jobs of a cluster.
class Releases {
public:
  /// The series may be null, see ReleaseView. They are good as long as this is.
  Releases(JobRelease& policy, const StepSeries* carbon, const StepSeries* price)
      : policy_(policy), carbon_(carbon), price_(price), need_walltimes_(policy.needs_walltimes()) {}

  /// Whether each job must have a walltime, or a prediction.
  bool need_walltimes() const { return need_walltimes_; }
  /// The date before which a job that is submitted now is held back.
  Seconds of(const QueuedJob& job, Seconds now) const { return policy_.release(job, {now, carbon_, price_}); }

private:
  JobRelease& policy_;
  const StepSeries *carbon_, *price_;
  bool need_walltimes_;
};

} // namespace malha::cluster
