// SPDX-License-Identifier: MIT
#include "policies/cluster/prediction.hpp"

#include "tests/policies/support/policy_maker.hpp"

namespace malha::test {
namespace no_predictions_test {

TEST(NoPredictions, AreTheWalltimesOfUsers) {
  const auto policy = make<cluster::Prediction>("cluster/no_predictions", {});
  cluster::QueuedJob job;
  EXPECT_EQ(policy->predict(job, 0), never);
  job.walltime = 70;
  EXPECT_EQ(policy->predict(job, 0), 70);
  EXPECT_FALSE(policy->predicts());
  EXPECT_FALSE(policy->renews());
}

} // namespace no_predictions_test
} // namespace malha::test
