// SPDX-License-Identifier: MIT
// The policies that choose sizes, against the strategies of the reference. Both decide in the reference.
#include "reference_jobs.hpp"
#include "reference_strategies.hpp"
#include "reference_view.hpp"

#include "tests/policies/support/policy_maker.hpp"

namespace malha::testing::malleable {
namespace policies_test {

using Settings = std::map<std::string, std::string>;

struct Shipped {
  Strategy strategy;
  const char* policy;
  Settings settings;
};

const std::vector<Shipped> all_shipped{
    {Strategy::greedy, "cluster/greedy", {}},
    {Strategy::equi, "cluster/equi", {}},
    {Strategy::min, "cluster/shrink_to_start", {{"rule", "min"}}},
    {Strategy::pref, "cluster/shrink_to_start", {{"rule", "pref"}}},
    {Strategy::keep_pref, "cluster/shrink_to_start", {{"rule", "keep_pref"}}}};

std::vector<ReferenceRun> rows(const std::string& policy, const Settings& settings,
                               const std::vector<ReferenceJob>& jobs, int nodes) {
  return decided_by(*test::make<cluster::Queue>(policy, settings), jobs, nodes);
}

int granted(const std::vector<ReferenceRun>& runs) {
  int sum = 0;
  for (const auto& run : runs)
    sum += run.granted;
  return sum;
}

TEST(PoliciesOfSizes, DecideOnFourJobsAsTheReferenceDoes) {
  for (const auto& [strategy, policy, settings] : all_shipped)
    EXPECT_EQ(texts(rows(policy, settings, four(), 4)), texts(reference(four(), 4, strategy)))
        << static_cast<int>(strategy);
}

TEST(PoliciesOfSizes, DecideOnRandomJobsAsTheReferenceDoes) {
  std::mt19937 random(4);
  for (int instance = 0; instance < 1000; ++instance) {
    const auto jobs = random_jobs(random, false);
    for (const auto& [strategy, policy, settings] : all_shipped) {
      const auto ours = rows(policy, settings, jobs, 12), theirs = reference(jobs, 12, strategy);
      ASSERT_EQ(texts(ours), texts(theirs)) << instance << ' ' << static_cast<int>(strategy);
      ASSERT_EQ(granted(ours), granted(theirs)) << instance << ' ' << static_cast<int>(strategy);
    }
  }
}

} // namespace policies_test
} // namespace malha::testing::malleable
