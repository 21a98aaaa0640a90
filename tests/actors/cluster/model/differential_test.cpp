// SPDX-License-Identifier: MIT
// The policies of the suite against the plain reference scheduler, on random instances: equal to the last
// digit.
#include "batch_run.hpp"
#include "tests/support/scaled.hpp"

#include <gtest/gtest.h>

namespace malha::testing {
namespace differential_test {

const int instances = scaled(1200);

const std::map<std::string, ReferenceOrder> orders{
    {"submit", ReferenceOrder::submit},   {"shortest", ReferenceOrder::shortest},
    {"longest", ReferenceOrder::longest}, {"smallest", ReferenceOrder::smallest},
    {"largest", ReferenceOrder::largest}, {"wfp3", ReferenceOrder::wfp3}};
const std::vector<std::string> choices{"first", "best_fit", "contiguous"};

struct Compared {
  std::string policy, order;
  int depth;
  ReferencePolicy reference;
};

std::string text_of(const std::vector<ReferenceRow>& rows, const std::vector<ReferenceJob>& jobs) {
  std::string text;
  for (std::size_t i = 0; i < rows.size(); ++i)
    text += std::to_string(rows[i].id) + ": submitted " + shortest(jobs[i].submitted) + ", size " +
            std::to_string(jobs[i].size) + ", run " + shortest(jobs[i].run_time) + ", walltime " +
            shortest(jobs[i].walltime) + " -> " + shortest(rows[i].start) + "\n";
  return text;
}

class Differential : public ::testing::TestWithParam<Compared> {};

TEST_P(Differential, EqualsTheReferenceToTheLastDigit) {
  const auto& [policy, order, depth, reference] = GetParam();
  int waiting = 0, killed = 0;
  for (int seed = 0; seed < instances; ++seed) {
    const int nodes = 1 + seed % 17, count = 5 + seed % 46;
    const auto jobs = random_jobs(static_cast<std::uint64_t>(seed), count, nodes);
    std::map<std::string, std::string> parameters{{"order", order},
                                                  {"nodes", choices[static_cast<std::size_t>(seed) % 3]}};
    if (policy == "cluster/easy_backfill")
      parameters["depth"] = std::to_string(depth);
    const auto ours = schedule_of(policy, parameters, jobs, nodes);
    const auto theirs = reference_schedule(jobs, nodes, reference);
    ASSERT_EQ(ours, theirs) << "seed " << seed << ", " << nodes << " nodes\nours\n"
                            << text_of(ours, jobs) << "reference\n"
                            << text_of(theirs, jobs);
    for (std::size_t i = 0; i < ours.size(); ++i) {
      waiting += ours[i].start > jobs[i].submitted;
      killed += ours[i].killed;
    }
  }
  EXPECT_GT(waiting, instances); // the instances are no idle machines
  EXPECT_GT(killed, instances / 2);
}

std::vector<Compared> all_compared() {
  std::vector<Compared> all{{"cluster/conservative_backfill",
                             "submit",
                             0,
                             {ReferencePolicy::conservative, 0, ReferenceOrder::submit}}};
  for (const auto& [name, order] : orders) {
    all.push_back({"cluster/fcfs", name, 0, {ReferencePolicy::fcfs, 0, order}});
    for (const int depth : {0, 1, 2, 5, 1000})
      all.push_back({"cluster/easy_backfill", name, depth, {ReferencePolicy::easy, depth, order}});
  }
  return all;
}

std::string name_of(const ::testing::TestParamInfo<Compared>& one) {
  const auto& compared = one.param;
  return compared.policy.substr(compared.policy.find('/') + 1) + "_" + compared.order + "_" +
         std::to_string(compared.depth);
}

INSTANTIATE_TEST_SUITE_P(Policy, Differential, ::testing::ValuesIn(all_compared()), name_of);

} // namespace differential_test
} // namespace malha::testing
