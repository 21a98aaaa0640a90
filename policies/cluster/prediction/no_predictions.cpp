// SPDX-License-Identifier: MIT
// Each job is expected to run to the walltime of its user.
#include "policies/cluster/prediction.hpp"

namespace malha::cluster {
namespace {

class NoPredictions : public Prediction {
public:
  Seconds predict(const QueuedJob& job, Seconds) override { return job.walltime; }
  Seconds correct(const QueuedJob& job, const Outlived&) override { return job.walltime; }
  bool predicts() const override { return false; }
};

} // namespace

MALHA_POLICY(policy<NoPredictions>("cluster/no_predictions",
                                   "each job is expected to run to the walltime of its user", "textbook"))

} // namespace malha::cluster
