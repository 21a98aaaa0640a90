// SPDX-License-Identifier: MIT
#include "policies/cluster/limit.hpp"

#include "tests/policies/support/policy_maker.hpp"

namespace malha::test {
namespace no_limits_test {

// Not even the rules of a site hold a job back: its partition is down, and no licence is there.
TEST(NoLimits, LetsEachJobStart) {
  const auto policy = make<cluster::Limit>("cluster/no_limits");
  cluster::SiteRules site;
  site.partitions["p"].state = cluster::PartitionState::down;
  Credentials credentials;
  credentials.partition = "p";
  Demands demands;
  demands.licences["matlab"] = 3;
  cluster::Request request;
  request.demands = &demands;
  cluster::QueuedJob job;
  job.size = 100;
  job.request = &request;
  job.credentials = &credentials;
  EXPECT_EQ(policy->why_refused(job, {0, 4, site}), nullptr);
  EXPECT_EQ(policy->why_not_now(job, {0, 4, site}), nullptr);
  EXPECT_EQ(policy->next_change(0), never);
  EXPECT_FALSE(policy->limits());
}

} // namespace no_limits_test
} // namespace malha::test
