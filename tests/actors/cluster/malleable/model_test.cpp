// SPDX-License-Identifier: MIT
// Policies that choose sizes in the model of the batch scheduler, against the strategies of the reference.
#include "naive_moldable_easy.hpp"
#include "reference_invariants.hpp"
#include "reference_jobs.hpp"
#include "reference_strategies.hpp"

#include "scenarios/runner/conformance/queue_run.hpp"
#include "tests/policies/sdk/malleable_theory.hpp"
#include "tests/policies/support/policy_maker.hpp"

namespace malha::testing::malleable {
namespace model_test {

using Settings = std::map<std::string, std::string>;

/// Writes down the rows of jobs, as the reference does, and looks after the nodes that are reserved.
class RowsOfModel : public cluster::Listener {
public:
  explicit RowsOfModel(const std::vector<ReferenceJob>& jobs) : runs_(jobs.size()) {
    for (std::size_t i = 0; i < jobs.size(); ++i)
      runs_[i].id = jobs[i].id;
  }

  std::vector<ReferenceRun> runs() const { return runs_; }

private:
  ReferenceRun& run_of(const cluster::LiveJob& job) {
    return runs_.at(static_cast<std::size_t>(job.task.id));
  }

  void started(const cluster::LiveJob& job, const cluster::Start&) override {
    run_of(job).sizes.push_back({job.start, job.nodes.size(), 0});
  }
  void asked(const cluster::LiveJob& job, Seconds) override { ++run_of(job).requests; }
  void resized(const cluster::LiveJob& job, const cluster::SizeChange& change) override {
    auto& run = run_of(job);
    run.granted += change.wanted == job.nodes.size() ? 1 : 0;
    run.sizes.push_back({change.date, job.nodes.size(), change.pause});
  }
  void ended(const cluster::LiveJob& job, Seconds, Seconds end, FinalState) override {
    run_of(job).end = end;
  }

