// SPDX-License-Identifier: MIT
// What must hold of the policies that place fragments on machines, on random instances.
#include "bare_machine.hpp"

#include <gtest/gtest.h>

namespace malha::testing {
namespace {

constexpr int instances = 1000;

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
  return BareMachine(machines, *made).run(jobs);
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
TEST(MachineBackfill, OfJobsWithoutFragmentsIsFcfs) {
  expect_same_dates("cluster/machine_backfill", {{"backfill", "none"}}, "cluster/fcfs", {}, jobs_of);
}

TEST(MachineBackfill, OfJobsWithoutFragmentsIsEasyWhateverTheEstimates) {
  expect_same_dates("cluster/machine_backfill", {}, "cluster/easy_backfill", {}, jobs_of);
}

// Where estimates are too long, cluster/conservative_backfill improves reservations in the order of their
// dates and never puts one off; this policy makes them anew in the order of submission.
TEST(MachineBackfill, OfJobsWithoutFragmentsIsConservativeWhereEstimatesAreExact) {
  expect_same_dates("cluster/machine_backfill", {{"backfill", "conservative"}},
                    "cluster/conservative_backfill", {},
                    [](int seed) { return with_exact_estimates(jobs_of(seed)); });
}

} // namespace
} // namespace malha::testing
