// SPDX-License-Identifier: MIT
// cluster/energy_budget in the model of the batch scheduler, whose energy is measured.
#include "metered_cluster.hpp"
#include "tests/support/scaled.hpp"

#include <gtest/gtest.h>

namespace malha::testing {
namespace energy_budget_test {

const int instances = scaled(1000);

/// A run under a budget.
struct Budgeted {
  explicit Budgeted(const Profiles& profiles, bool may_sleep = false)
      : machines(profiles), power(profiles, may_sleep) {}

  std::vector<BatchRow> run(const std::vector<ReferenceJob>& jobs,
                            const std::map<std::string, std::string>& parameters,
                            cluster::Sleep* sleep = nullptr) {
    const auto policy = test::make<cluster::Queue>("cluster/energy_budget", parameters);
    BatchRun one(static_cast<int>(machines.size()), *policy);
    power.measure(one, nullptr);
    one.sleep = sleep;
    if (sleep != nullptr)
      for (const auto& profile : machines)
        one.sleep_times.push_back({profile.shutdown->time, profile.boot->time, break_even(profile)});
    return one.run(rigid_jobs(jobs));
  }

  Profiles machines;
  MeteredCluster power;
};

/// What the budgets of random instances do.
struct Counted {
  int above_cap = 0; ///< instances in which more than budget / length was drawn in the window
  int late = 0;      ///< jobs that start later than without a budget
};

/// A window, its budget between the energy of idle machines and that of busy ones.
void run_random_instances(const std::string& keep, bool may_sleep, Counted& counted) {
  for (int seed = 0; seed < instances / 2; ++seed) {
    ReferenceDice dice(static_cast<std::uint64_t>(seed));
    const int nodes = 1 + seed % 12;
    const auto machines = may_sleep ? random_sleepers(dice, nodes) : random_machines(dice, nodes);
    const auto jobs = random_jobs(static_cast<std::uint64_t>(seed), 30, nodes);
    const Seconds from = dice.below(3) * 20, until = from + 10 + dice.below(200);
    const Watts least = idle_of(machines, may_sleep), most = std::max(least, most_of(machines));
    const Joules budget = (until - from) * (least + (most - least) * (1 + dice.below(9)) / 10);
    const auto sleep = test::make<cluster::Sleep>("cluster/idle_timeout", {{"timeout", "7"}});
    Budgeted run(machines, may_sleep);
    const auto rows = run.run(jobs,
                              {{"budget", shortest(budget)},
                               {"from", shortest(from)},
                               {"until", shortest(until)},
                               {"period", "5"},
                               {"keep", keep}},
                              may_sleep ? sleep.get() : nullptr);
    const Seconds end = run.power.steps().back().to;
    ASSERT_LE(run.power.energy(from, std::min(end, until)), budget * (1 + 1e-9)) << "seed " << seed;
    ASSERT_EQ(rows.size(), jobs.size()) << "seed " << seed; // none waits for ever
    const auto easy = schedule_of("cluster/easy_backfill", {}, jobs, nodes);
    for (std::size_t i = 0; i < rows.size(); ++i)
      counted.late += rows[i].start > easy[i].start;
    counted.above_cap +=
        std::any_of(run.power.steps().begin(), run.power.steps().end(), [&](const auto& step) {
          return step.from >= from && step.to <= until && step.watts > budget / (until - from) * 1.001;
        });
  }
}

TEST(BudgetProperties, AreKeptOnRandomInstances) {
  for (const std::string keep : {"reduce_cap", "estimate"}) {
    Counted counted;
    run_random_instances(keep, false, counted);
    EXPECT_GT(counted.above_cap, instances / 20) << keep;
    EXPECT_GT(counted.late, instances) << keep;
  }
}

TEST(BudgetProperties, AreKeptOverMachinesThatSleep) {
  for (const std::string keep : {"reduce_cap", "estimate"}) {
    Counted counted;
    run_random_instances(keep, true, counted);
    EXPECT_GT(counted.late, instances) << keep;
  }
}

// A budget for all machines at full power, and a window that begins when all is over.
TEST(Equality, ABudgetThatNeverBindsIsEasy) {
  for (int seed = 0; seed < instances; ++seed) {
    const int nodes = 1 + seed % 12;
    const auto jobs = random_jobs(static_cast<std::uint64_t>(seed), 30, nodes);
    const auto easy = schedule_of("cluster/easy_backfill", {}, jobs, nodes);
    for (const std::string from : {"0", "90000"}) {
      Budgeted run(Profiles(static_cast<std::size_t>(nodes), draws(40, 100)));
      const auto rows = run.run(jobs, {{"budget", shortest(nodes * 100.0 * (1e5 - (from == "0" ? 0 : 9e4)))},
                                       {"from", from},
                                       {"until", "100000"}});
      for (std::size_t i = 0; i < easy.size(); ++i)
        ASSERT_EQ(rows[i].start, easy[i].start) << "seed " << seed << ", job " << easy[i].id;
    }
  }
}

} // namespace energy_budget_test
} // namespace malha::testing
