// SPDX-License-Identifier: MIT
// cluster/slurm against a plain reference, and against the policies that it equals when its differences from
// them are turned off, on random instances.
#include "batch_run.hpp"
#include "slurm_reference.hpp"
#include "tests/support/scaled.hpp"

#include <gtest/gtest.h>

namespace malha::testing {
namespace slurm_differential_test {

const int instances = scaled(100);

using Parameters = std::map<std::string, std::string>;

int nodes_of(int seed) { return 1 + seed % 17; }

/// Jobs whose dates and limits are long beside Slurm's minute and half minute, and some that are not.
std::vector<ReferenceJob> jobs_of(int seed, double longer) {
  auto jobs = random_jobs(static_cast<std::uint64_t>(seed), 5 + seed % 46, nodes_of(seed));
  for (auto& job : jobs) {
    job.submitted *= longer;
    job.run_time *= longer;
    job.walltime *= longer;
  }
  return jobs;
}

std::vector<Job> as_jobs(const std::vector<ReferenceJob>& jobs) {
  std::vector<Job> all;
  for (const auto& job : jobs) // every eleventh has no walltime
    all.push_back(rigid_job(static_cast<JobId>(job.id), job.submitted, job.size, job.run_time,
                            job.id % 11 == 0 ? never : job.walltime));
  return all;
}

/// "id start nodes" of each job.
std::vector<std::string> text_of(const std::vector<BatchRow>& rows) {
  std::vector<std::string> texts;
  for (const auto& row : rows)
    texts.push_back(std::to_string(row.id) + " " + shortest(row.start) + " " + row.nodes.text());
  return texts;
}

const Parameters textbook{{"bf_job_part_count_reserve", "1"},
                          {"reserve", "number"},
                          {"batches", "off"},
                          {"bf_resolution", "0"},
                          {"bf_interval", "0"},
                          {"bf_window", "1e9"},
                          {"bf_max_job_test", "0"},
                          {"default_queue_depth", "0"}};

// The five differences from EASY are turned off.
TEST(SlurmDifferential, WithoutItsDifferencesItIsEasyBackfilling) {
  for (int seed = 0; seed < instances; ++seed) {
    const auto jobs = jobs_of(seed, 1);
    ASSERT_EQ(schedule_of("cluster/slurm", textbook, jobs, nodes_of(seed)),
              schedule_of("cluster/easy_backfill", {}, jobs, nodes_of(seed)))
        << "seed " << seed;
  }
}

// More reservations by number are those of a greater depth.
TEST(SlurmDifferential, WithMoreReservationsItIsEasyBackfillingOfThatDepth) {
  for (const std::string depth : {"2", "5"})
    for (int seed = 0; seed < instances; ++seed) {
      const auto jobs = jobs_of(seed, 1);
      auto parameters = textbook;
      parameters["bf_job_part_count_reserve"] = depth;
      ASSERT_EQ(schedule_of("cluster/slurm", parameters, jobs, nodes_of(seed)),
                schedule_of("cluster/easy_backfill", {{"depth", depth}}, jobs, nodes_of(seed)))
          << "depth " << depth << ", seed " << seed;
    }
}

// Its nodes, too, if they are selected in the same way.
TEST(SlurmDifferential, BuiltinIsFirstComeFirstServed) {
  const auto fcfs = test::make<cluster::Queue>("cluster/fcfs", {{"nodes", "best_fit"}});
  const auto builtin = test::make<cluster::Queue>("cluster/slurm", {{"scheduler", "builtin"}});
  for (int seed = 0; seed < instances; ++seed) {
    const auto jobs = as_jobs(jobs_of(seed, 1));
    ASSERT_EQ(text_of(BatchRun(nodes_of(seed), *builtin).run(jobs)),
              text_of(BatchRun(nodes_of(seed), *fcfs).run(jobs)))
        << "seed " << seed;
  }
}

struct Compared {
  std::string name;
  Parameters parameters;
  PlainSlurmSettings plain;
};

std::vector<Compared> all_compared() {
  std::vector<Compared> all(9);
  all[0].name = "defaults";
  all[1] = {"one_reservation", {{"bf_job_part_count_reserve", "1"}}, {}};
  all[1].plain.most_reserve = 1;
  all[2] = {"exact_dates", {{"bf_resolution", "0"}}, {}};
  all[2].plain.resolution = 0;
  all[3] = {"no_batches", {{"batches", "off"}}, {}};
  all[3].plain.batches = false;
  all[4] = {"at_every_event", {{"bf_interval", "0"}}, {}};
  all[4].plain.interval = 0;
  all[5] = {"window", {{"bf_window", "12"}, {"bf_interval", "7"}}, {}};
  all[5].plain.window = 720;
  all[5].plain.interval = 7;
  all[6] = {"young_jobs", {{"bf_min_age_reserve", "200"}}, {}};
  all[6].plain.min_age = 200;
  all[7] = {"linear", {{"bf_window_linear", "45"}, {"bf_interval", "15"}}, {}};
  all[7].plain.linear = 45;
  all[7].plain.interval = 15;
  all[8] = {"limits", {{"bf_max_job_test", "3"}, {"bf_max_job_start", "1"}}, {}};
  all[8].plain.most_tested = 3;
  all[8].plain.most_started = 1;
  return all;
}

class SlurmReferenceDifferential : public ::testing::TestWithParam<Compared> {};

// The policy leaves out passes that can do nothing; asked for reasons, it plans for jobs that cannot start,
// too. Neither changes a start or a node.
TEST_P(SlurmReferenceDifferential, EqualsThePlainReference) {
  const auto& [name, parameters, plain] = GetParam();
  int waiting = 0;
  for (int seed = 0; seed < instances; ++seed) {
    const auto jobs = as_jobs(jobs_of(seed, seed % 3 == 0 ? 1 : seed % 3 == 1 ? 10 : 60));
    const auto policy = test::make<cluster::Queue>("cluster/slurm", parameters);
    PlainSlurm reference(plain);
    BatchRun run(nodes_of(seed), *policy);
    if (seed % 2 == 0)
      run.look = [](const auto&, const auto&) {};
    const auto rows = run.run(jobs);
    ASSERT_EQ(text_of(rows), text_of(BatchRun(nodes_of(seed), reference).run(jobs))) << "seed " << seed;
    for (std::size_t i = 0; i < rows.size(); ++i)
      waiting += rows[i].start > jobs[i].submitted;
  }
  EXPECT_GT(waiting, instances);
}

INSTANTIATE_TEST_SUITE_P(Settings, SlurmReferenceDifferential, ::testing::ValuesIn(all_compared()),
                         [](const auto& one) { return one.param.name; });

struct Planned {
  Seconds from, to;
  int size;
};

/// What a decision of a pass leaves: jobs that run, those that it starts, and its reservations.
std::vector<Planned> plans_of(const cluster::QueueView& view, const cluster::Decision& decision,
                              std::map<cluster::JobHandle, cluster::QueuedJob>& jobs) {
  std::vector<Planned> plans;
  for (const auto& job : view.queue)
    jobs[job.handle] = job;
  for (const auto& release : view.running)
    plans.push_back({view.now, release.expected_end, release.size});
  for (const auto& start : decision.start)
    plans.push_back({view.now, view.now + jobs[start.job].walltime, jobs[start.job].size});
  for (const auto& reason : decision.reasons)
    if (reason.date < never)
      plans.push_back({reason.date, reason.date + jobs[reason.job].walltime, jobs[reason.job].size});
  return plans;
}

// With exact dates, no date of a plan needs more nodes than there are, so that no job that starts, and no
// reservation behind another one, delays one that is there. The starts of plans are their only dates at which
// more nodes are needed than before.
TEST(SlurmProperties, NoReservationIsDelayedByJobsBehindIt) {
  int reserved = 0;
  for (int seed = 0; seed < instances; ++seed)
    for (const std::string reserve : {"nodes", "number"}) {
      const auto policy = test::make<cluster::Queue>(
          "cluster/slurm", {{"bf_interval", "0"}, {"bf_resolution", "0"}, {"reserve", reserve}});
      BatchRun run(nodes_of(seed), *policy);
      run.look = [&](const auto& view, const auto& decision) {
        std::map<cluster::JobHandle, cluster::QueuedJob> jobs;
        const auto plans = plans_of(view, decision, jobs);
        for (const auto& one : plans) {
          int needed = 0;
          for (const auto& other : plans)
            needed += other.from <= one.from && one.from < other.to ? other.size : 0;
          ASSERT_LE(needed, view.nodes) << "seed " << seed << ", at " << view.now << " for " << one.from;
          reserved += one.from > view.now;
        }
      };
      run.run(as_jobs(jobs_of(seed, seed % 2 == 0 ? 1 : 20)));
    }
  EXPECT_GT(reserved, instances);
}

} // namespace slurm_differential_test
} // namespace malha::testing
