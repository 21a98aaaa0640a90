// SPDX-License-Identifier: MIT
// What must hold of OscarPBS whatever it decides, on random batches: seen from the outside, in views,
// decisions and what became of the jobs.
#include "oscarpbs_watch.hpp"
#include "tests/support/names.hpp"

namespace malha::testing {
namespace oscarpbs_invariants_test {

constexpr int shards = 6, batches = 250, jobs_of_a_batch = 30;

struct Instance {
  std::vector<int> machine_cpus;
  OscarSettings settings;
  std::vector<OscarJob> jobs;
  int push_levels; ///< the reference has one
};

OscarMix mix_of(oscar::Dice& dice) {
  switch (dice.roll(0, 3)) {
  case 0:
    return {0, 0, 15, 15, 80, 200};
  case 1:
    return {50, 30, 5, 5, 20, 300};
  case 2:
    return {20, 20, 40, 30, 5, 200};
  default:
    return {};
  }
}

Instance instance(std::uint64_t seed) {
  oscar::Dice dice(seed);
  Instance made;
  const int machines = dice.roll(1, 6);
  for (int machine = 0; machine < machines; ++machine)
    made.machine_cpus.push_back(dice.percent(60) ? 8 : dice.roll(2, 8));
  made.settings.tolerance = dice.percent(50) ? 0 : dice.roll(1, 10);
  made.settings.fixed_weight = dice.roll(0, 3);
  made.settings.deallocation_limit = dice.roll(1, 3);
  made.settings.starve = !dice.percent(15);
  made.settings.starve_tolerance = dice.percent(30) ? 0 : dice.roll(0, 200);
  made.settings.max_suspension = dice.roll(20, 600);
  made.settings.push = !dice.percent(15);
  made.jobs = random_oscar_batch(seed, jobs_of_a_batch, made.machine_cpus, mix_of(dice));
  made.push_levels = dice.percent(50) ? 1 : dice.roll(0, 4);
  return made;
}

/// Its nodes are on the machines of its start: as many on each as its fragments there have CPUs.
void expect_its_fragments(const BatchRow& row, const OscarJob& job, const Instance& given) {
  ASSERT_EQ(row.machines.size(), job.fragments.size());
  std::vector<int> asked(given.machine_cpus.size());
  for (std::size_t i = 0; i < row.machines.size(); ++i) {
    const int named = job.fragments[i].machine;
    EXPECT_TRUE(named < 0 || row.machines[i] == named);
    asked.at(static_cast<std::size_t>(row.machines[i])) += job.fragments[i].cpus;
    for (std::size_t other = 0; other < row.machines.size(); ++other)
      EXPECT_FALSE(other != i && job.fragments[i].exclusive && row.machines[i] == row.machines[other]);
  }
  int first = 0;
  for (std::size_t machine = 0; machine < asked.size(); ++machine) {
    EXPECT_EQ(row.nodes.within(first, given.machine_cpus[machine]).size(), asked[machine]);
    first += given.machine_cpus[machine];
  }
}

/// Every job ran, all of it and in time, or is a deadline job that could not.
void expect_rows(const std::vector<BatchRow>& rows, const Instance& given, const OscarWatch& watch) {
  ASSERT_EQ(rows.size(), given.jobs.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto& row = rows[i];
    const auto& job = given.jobs[i];
    ASSERT_EQ(static_cast<long>(row.id), job.id);
    EXPECT_EQ(row.restarts, watch.stopped(job.id));
    EXPECT_FALSE(row.killed);
    if (row.dropped) {
      EXPECT_NE(job.service, 'C');
      EXPECT_GT(row.finish + watch.length(job.id), job.deadline);
      continue;
    }
    EXPECT_GE(row.start, job.submitted);
    EXPECT_EQ(row.finish, row.start + job.run_time);
    EXPECT_LE(row.start + watch.length(job.id), job.deadline);
    EXPECT_EQ(row.machines, watch.last_machines(job.id));
    expect_its_fragments(row, job, given);
  }
}

/// No two jobs on one node at a time, in their last runs.
void expect_nodes_apart(const std::vector<BatchRow>& rows) {
  for (const auto& one : rows)
    for (const auto& other : rows)
      if (one.id < other.id && one.start < other.finish && other.start < one.finish) {
        auto shared = one.nodes;
        shared.insert(other.nodes);
        EXPECT_EQ(shared.size(), one.nodes.size() + other.nodes.size());
      }
}

/// How many starve jobs have lost as many reservations as they may. Only an emergency job with that power
/// takes another one.
int expect_limit(const Instance& given, const OscarWatch& watch) {
  const bool unlimited = std::any_of(given.jobs.begin(), given.jobs.end(), [](const OscarJob& job) {
    return job.service == 'E' && job.powers.critical_starve_allocated;
  });
  int at_the_limit = 0;
  for (const auto& [id, count] : watch.deallocations)
    if (watch.job(id).service == 'C') {
      EXPECT_TRUE(unlimited || count <= given.settings.deallocation_limit) << "job " << id;
      at_the_limit += count == given.settings.deallocation_limit;
    }
  return at_the_limit;
}

class OscarInvariants : public ::testing::TestWithParam<int> {};

TEST_P(OscarInvariants, Hold) {
  int stops = 0, moves = 0, reservations = 0, at_the_limit = 0;
  std::ptrdiff_t dropped = 0;
  for (int batch = 0; batch < batches; ++batch) {
    const auto seed = static_cast<std::uint64_t>(GetParam() * batches + batch);
    SCOPED_TRACE("seed " + std::to_string(seed));
    const auto given = instance(seed);
    OscarWatch watch(given.machine_cpus, given.jobs, given.settings);
    auto parameters = parameters_of(given.settings);
    parameters["push_levels"] = std::to_string(given.push_levels);
    const auto policy = test::make<cluster::Queue>("cluster/oscarpbs", parameters);
    BatchRun machine(numbered_machines(given.machine_cpus), *policy);
    machine.look = [&](const auto& view, const auto& decision) { watch.look(view, decision); };
    std::vector<Job> all;
    for (const auto& job : given.jobs)
      all.push_back(job_of(job));
    const auto rows = machine.run(all);
    expect_rows(rows, given, watch);
    expect_nodes_apart(rows);
    at_the_limit += expect_limit(given, watch);
    stops += watch.stops;
    moves += watch.moves;
    reservations += watch.reservations;
    dropped += std::count_if(rows.begin(), rows.end(), [](const auto& row) { return row.dropped; });
    if (HasFailure())
      return;
  }
  // The batches lead everywhere: each once in ten of them.
  for (const auto count :
       {static_cast<std::ptrdiff_t>(stops), static_cast<std::ptrdiff_t>(moves),
        static_cast<std::ptrdiff_t>(reservations), static_cast<std::ptrdiff_t>(at_the_limit), dropped})
    EXPECT_GE(count, batches / 10);
}

INSTANTIATE_TEST_SUITE_P(Batches, OscarInvariants, ::testing::Range(0, shards), ByValue());

} // namespace oscarpbs_invariants_test
} // namespace malha::testing
