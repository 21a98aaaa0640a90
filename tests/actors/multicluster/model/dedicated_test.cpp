// SPDX-License-Identifier: MIT
// Predictions against what happens, on dedicated nodes where every job runs as long as its estimate says.
// Under first come first served and conservative backfilling no later job delays an earlier one: what is
// predicted at its submission comes true, to the last digit.
#include "cluster_model.hpp"
#include "tests/support/scaled.hpp"

namespace malha::testing {
namespace dedicated_test {

const int instances = scaled(1500);

/// Random jobs that run for exactly their walltimes.
std::vector<Job> exact_jobs(std::uint64_t seed, int nodes) {
  std::vector<Job> jobs;
  for (const auto& job : random_jobs(seed, 40, nodes)) {
    const Seconds time = job.run_time > 0 ? job.run_time : job.walltime;
    jobs.push_back(rigid_job(static_cast<JobId>(job.id), job.submitted, job.size, time, time));
  }
  return jobs;
}

class PredictionDifferential : public ::testing::TestWithParam<std::tuple<const char*, const char*>> {};

TEST_P(PredictionDifferential, ComesTrueToTheLastDigit) {
  const auto& [queue, estimator] = GetParam();
  int waited = 0, jobs = 0;
  for (int seed = 0; seed < instances; ++seed) {
    const int nodes = 1 + seed % 17;
    const auto policy = test::make<multicluster::Estimator>(estimator);
    for (const auto& [id, row] :
         WatchedCluster(nodes, queue, *policy).run(exact_jobs(static_cast<std::uint64_t>(seed), nodes))) {
      ASSERT_EQ(row.estimate.waiting_time, row.start - row.submitted) << "job " << id << " of seed " << seed;
      ASSERT_EQ(row.start + row.estimate.execution_time, row.end) << "job " << id << " of seed " << seed;
      waited += row.start > row.submitted;
      ++jobs;
    }
  }
  EXPECT_EQ(jobs, 40 * instances);
  EXPECT_GT(waited, 10 * instances); // the clusters are not idle
}

std::string name_of(const ::testing::TestParamInfo<std::tuple<const char*, const char*>>& one) {
  const auto stem = [](const std::string& name) { return name.substr(name.find('/') + 1); };
  return stem(std::get<1>(one.param)) + "_of_" + stem(std::get<0>(one.param));
}

// Without sharing, and without history, the three models say the same.
INSTANTIATE_TEST_SUITE_P(
    Dedicated, PredictionDifferential,
    ::testing::Combine(::testing::Values("cluster/fcfs", "cluster/conservative_backfill"),
                       ::testing::Values("multicluster/sdpn", "multicluster/hanzich", "multicluster/hybrid")),
    name_of);

// Under EASY a later job may delay an earlier one that is not the first of the queue, and a later job that
// fills a gap need not be foreseen. Where nobody comes later, the prediction comes true: that of the last
// job.
TEST(PredictionDifferential, UnderEasyComesTrueForTheLastJob) {
  int waited = 0;
  for (int seed = 0; seed < instances; ++seed) {
    const int nodes = 1 + seed % 17;
    const auto policy = test::make<multicluster::Estimator>("multicluster/sdpn");
    const auto rows = WatchedCluster(nodes, "cluster/easy_backfill", *policy)
                          .run(exact_jobs(static_cast<std::uint64_t>(seed), nodes));
    const auto& last = rows.rbegin()->second;
    ASSERT_EQ(last.estimate.waiting_time, last.start - last.submitted) << "seed " << seed;
    waited += last.start > last.submitted;
  }
  EXPECT_GT(waited, instances / 3);
}

} // namespace dedicated_test
} // namespace malha::testing
