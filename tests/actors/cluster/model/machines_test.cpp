// SPDX-License-Identifier: MIT
// What must hold of the policies that place fragments on machines, on random instances.
#include "batch_run.hpp"
#include "tests/support/scaled.hpp"

#include <gtest/gtest.h>

namespace malha::testing {
namespace machines_test {

const int instances = scaled(1000);

using Jobs = std::vector<ReferenceJob>;
using Parameters = std::map<std::string, std::string>;
using Machines = std::vector<cluster::NamedMachine>;

Machines machines_of(const std::vector<int>& cpus) {
  Machines machines;
  int first = 0;
  for (const int here : cpus) {
    machines.push_back({"m" + std::to_string(machines.size()), {first, here}});
    first += here;
  }
  return machines;
}

/// So many CPUs on machines of one each, on one machine, or on machines of 1 to 4.
enum class Shape { single, one, mixed };
const Shape shapes[] = {Shape::single, Shape::one, Shape::mixed};

Machines machines_of(Shape shape, int cpus, ReferenceDice& dice) {
  std::vector<int> sizes;
  for (int left = cpus; left > 0; left -= sizes.back())
    sizes.push_back(shape == Shape::one      ? left
                    : shape == Shape::single ? 1
                                             : std::min(left, 1 + dice.below(4)));
  return machines_of(sizes);
}

std::vector<ReferenceRow> run(const std::string& policy, const Parameters& parameters, const Jobs& jobs,
                              const Machines& machines) {
  const auto made = test::make<cluster::Queue>(policy, parameters);
  return BatchRun(machines, *made).run(jobs);
}

int cpus_of(int seed) { return 1 + seed % 12; }
Jobs jobs_of(int seed) { return random_jobs(static_cast<std::uint64_t>(seed), 30, cpus_of(seed)); }

Jobs with_exact_estimates(Jobs jobs) {
  for (auto& job : jobs)
    job.walltime = job.run_time = std::max(job.run_time, 1.0); // the scheduler plans with nothing below 1
  return jobs;
}

/// Both policies lead to the same dates, whatever machines the CPUs lie on.
void expect_same_dates(const std::string& policy, const Parameters& parameters, const std::string& other,
                       const Parameters& other_parameters, const std::function<Jobs(int)>& jobs) {
  for (int seed = 0; seed < instances; ++seed) {
    ReferenceDice dice(static_cast<std::uint64_t>(seed));
    const auto expected = schedule_of(other, other_parameters, jobs(seed), cpus_of(seed));
    for (const Shape shape : shapes)
      ASSERT_EQ(run(policy, parameters, jobs(seed), machines_of(shape, cpus_of(seed), dice)), expected)
          << "seed " << seed << ", shape " << static_cast<int>(shape);
  }
}

// A job without fragments fits wherever enough CPUs are free, on whatever machines, and only they count.
TEST(MachineBackfillDifferential, OfJobsWithoutFragmentsIsFcfs) {
  expect_same_dates("cluster/machine_backfill", {{"backfill", "none"}}, "cluster/fcfs", {}, jobs_of);
}

TEST(MachineBackfillDifferential, OfJobsWithoutFragmentsIsEasyWhateverTheEstimates) {
  expect_same_dates("cluster/machine_backfill", {}, "cluster/easy_backfill", {}, jobs_of);
}

Jobs of_one_cpu(Jobs jobs) {
  for (auto& job : jobs)
    job.size = 1;
  return jobs;
}

// The weight of a job of one CPU is its walltime.
TEST(MachineBackfillDifferential, OfJobsOfOneCpuByWeightIsEasyByWalltime) {
  expect_same_dates("cluster/machine_backfill", {{"order", "weight"}}, "cluster/easy_backfill",
                    {{"order", "shortest"}}, [](int seed) { return of_one_cpu(jobs_of(seed)); });
}

// Where estimates are too long, cluster/conservative_backfill improves reservations in the order of their
// dates and never puts one off; this policy makes them anew in the order of submission.
TEST(MachineBackfillDifferential, OfJobsWithoutFragmentsIsConservativeWhereEstimatesAreExact) {
  expect_same_dates("cluster/machine_backfill", {{"backfill", "conservative"}},
                    "cluster/conservative_backfill", {},
                    [](int seed) { return with_exact_estimates(jobs_of(seed)); });
}

// One second apart, so that at most one job a date has not waited at all.
Jobs one_a_date(int seed) {
  auto jobs = jobs_of(seed);
  for (auto& job : jobs)
    job.submitted = std::floor(job.submitted) + static_cast<double>(job.id);
  return jobs;
}

// A job that was submitted before now starves, and nothing passes the first of those that does not fit. Only
// one that was submitted now does not starve: it is tried last, when all before it have started.
TEST(TorqueFifoDifferential, IsFcfsWhereAllStarve) {
  for (const std::string order : {"fewest_cpus", "fifo", "walltime", "weight"})
    for (const std::string machines : {"file_order", "pack", "spread"})
      expect_same_dates("cluster/torque_fifo",
                        {{"order", order}, {"machines", machines}, {"starve_tolerance", "0"}}, "cluster/fcfs",
                        {}, one_a_date);
}

// Without starvation every job that fits starts, in its order: EASY of depth 0.
TEST(TorqueFifoDifferential, StartsAllThatFitsWhereNoneStarves) {
  for (const auto& [order, same] :
       {std::pair{"fewest_cpus", "smallest"}, std::pair{"fifo", "submit"}, std::pair{"walltime", "shortest"}})
    expect_same_dates("cluster/torque_fifo", {{"order", order}, {"starve", "off"}}, "cluster/easy_backfill",
                      {{"order", same}, {"depth", "0"}}, jobs_of);
}

/// Cuts the CPUs of a job into fragments of at most 4. Some name a machine, some are exclusive, and some jobs
/// fit no cluster.
void cut(Job& job, int cpus, const Machines& machines, ReferenceDice& dice) {
  int most = 0;
  for (const auto& one : machines)
    most = std::max(most, one.machine.cpus);
  for (int left = cpus; left > 0; left -= job.fragments.back().cpus) {
    Fragment fragment{std::min(left, 1 + dice.below(most)), "", dice.below(4) == 0};
    const auto& named = machines[static_cast<std::size_t>(dice.below(static_cast<int>(machines.size())))];
    if (dice.below(5) == 0 && named.machine.cpus >= fragment.cpus)
      fragment.machine = named.name;
    job.fragments.push_back(fragment);
  }
}

using Look = std::function<void(const cluster::QueueView&, const cluster::Decision&)>;

/// Those that run, of jobs with fragments; the book throws where a decision breaks a rule of machines and
/// fragments.
std::vector<BatchRow> run_with_fragments(const std::string& policy, const Parameters& parameters,
                                         const Jobs& jobs, int seed, const Look& look) {
  ReferenceDice dice(static_cast<std::uint64_t>(seed));
  const auto machines = machines_of(Shape::mixed, cpus_of(seed), dice);
  const auto made = test::make<cluster::Queue>(policy, parameters);
  std::vector<Job> asked;
  for (const auto& plain : jobs) {
    asked.push_back(
        rigid_job(static_cast<JobId>(plain.id), plain.submitted, plain.size, plain.run_time, plain.walltime));
    if (dice.below(4) > 0)
      cut(asked.back(), plain.size, machines, dice);
  }
  BatchRun machine(machines, *made);
  machine.look = look;
  auto rows = machine.run(asked);
  rows.erase(std::remove_if(rows.begin(), rows.end(), [](const BatchRow& row) { return row.dropped; }),
             rows.end());
  return rows;
}

std::vector<std::pair<std::string, Parameters>> settings() {
  std::vector<std::pair<std::string, Parameters>> settings;
  for (const std::string backfill : {"none", "easy", "conservative"})
    settings.push_back({"cluster/machine_backfill", {{"backfill", backfill}}});
  for (const std::string drain : {"all", "one_per_cycle"})
    for (const std::string machines : {"file_order", "pack", "spread"})
      settings.push_back({"cluster/torque_fifo",
                          {{"starve_drain", drain}, {"machines", machines}, {"starve_tolerance", "20"}}});
  return settings;
}

// A job either runs or is dropped when it arrives, and each that is not dropped has one reason.
TEST(FragmentsInvariants, EveryJobRunsOrIsDroppedAtOnce) {
  for (const auto& [policy, parameters] : settings()) {
    std::size_t ran = 0, dropped_in_all = 0;
    for (int seed = 0; seed < instances; ++seed) {
      std::size_t dropped = 0;
      const auto look = [&](const cluster::QueueView& view, const cluster::Decision& decision) {
        std::set<cluster::JobHandle> said;
        for (const auto& reason : decision.reasons)
          EXPECT_TRUE(said.insert(reason.job).second);
        for (const auto handle : decision.drop) {
          const auto& arrived = view.changes.arrived;
          EXPECT_TRUE(
              std::any_of(arrived.begin(), arrived.end(), [&](auto& job) { return job.handle == handle; }));
          EXPECT_EQ(said.count(handle), 0U);
        }
        EXPECT_EQ(said.size() + decision.drop.size(), view.queue.size());
        dropped += decision.drop.size();
      };
      const auto jobs = jobs_of(seed);
      const auto rows = run_with_fragments(policy, parameters, jobs, seed, look);
      ASSERT_EQ(rows.size() + dropped, jobs.size()) << policy << ", seed " << seed;
      ran += rows.size();
      dropped_in_all += dropped;
    }
    EXPECT_GT(ran, 20 * static_cast<std::size_t>(instances)); // most of the 30
    EXPECT_GT(dropped_in_all, 0U);
  }
}

/// That no reservation with that code is put off, and that its job starts by it.
void expect_kept(const std::string& backfill, const std::string& code, const std::function<Jobs(int)>& jobs) {
  int improved = 0, kept = 0;
  for (int seed = 0; seed < instances; ++seed) {
    std::map<cluster::JobHandle, Seconds> promised;
    const auto look = [&](const cluster::QueueView& view, const cluster::Decision& decision) {
      for (const auto& reason : decision.reasons)
        if (reason.code == code) {
          const auto before = promised.emplace(reason.job, reason.date).first;
          EXPECT_LE(reason.date, before->second) << "seed " << seed;
          improved += reason.date < before->second;
          before->second = reason.date;
        }
      for (const auto& start : decision.start)
        if (const auto promise = promised.extract(start.job)) {
          EXPECT_LE(view.now, promise.mapped()) << "seed " << seed;
          ++kept;
        }
    };
    run_with_fragments("cluster/machine_backfill", {{"backfill", backfill}}, jobs(seed), seed, look);
    ASSERT_TRUE(promised.empty());
  }
  EXPECT_GT(kept, instances);
  EXPECT_EQ(improved > 0, backfill == "easy"); // exact estimates leave nothing to improve
}

TEST(FragmentsInvariants, TheReservationOfEasysHeadIsKeptAndNeverPutOff) {
  expect_kept("easy", "head_reserved", jobs_of);
}

TEST(FragmentsInvariants, NoReservationMovesInTimeWhereEstimatesAreExact) {
  expect_kept("conservative", "reserved", [](int seed) { return with_exact_estimates(jobs_of(seed)); });
}

} // namespace machines_test
} // namespace malha::testing
