// SPDX-License-Identifier: MIT
// The policies that choose sizes, against the strategies of the reference. Both decide in the reference.
#include "reference_invariants.hpp"
#include "reference_jobs.hpp"
#include "reference_strategies.hpp"
#include "reference_view.hpp"

#include "naive_moldable_easy.hpp"

#include "tests/policies/sdk/malleable_theory.hpp"
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

// Those for which there is no reference. The view throws when they break a rule.
TEST(PoliciesOfSizes, ConserveWorkWithinSizesAndCapacity) {
  const std::vector<std::pair<const char*, Settings>> others{
      {"cluster/shrink_to_start", {{"rule", "average"}}},
      {"cluster/shrink_to_start", {{"rule", "pref"}, {"deep", "on"}}},
      {"cluster/shrink_to_start", {{"rule", "pref"}, {"deep", "on"}, {"backfill", "easy"}}},
      {"cluster/shrink_to_start", {{"rule", "average"}, {"backfill", "easy"}}},
      {"cluster/moldable_easy", {}},
      {"cluster/hesrpt", {}}};
  for (const auto& [policy, settings] : others) {
    std::mt19937 random(7);
    std::size_t changes = 0;
    for (int instance = 0; instance < 1000; ++instance) {
      SCOPED_TRACE(std::to_string(instance) + ' ' + policy);
      const auto jobs = random_jobs(random, false);
      const auto runs = rows(policy, settings, jobs, 12);
      for (std::size_t i = 0; i < jobs.size(); ++i) {
        expect_in_bounds(jobs[i], runs[i]);
        changes += runs[i].sizes.size() - 1;
      }
      EXPECT_LE(most_held(runs), 12);
    }
    EXPECT_GT(changes, 1000U) << policy;
  }
}

TEST(PoliciesOfSizes, StartJobsOfOneSizeAsRigidOnesStart) {
  std::mt19937 random(5);
  for (int instance = 0; instance < 1000; ++instance) {
    const auto jobs = random_jobs(random, true);
    const auto fcfs = texts(rows("cluster/fcfs", {}, jobs, 12));
    for (const auto& [strategy, policy, settings] : all_shipped)
      ASSERT_EQ(texts(rows(policy, settings, jobs, 12)), fcfs) << instance << ' ' << policy;
    ASSERT_EQ(texts(rows("cluster/shrink_to_start", {{"rule", "average"}}, jobs, 12)), fcfs) << instance;
    const auto easy = texts(rows("cluster/easy_backfill", {}, jobs, 12));
    ASSERT_EQ(texts(rows("cluster/moldable_easy", {}, jobs, 12)), easy) << instance;
    ASSERT_EQ(texts(rows("cluster/shrink_to_start", {{"backfill", "easy"}}, jobs, 12)), easy) << instance;
  }
}

// Sizes whose run times are whole, so that no date is rounded, and the same choices tie.
TEST(PoliciesOfSizes, ChooseSizesAsANaiveMoldableEasyDoes) {
  std::mt19937 random(6);
  int differ = 0;
  for (int instance = 0; instance < 1000; ++instance) {
    const auto jobs = random_jobs_of_whole_times(random);
    for (const char* share : {"1", "0.5"}) {
      test::NaiveMoldableEasy naive(std::stod(share));
      const auto ours = texts(rows("cluster/moldable_easy", {{"max_share", share}}, jobs, 12));
      ASSERT_EQ(ours, texts(decided_by(naive, jobs, 12))) << instance << ' ' << share;
      differ += ours != texts(rows("cluster/easy_backfill", {}, jobs, 12)) ? 1 : 0;
    }
  }
  EXPECT_GT(differ, 500); // so there is something to choose
}

/// Jobs that are all there at 0 and may have any size from 1 to `nodes` at any date.
std::vector<ReferenceJob> jobs_of(const std::vector<double>& works, int nodes, const std::string& law) {
  std::vector<ReferenceJob> jobs;
  for (const double work : works) {
    jobs.push_back(job(static_cast<std::int64_t>(jobs.size()), 0, JobKind::malleable, 1, 1, nodes, work));
    jobs.back().size.law = SpeedUp::read(law);
    jobs.back().size.set_work(work);
    jobs.back().size.parts = Malleability::any_date;
  }
  return jobs;
}

// On 12 nodes the shares of three, two and one job are whole.
TEST(PoliciesOfSizes, ShareEquallyAsTheClosedFormSays) {
  const std::vector<double> works{4, 8, 13};
  for (const double p : {1.0, 0.5}) {
    const auto runs = rows("cluster/equi", {}, jobs_of(works, 12, p < 1 ? "power:.5" : "linear"), 12);
    const auto ends = testing::equi_ends(works, 12, p);
    for (std::size_t i = 0; i < works.size(); ++i)
      EXPECT_NEAR(runs[i].end, ends[i], 1e-9) << p << ' ' << i;
  }
}

// p = .5: of four jobs the i-th largest gets (2 i - 1) / 16 of the nodes, of three (2 i - 1) / 9, of two 1/4
// and 3/4. On 144 nodes all of that is whole.
TEST(PoliciesOfSizes, HaveTheLeastSumOfEndsWhereTheClosedFormDoes) {
  const std::vector<double> works{9, 5, 5, 2};
  double sum = 0;
  for (const auto& run : rows("cluster/hesrpt", {}, jobs_of(works, 144, "power:.5"), 144))
    sum += run.end;
  EXPECT_NEAR(sum, testing::hesrpt_sum(works, 144, 0.5), 1e-9);
  EXPECT_LT(sum, [&] {
    double of_equi = 0;
    for (const auto& run : rows("cluster/equi", {}, jobs_of(works, 144, "power:.5"), 144))
      of_equi += run.end;
    return of_equi;
  }());
}

// Linear jobs: all nodes to the shortest but the one that each other job has at least. Works 6, 1 and 4 on 4
// nodes: job 1 has two until .5; job 2 three for its other 3.5; then job 0 four for 6 - 1 2/3.
TEST(PoliciesOfSizes, RunTheShortestLinearJobFirst) {
  EXPECT_EQ(texts(rows("cluster/hesrpt", {}, jobs_of({6, 1, 4}, 4, "linear"), 4)),
            (std::vector<std::string>{"0:1 1.6666667:4; 2.75", "0:2; 0.5", "0:1 0.5:3; 1.6666667"}));
}

} // namespace policies_test
} // namespace malha::testing::malleable
