// SPDX-License-Identifier: MIT
// What must hold between policies, and between one instance and another, on random instances.
#include "batch_run.hpp"
#include "tests/support/scaled.hpp"

#include <gtest/gtest.h>

#include <set>

namespace malha::testing {
namespace properties_test {

const int instances = scaled(1000);

using Jobs = std::vector<ReferenceJob>;
using Parameters = std::map<std::string, std::string>;

struct Scheduler {
  std::string policy;
  Parameters parameters;
};

const Scheduler fcfs{"cluster/fcfs", {}}, easy{"cluster/easy_backfill", {}},
    conservative{"cluster/conservative_backfill", {}},
    deepest{"cluster/easy_backfill", {{"depth", "1000000"}}};
const std::vector<Scheduler> by_submission{fcfs, easy, conservative};

std::vector<ReferenceRow> run(const Scheduler& scheduler, const Jobs& jobs, int nodes) {
  return schedule_of(scheduler.policy, scheduler.parameters, jobs, nodes);
}

Jobs jobs_of(int seed, int nodes) { return random_jobs(static_cast<std::uint64_t>(seed), 30, nodes); }

int nodes_of(int seed) { return 1 + seed % 12; }

// On one node, or when each job takes all, nothing can pass another.
TEST(Equality, OrderIsAllThatCountsWhereJobsRunOneByOne) {
  for (int seed = 0; seed < instances; ++seed) {
    const int nodes = seed % 2 == 0 ? 1 : 8;
    auto jobs = jobs_of(seed, nodes);
    for (auto& job : jobs)
      job.size = nodes;
    const auto first = run(fcfs, jobs, nodes);
    for (const auto& scheduler : by_submission)
      ASSERT_EQ(run(scheduler, jobs, nodes), first) << scheduler.policy << ", seed " << seed;
  }
}

// With exact estimates nothing ends early, so that reservations made anew at each pass are the promises.
TEST(Equality, EndlessDepthIsConservativeWhereEstimatesAreExact) {
  for (int seed = 0; seed < instances; ++seed) {
    auto jobs = jobs_of(seed, nodes_of(seed));
    for (auto& job : jobs)
      job.walltime = job.run_time = std::max(job.run_time, 1.0); // the scheduler plans with nothing below 1
    ASSERT_EQ(run(deepest, jobs, nodes_of(seed)), run(conservative, jobs, nodes_of(seed))) << "seed " << seed;
  }
}

// As many nodes as all jobs together take.
TEST(Equality, NobodyWaitsWhereThereIsRoomForAll) {
  for (int seed = 0; seed < instances; ++seed) {
    const auto jobs = jobs_of(seed, 4);
    const int nodes = 30 * 4;
    const auto first = run(fcfs, jobs, nodes);
    for (std::size_t i = 0; i < jobs.size(); ++i)
      ASSERT_EQ(first[i].start, jobs[i].submitted);
    for (const auto& scheduler : by_submission)
      ASSERT_EQ(run(scheduler, jobs, nodes), first) << scheduler.policy << ", seed " << seed;
  }
}

/// The instance in whole numbers, so that what is added or multiplied is exact.
Jobs whole(Jobs jobs) {
  for (auto& job : jobs) {
    job.submitted = std::floor(job.submitted);
    job.run_time = std::floor(job.run_time);
    job.walltime = std::max(1.0, std::floor(job.walltime));
  }
  return jobs;
}

std::vector<Scheduler> all_schedulers() {
  auto all = by_submission;
  for (const std::string order : {"shortest", "longest", "smallest", "largest", "wfp3"}) {
    all.push_back({"cluster/fcfs", {{"order", order}}});
    all.push_back({"cluster/easy_backfill", {{"order", order}}});
  }
  all.push_back({"cluster/easy_backfill", {{"depth", "0"}}});
  all.push_back({"cluster/easy_backfill", {{"depth", "3"}}});
  return all;
}

TEST(Metamorphic, LaterSubmissionsShiftTheScheduleAlone) {
  constexpr double shift = 4096;
  for (int seed = 0; seed < instances / 5; ++seed)
    for (const auto& scheduler : all_schedulers()) {
      auto jobs = whole(jobs_of(seed, nodes_of(seed)));
      auto expected = run(scheduler, jobs, nodes_of(seed));
      for (auto& row : expected) {
        row.start += shift;
        row.finish += shift;
      }
      for (auto& job : jobs)
        job.submitted += shift;
      ASSERT_EQ(run(scheduler, jobs, nodes_of(seed)), expected) << scheduler.policy << ", seed " << seed;
    }
}

TEST(Metamorphic, LongerSecondsStretchTheScheduleAlone) {
  constexpr double factor = 8;
  for (int seed = 0; seed < instances / 5; ++seed)
    for (const auto& scheduler : all_schedulers()) {
      auto jobs = whole(jobs_of(seed, nodes_of(seed)));
      auto expected = run(scheduler, jobs, nodes_of(seed));
      for (auto& row : expected) {
        row.start *= factor;
        row.finish *= factor;
      }
      for (auto& job : jobs) {
        job.submitted *= factor;
        job.run_time *= factor;
        job.walltime *= factor;
      }
      ASSERT_EQ(run(scheduler, jobs, nodes_of(seed)), expected) << scheduler.policy << ", seed " << seed;
    }
}

// The second half comes when the first is long over.
TEST(Metamorphic, ATraceSplitsWhereTheMachineIsIdle) {
  for (int seed = 0; seed < instances / 5; ++seed)
    for (const auto& scheduler : all_schedulers()) {
      const auto first = whole(jobs_of(seed, nodes_of(seed)));
      auto second = whole(jobs_of(seed + instances, nodes_of(seed)));
      double idle = 0;
      auto expected = run(scheduler, first, nodes_of(seed));
      for (const auto& row : expected)
        idle = std::max(idle, row.finish);
      for (auto& job : second) {
        job.id += 1000;
        job.submitted += idle + 1;
      }
      const auto after = run(scheduler, second, nodes_of(seed));
      expected.insert(expected.end(), after.begin(), after.end());
      auto both = first;
      both.insert(both.end(), second.begin(), second.end());
      ASSERT_EQ(run(scheduler, both, nodes_of(seed)), expected) << scheduler.policy << ", seed " << seed;
    }
}

// With other ids in the same order.
TEST(Metamorphic, NamesDoNotMatter) {
  for (int seed = 0; seed < instances / 5; ++seed)
    for (const auto& scheduler : all_schedulers()) {
      auto jobs = jobs_of(seed, nodes_of(seed));
      auto expected = run(scheduler, jobs, nodes_of(seed));
      for (auto& row : expected)
        row.id = 7 * row.id + 100;
      for (auto& job : jobs)
        job.id = 7 * job.id + 100;
      ASSERT_EQ(run(scheduler, jobs, nodes_of(seed)), expected) << scheduler.policy << ", seed " << seed;
    }
}

// The reservation of EASY's head is never put off, and the head starts by it; nor is a promise of
// conservative.
TEST(Promise, IsKeptAndNeverPutOff) {
  for (const auto& [scheduler, code] :
       {std::pair{easy, "head_reserved"}, std::pair{conservative, "promised"}})
    for (int seed = 0; seed < instances; ++seed) {
      const auto made = test::make<cluster::Queue>(scheduler.policy, scheduler.parameters);
      BatchRun machine(nodes_of(seed), *made);
      std::map<cluster::JobHandle, Seconds> promised;
      machine.look = [&, name = scheduler.policy, code = std::string(code)](const auto& view,
                                                                            const auto& decision) {
        for (const auto& reason : decision.reasons) {
          const auto before = promised.find(reason.job);
          if (reason.code == code) {
            EXPECT_LE(reason.date, before == promised.end() ? never : before->second);
            promised[reason.job] = reason.date;
          }
        }
        for (const auto& start : decision.start) {
          const auto promise = promised.extract(start.job);
          EXPECT_LE(view.now, promise ? promise.mapped() : never) << name << ", seed " << seed;
        }
      };
      machine.run(jobs_of(seed, nodes_of(seed)));
      ASSERT_TRUE(promised.empty());
    }
}

} // namespace properties_test
} // namespace malha::testing
