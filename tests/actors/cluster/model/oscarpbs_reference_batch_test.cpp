// SPDX-License-Identifier: MIT
// The plain OscarPBS scheduler on random batches: what must hold whatever it decides, and that the batches
// lead everywhere.
#include "oscarpbs_reference_cases.hpp"

#include <gtest/gtest.h>

namespace malha::testing {
namespace oscarpbs_reference_batch_test {

using namespace oscar_cases;

constexpr int batches = 120, jobs_of_a_batch = 30;

struct Instance {
  std::vector<int> machine_cpus;
  OscarSettings settings;
  Jobs jobs;
};

Instance instance(std::uint64_t seed) {
  oscar::Dice dice(seed);
  Instance made;
  const int machines = dice.roll(2, 6);
  for (int machine = 0; machine < machines; ++machine)
    made.machine_cpus.push_back(dice.percent(60) ? 8 : dice.roll(2, 8));
  made.settings.tolerance = dice.percent(50) ? 0 : dice.roll(1, 10);
  made.settings.deallocation_limit = dice.roll(0, 3);
  made.settings.starve = !dice.percent(15);
  made.settings.starve_tolerance = dice.roll(0, 200);
  made.settings.max_suspension = dice.roll(20, 600);
  made.settings.push = !dice.percent(15);
  made.jobs = random_oscar_batch(seed, jobs_of_a_batch, made.machine_cpus);
  return made;
}

void expect_its_fragments(const OscarRow& row, const OscarJob& job) {
  ASSERT_EQ(row.machines.size(), job.fragments.size());
  for (std::size_t i = 0; i < row.machines.size(); ++i) {
    const int fixed = job.fragments[i].machine;
    EXPECT_EQ(row.machines[i], fixed < 0 ? row.machines[i] : fixed);
    for (std::size_t other = 0; other < row.machines.size(); ++other) {
      const bool apart = other != i && job.fragments[i].exclusive;
      EXPECT_FALSE(apart && row.machines[i] == row.machines[other]);
    }
  }
}

/// No machine ever runs more than it has. Jobs are numbered from 1.
void expect_room(const OscarResult& result, const Instance& given) {
  for (const OscarRow& at : result.rows) {
    std::vector<int> left = given.machine_cpus;
    for (const OscarRow& row : result.rows)
      for (std::size_t i = 0; i < row.machines.size(); ++i)
        if (row.start <= at.start && at.start < row.finish)
          left[static_cast<std::size_t>(row.machines[i])] -=
              given.jobs[static_cast<std::size_t>(row.id - 1)].fragments[i].cpus;
    for (const int cpus : left)
      EXPECT_GE(cpus, 0);
  }
}

TEST(OscarReferenceBatchInvariants, EveryScheduleIsPossible) {
  for (std::uint64_t seed = 0; seed < batches; ++seed) {
    SCOPED_TRACE(seed);
    const Instance given = instance(seed);
    const OscarResult result = oscarpbs_reference(given.machine_cpus, given.jobs, given.settings);
    std::set<long> seen(result.never_ran.begin(), result.never_ran.end());
    for (const long id : seen)
      EXPECT_NE(given.jobs[static_cast<std::size_t>(id - 1)].service, 'C');
    for (const OscarRow& row : result.rows) {
      const OscarJob& job = given.jobs[static_cast<std::size_t>(row.id - 1)];
      seen.insert(row.id);
      EXPECT_GE(row.start, job.submitted);
      EXPECT_EQ(row.finish, row.start + job.run_time);
      EXPECT_LE(row.start + job.walltime + given.settings.tolerance, job.deadline);
      expect_its_fragments(row, job);
    }
    EXPECT_EQ(seen.size(), given.jobs.size());
    EXPECT_EQ(result.rows.size() + result.never_ran.size(), given.jobs.size());
    expect_room(result, given);
  }
}

TEST(OscarReferenceBatchInvariants, SettingsSwitchThingsOff) {
  for (std::uint64_t seed = 0; seed < batches; ++seed) {
    SCOPED_TRACE(seed);
    Instance given = instance(seed);
    given.settings.push = given.settings.starve = false;
    const OscarResult result = oscarpbs_reference(given.machine_cpus, given.jobs, given.settings);
    EXPECT_TRUE(result.pushes.empty());
    EXPECT_TRUE(result.deallocations.empty());
  }
}

TEST(OscarReferenceBatchInvariants, OnlyEmergencyJobsKill) {
  OscarMix mix;
  mix.qos = 30;
  mix.emergency = 0;
  for (std::uint64_t seed = 0; seed < batches; ++seed) {
    SCOPED_TRACE(seed);
    const Instance given = instance(seed);
    const Jobs jobs = random_oscar_batch(seed, jobs_of_a_batch, given.machine_cpus, mix);
    const OscarResult result = oscarpbs_reference(given.machine_cpus, jobs, given.settings);
    EXPECT_TRUE(kills(result).empty());
    // Nobody else removes critical starve jobs either.
    for (const auto& [id, count] : result.deallocations)
      EXPECT_LE(count, given.settings.deallocation_limit);
  }
}

TEST(OscarReferenceBatchInvariants, BatchesLeadEverywhere) {
  std::size_t pushes = 0, killed = 0, removed = 0, never_ran = 0, critical = 0;
  for (std::uint64_t seed = 0; seed < batches; ++seed) {
    const Instance given = instance(seed);
    const OscarResult result = oscarpbs_reference(given.machine_cpus, given.jobs, given.settings);
    pushes += result.pushes.size();
    killed += kills(result).size();
    never_ran += result.never_ran.size();
    for (const auto& [id, count] : result.deallocations) {
      ++removed;
      critical += count > given.settings.deallocation_limit;
    }
  }
  // Each at least once in ten batches; a removal beyond the limit takes two rare things at once.
  EXPECT_GE(pushes, batches / 10u);
  EXPECT_GE(killed, batches / 10u);
  EXPECT_GE(removed, batches / 10u);
  EXPECT_GE(never_ran, batches / 10u);
  EXPECT_GE(critical, 1u);
}

TEST(OscarReferenceBatch, ABatchIsTheSameEveryTime) {
  const Jobs first = random_oscar_batch(7, 40, {8, 8, 4}), second = random_oscar_batch(7, 40, {8, 8, 4});
  const Jobs other = random_oscar_batch(8, 40, {8, 8, 4});
  const auto dates = [](const Jobs& jobs) {
    std::vector<double> all;
    for (const OscarJob& job : jobs)
      for (const double date : {job.submitted, job.walltime, job.run_time, job.deadline})
        all.push_back(date);
    return all;
  };
  EXPECT_EQ(dates(first), dates(second));
  EXPECT_NE(dates(first), dates(other));
}

TEST(OscarReferenceBatch, DatesAreIntegersAndDeadlinesAfterSubmissions) {
  for (std::uint64_t seed = 0; seed < batches; ++seed)
    for (const OscarJob& job : instance(seed).jobs) {
      for (const double date : {job.submitted, job.walltime, job.run_time})
        EXPECT_EQ(date, static_cast<double>(static_cast<long>(date)));
      EXPECT_GT(job.deadline, job.submitted);
      EXPECT_GT(job.run_time, 0);
      EXPECT_LE(job.run_time, job.walltime);
    }
}

} // namespace oscarpbs_reference_batch_test
} // namespace malha::testing
