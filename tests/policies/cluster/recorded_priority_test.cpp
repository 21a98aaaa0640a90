// SPDX-License-Identifier: MIT
#include "policies/sdk/recorded_state.hpp"
#include "tests/policies/support/policy_maker.hpp"

#include "policies/cluster/priority.hpp"

namespace malha::test {
namespace recorded_priority_test {

TEST(RecordedPriority, IsThatOfTheFile) {
  const auto policy = make<cluster::Priority>("cluster/recorded_priority", {});
  const std::list<cluster::QueuedJob> queue;
  cluster::Request request;
  request.extensions.set(RecordedPriority{4294901757});
  cluster::QueuedJob job;
  job.request = &request;
  EXPECT_EQ(policy->priority(job, {0, 4, queue}), 4294901757);
  EXPECT_EQ(policy->next_pass(0), never);
  EXPECT_TRUE(policy->ranks());
}

TEST(RecordedPriority, IsZeroIfThereIsNone) {
  const auto policy = make<cluster::Priority>("cluster/recorded_priority", {});
  const std::list<cluster::QueuedJob> queue;
  const cluster::Request request;
  cluster::QueuedJob job;
  EXPECT_EQ(policy->priority(job, {0, 4, queue}), 0);
  job.request = &request;
  EXPECT_EQ(policy->priority(job, {0, 4, queue}), 0);
}

} // namespace recorded_priority_test
} // namespace malha::test