  std::vector<ReferenceRun> runs_;
};

Job job_of(const ReferenceJob& one) {
  const bool is_rigid = one.size.kind == JobKind::rigid;
  auto job = conformance::rigid_job(one.id, one.submitted, one.size.pref, one.size.run_at_pref,
                                    one.size.run_at_pref);
  job.sizes = is_rigid ? nullptr : std::make_shared<const Malleability>(one.size);
  return job;
}

std::vector<ReferenceRun> rows(cluster::Queue& policy, const std::vector<ReferenceJob>& jobs, int nodes) {
  conformance::QueueRun run(nodes, policy);
  run.rules.extends = true; // limits do not stop jobs
  RowsOfModel rows_of_model(jobs);
  run.watches = &rows_of_model;
  std::vector<Job> all;
  for (const auto& one : jobs)
    all.push_back(job_of(one));
  run.run(all);
  return rows_of_model.runs();
}

std::vector<ReferenceRun> rows(const std::string& policy, const Settings& settings,
                               const std::vector<ReferenceJob>& jobs, int nodes) {
  return rows(*test::make<cluster::Queue>(policy, settings), jobs, nodes);
}

struct Shipped {
  Strategy strategy;
  const char* policy;
  Settings settings;
};

const std::vector<Shipped> all_shipped{
    {Strategy::rigid, "cluster/fcfs", {}},
    {Strategy::greedy, "cluster/greedy", {}},
    {Strategy::equi, "cluster/equi", {}},
    {Strategy::min, "cluster/shrink_to_start", {{"rule", "min"}}},
    {Strategy::pref, "cluster/shrink_to_start", {{"rule", "pref"}}},
    {Strategy::keep_pref, "cluster/shrink_to_start", {{"rule", "keep_pref"}}}};

// The rows of the reference are derived in reference_test.cpp.
TEST(SizesInTheModel, AreThoseOfTheReferenceForFourJobs) {
  for (const auto& [strategy, policy, settings] : all_shipped)
    EXPECT_EQ(texts(rows(policy, settings, four(), 4)), texts(reference(four(), 4, strategy)))
        << static_cast<int>(strategy);
}

// EPCC, mira-cirrus-elastisim 938f4d0, cirrus-cpu-simple-moldable-short: output of ElastiSim.
TEST(SizesInTheModel, EndWhenElastiSimSays) {
  const std::vector<Seconds> published{711.5, 939, 951, 925, 2437, 3719, 3661.5, 3665.5, 3639};
  const auto runs = rows("cluster/greedy", {}, cirrus_short(), 13249);
  ASSERT_EQ(runs.size(), published.size());
  for (std::size_t i = 0; i < published.size(); ++i)
    EXPECT_NEAR(runs[i].end, published[i], 1e-9) << i;
}

/// The same to the last digit. Rigid policies are not asked when jobs ask.
void expect_equal(const std::vector<ReferenceRun>& ours, const std::vector<ReferenceRun>& theirs,
                  bool are_asked) {
  ASSERT_EQ(ours.size(), theirs.size());
  for (std::size_t i = 0; i < ours.size(); ++i) {
    EXPECT_EQ(texts({ours[i]}), texts({theirs[i]}));
    EXPECT_EQ(ours[i].end, theirs[i].end) << i;
    EXPECT_EQ(ours[i].requests, are_asked ? theirs[i].requests : 0) << i;
    EXPECT_EQ(ours[i].granted, theirs[i].granted) << i;
    ASSERT_EQ(ours[i].sizes.size(), theirs[i].sizes.size()) << i;
    for (std::size_t k = 0; k < ours[i].sizes.size(); ++k) {
      EXPECT_EQ(ours[i].sizes[k].date, theirs[i].sizes[k].date) << i;
      EXPECT_EQ(ours[i].sizes[k].pause, theirs[i].sizes[k].pause) << i;
    }
  }
}

// All run times are whole, so that dates are exact.
TEST(SizesInTheModelDifferential, AreThoseOfTheReference) {
  std::mt19937 random(8);
  std::size_t changes = 0;
  for (int instance = 0; instance < 1000; ++instance) {
    const auto jobs = random_jobs_of_whole_times(random);
    for (const auto& [strategy, policy, settings] : all_shipped) {
      SCOPED_TRACE(std::to_string(instance) + ' ' + std::to_string(static_cast<int>(strategy)));
      const auto ours = rows(policy, settings, jobs, 12);
      expect_equal(ours, reference(jobs, 12, strategy), strategy != Strategy::rigid);
      if (::testing::Test::HasFailure())
        return;
      for (const auto& run : ours)
        changes += run.sizes.size() - 1;
    }
  }
  EXPECT_GT(changes, 1000U);
}

TEST(SizesInTheModelDifferential, AreThoseOfANaiveMoldableEasy) {
  std::mt19937 random(11);
  for (int instance = 0; instance < 1000; ++instance) {
    const auto jobs = random_jobs_of_whole_times(random);
    for (const char* share : {"1", "0.5"}) {
      SCOPED_TRACE(std::to_string(instance) + ' ' + share);
      test::NaiveMoldableEasy naive(std::stod(share));
      const auto ours = rows("cluster/moldable_easy", {{"max_share", share}}, jobs, 12);
      ASSERT_EQ(texts(ours), texts(rows(naive, jobs, 12)));
    }
  }
}

// Other laws, and jobs that may change at any date.
TEST(SizesInTheModelInvariants, ConserveWorkWithinSizesAndCapacity) {
  auto all = all_shipped;
  all.push_back({Strategy::min, "cluster/shrink_to_start", {{"rule", "average"}}});
  all.push_back({Strategy::pref, "cluster/shrink_to_start", {{"rule", "pref"}, {"deep", "on"}}});
  all.push_back({Strategy::pref, "cluster/shrink_to_start", {{"rule", "pref"}, {"backfill", "easy"}}});
  all.push_back({Strategy::rigid, "cluster/moldable_easy", {}});
  all.push_back({Strategy::rigid, "cluster/moldable_easy", {{"choose", "submit"}}});
  all.push_back({Strategy::rigid, "cluster/hesrpt", {}});
  for (const auto& [strategy, policy, settings] : all) {
    std::mt19937 random(9);
    for (int instance = 0; instance < 1000; ++instance) {
      SCOPED_TRACE(std::to_string(instance) + ' ' + policy);
      const auto jobs = random_jobs(random, false);
      const auto runs = rows(policy, settings, jobs, 12);
      for (std::size_t i = 0; i < jobs.size(); ++i)
        expect_in_bounds(jobs[i], runs[i]);
      EXPECT_LE(most_held(runs), 12);
      if (::testing::Test::HasFailure())
        return;
    }
  }
}

/// The rows of all jobs, and their reasons with dates.
std::string records(const std::string& policy, const Settings& settings,
                    const std::vector<ReferenceJob>& jobs) {
  const auto made = test::make<cluster::Queue>(policy, settings);
  conformance::QueueRun run(12, *made);
  std::string text;
  run.look = [&](const cluster::QueueView& view, const cluster::Decision& decision) {
    if (decision.reasons.empty() && decision.start.empty())
      return;
    text += "at " + shortest(view.now) + (view.changes.promises_void ? " void" : "") + ":";
    for (const auto& reason : decision.reasons)
      text += ' ' + std::to_string(reason.job) + ' ' + reason.code + ' ' + shortest(reason.date);
    text += '\n';
  };
  std::vector<Job> all;
  for (const auto& one : jobs)
    all.push_back(job_of(one));
  for (const auto& row : run.run(all))
    text += std::to_string(row.id) + ' ' + shortest(row.start) + ' ' + shortest(row.finish) + ' ' +
            row.nodes.text() + '\n';
  return text;
}

// Nodes, dates and reasons.
TEST(SizesInTheModelInvariants, AreThoseOfRigidPoliciesWhereEachJobHasOneSize) {
  std::mt19937 random(10);
  for (int instance = 0; instance < 1000; ++instance) {
    const auto jobs = random_jobs(random, true);
    const auto fcfs = records("cluster/fcfs", {}, jobs);
    for (const char* policy : {"cluster/greedy", "cluster/equi", "cluster/shrink_to_start"})
      ASSERT_EQ(records(policy, {}, jobs), fcfs) << instance << ' ' << policy;
    const auto easy = records("cluster/easy_backfill", {}, jobs);
    for (const char* choose : {"start", "submit"})
      ASSERT_EQ(records("cluster/moldable_easy", {{"choose", choose}}, jobs), easy) << instance << choose;
  }
}

/// Jobs that are all there at 0 and may have any size from 1 to `nodes` at any date.
std::vector<ReferenceJob> jobs_at_zero(const std::vector<double>& works, int nodes, const std::string& law) {
  std::vector<ReferenceJob> jobs;
  for (const double work : works) {
    jobs.push_back(job(static_cast<std::int64_t>(jobs.size()), 0, JobKind::malleable, 1, 1, nodes, 1));
    jobs.back().size.law = SpeedUp::read(law);
    jobs.back().size.set_work(work);
    jobs.back().size.parts = Malleability::any_date;
  }
  return jobs;
}

// On 12 nodes the parts of three, two and one job are whole. Works 4, 8 and 12 on 4 nodes would end at 3, 5
// and 6; on 12 nodes at a third of that.
TEST(SizesInTheModelTheory, ShareEquallyAsTheClosedFormSays) {
  const std::vector<double> works{4, 8, 12};
  const auto linear = rows("cluster/equi", {}, jobs_at_zero(works, 12, "linear"), 12);
  const std::vector<Seconds> expected{1, 5.0 / 3, 2};
  const auto power = rows("cluster/equi", {}, jobs_at_zero(works, 12, "power:.5"), 12);
  const auto ends_of_power = equi_ends(works, 12, 0.5);
  for (std::size_t i = 0; i < works.size(); ++i) {
    EXPECT_NEAR(linear[i].end, expected[i], 1e-9) << i;
    EXPECT_NEAR(power[i].end, ends_of_power[i], 1e-9) << i;
  }
}

// p = .5: the i-th largest of four jobs gets (2 i - 1) / 16 of the nodes, of three (2 i - 1) / 9, of two 1/4
// and 3/4. On 144 nodes all of that is whole.
TEST(SizesInTheModelTheory, HaveTheLeastSumOfEndsUnderHeSrpt) {
  const std::vector<double> works{9, 6, 5, 2};
  const auto sum = [&](const char* policy) {
    double all = 0;
    for (const auto& run : rows(policy, {}, jobs_at_zero(works, 144, "power:.5"), 144))
      all += run.end;
    return all;
  };
  EXPECT_NEAR(sum("cluster/hesrpt"), hesrpt_sum(works, 144, 0.5), 1e-9);
  EXPECT_GT(sum("cluster/equi"), 1.01 * hesrpt_sum(works, 144, 0.5));
}

} // namespace model_test
} // namespace malha::testing::malleable
