// SPDX-License-Identifier: MIT
#include "policies/cluster/priority.hpp"

#include "tests/policies/support/policy_maker.hpp"

namespace malha::test {
namespace no_priorities_test {

TEST(NoPriorities, GivesAllJobsTheSame) {
  const auto policy = make<cluster::Priority>("cluster/no_priorities", {});
  const std::list<cluster::QueuedJob> queue;
  cluster::QueuedJob early, late;
  late.submitted = 1000;
  EXPECT_EQ(policy->priority(early, {2000, 4, queue}), policy->priority(late, {2000, 4, queue}));
  EXPECT_EQ(policy->next_pass(2000), never);
  EXPECT_FALSE(policy->ranks());
}

} // namespace no_priorities_test
} // namespace malha::test
