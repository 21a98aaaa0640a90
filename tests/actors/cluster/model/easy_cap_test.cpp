// SPDX-License-Identifier: MIT
// cluster/easy_cap in the model of the batch scheduler, whose power is measured: on random instances it is
// below the cap at every instant.
#include "metered_cluster.hpp"
#include "tests/support/scaled.hpp"
#include "tests/support/thrown.hpp"

#include <gtest/gtest.h>

namespace malha::testing {
namespace easy_cap_test {

const int instances = scaled(1000);

/// A cap of up to six values between these two, the first of which may be near the second; every other one
/// comes again after a period.
StepSeries random_cap(ReferenceDice& dice, Watts least, Watts most) {
  std::vector<StepSeries::Step> steps;
  Seconds date = 0;
  for (int left = 1 + dice.below(6); left > 0; --left) {
    steps.push_back({date, least + (most - least) * dice.below(11) / 10});
    date += 1 + dice.below(60);
  }
  return StepSeries(steps, dice.below(2) == 0 ? std::optional(date) : std::nullopt);
}

/// What a run of the policy has shown.
struct Shown {
  std::vector<BatchRow> rows;
  std::string above; ///< see MeteredCluster::above
};

Shown run_below(const StepSeries& cap, const Profiles& profiles, const std::vector<ReferenceJob>& jobs,
                cluster::Sleep* sleep = nullptr) {
  const auto policy = test::make<cluster::Queue>("cluster/easy_cap");
  BatchRun run(static_cast<int>(profiles.size()), *policy);
  MeteredCluster power(profiles, sleep != nullptr);
  power.measure(run, &cap);
  if (sleep != nullptr) {
    run.sleep = sleep;
    for (const auto& profile : profiles)
      run.sleep_times.push_back({profile.shutdown->time, profile.boot->time, break_even(profile)});
  }
  auto rows = run.run(rigid_jobs(jobs));
  return {std::move(rows), power.above(cap)};
}

// Each job runs, or is rejected because the cap never lets it: none waits for ever.
TEST(CapProperties, HoldAtEveryInstantAlsoWhereTheCapChanges) {
  int waited_for_watts = 0, rejected = 0, changing = 0;
  for (int seed = 0; seed < instances; ++seed) {
    ReferenceDice dice(static_cast<std::uint64_t>(seed));
    const int nodes = 1 + seed % 12;
    const auto machines = random_machines(dice, nodes);
    const auto cap = random_cap(dice, idle_of(machines), most_of(machines));
    const auto jobs = random_jobs(static_cast<std::uint64_t>(seed), 30, nodes);
    const auto shown = run_below(cap, machines, jobs);
    ASSERT_EQ(shown.above, "") << "seed " << seed;
    ASSERT_EQ(shown.rows.size(), jobs.size()) << "seed " << seed;
    const auto easy = schedule_of("cluster/easy_backfill", {}, jobs, nodes);
    for (std::size_t i = 0; i < jobs.size(); ++i) {
      rejected += shown.rows[i].dropped;
      waited_for_watts += !shown.rows[i].dropped && shown.rows[i].start > easy[i].start;
    }
    changing += cap.steps().size() > 1;
  }
  EXPECT_GT(waited_for_watts, 3 * instances);
  EXPECT_GT(rejected, instances);
  EXPECT_GT(changing, instances / 2);
}

// With nodes of 40 and 100 W, a cap of the idle power of twelve and 60 W for each of m lets m compute.
TEST(Equality, ACapOfSoManyNodesIsEasyOnSoMany) {
  for (int seed = 0; seed < instances; ++seed) {
    const int nodes = 12, computing = 1 + seed % nodes;
    const auto jobs = random_jobs(static_cast<std::uint64_t>(seed), 30, computing);
    const StepSeries cap({{0, nodes * 40.0 + computing * 60.0}}, std::nullopt);
    const auto shown = run_below(cap, Profiles(nodes, draws(40, 100)), jobs);
    const auto easy = schedule_of("cluster/easy_backfill", {}, jobs, computing);
    ASSERT_EQ(shown.rows.size(), easy.size());
    for (std::size_t i = 0; i < easy.size(); ++i)
      ASSERT_EQ(std::tuple(shown.rows[i].start, shown.rows[i].finish, shown.rows[i].killed),
                std::tuple(easy[i].start, easy[i].finish, easy[i].killed))
          << "seed " << seed << ", job " << easy[i].id;
  }
}

// A cap that changes between two values of which neither binds, and none at all.
TEST(Equality, ACapThatNeverBindsIsEasy) {
  for (int seed = 0; seed < instances; ++seed) {
    const int nodes = 1 + seed % 12;
    const auto jobs = random_jobs(static_cast<std::uint64_t>(seed), 30, nodes);
    const auto easy = schedule_of("cluster/easy_backfill", {}, jobs, nodes);
    ASSERT_EQ(schedule_of("cluster/easy_cap", {}, jobs, nodes), easy) << "seed " << seed;
    const StepSeries cap({{0, nodes * 100.0}, {7, nodes * 120.0}}, 20);
    const auto shown = run_below(cap, Profiles(static_cast<std::size_t>(nodes), draws(40, 100)), jobs);
    for (std::size_t i = 0; i < easy.size(); ++i)
      ASSERT_EQ(shown.rows[i].start, easy[i].start) << "seed " << seed << ", job " << easy[i].id;
  }
}

// The cap holds while machines are switched off and booted, and no job waits for ever.
TEST(CapProperties, HoldOverMachinesThatSleep) {
  int rejected = 0, ran = 0;
  for (int seed = 0; seed < instances; ++seed) {
    ReferenceDice dice(static_cast<std::uint64_t>(seed));
    const int nodes = 1 + seed % 8;
    const auto machines = random_sleepers(dice, nodes);
    const Watts least = idle_of(machines, true);
    const auto cap = random_cap(dice, least, std::max(least, most_of(machines)) + dice.below(2) * 200);
    const auto jobs = random_jobs(static_cast<std::uint64_t>(seed), 30, nodes);
    const auto sleep =
        test::make<cluster::Sleep>("cluster/idle_timeout", {{"timeout", std::to_string(dice.below(20))}});
    const auto shown = run_below(cap, machines, jobs, sleep.get());
    ASSERT_EQ(shown.above, "") << "seed " << seed;
    ASSERT_EQ(shown.rows.size(), jobs.size()) << "seed " << seed;
    for (const auto& row : shown.rows)
      (row.dropped ? rejected : ran) += 1;
  }
  EXPECT_GT(ran, 10 * instances);
  EXPECT_GT(rejected, instances);
}

/// What the model says of a policy on three machines of 40 and 100 W.
std::string broken_rule(cluster::Queue& policy, const std::vector<Job>& jobs, const StepSeries& cap,
                        cluster::CappedPower::Rules rules = {}) {
  MeteredCluster power(Profiles(3, draws(40, 100)));
  conformance::QueueRun run(3, policy);
  power.measure(run, &cap, rules);
  return thrown<BrokenRule>([&] { run.run(jobs); });
}

// Two nodes that compute draw 240 W, three 300 W.
TEST(PowerCap, IsARuleOfPoliciesUnlessItOnlyCounts) {
  const auto fcfs = test::make<cluster::Queue>("cluster/fcfs");
  const std::vector<Job> jobs{rigid_job(0, 0, 2, 50), rigid_job(1, 10, 1, 50)};
  const StepSeries cap({{0, 240}}, std::nullopt);
  EXPECT_EQ(broken_rule(*fcfs, jobs, cap), "the machines draw 300 W, and the power cap is 240 W");
  EXPECT_EQ(broken_rule(*fcfs, jobs, StepSeries({{0, 300}}, std::nullopt)), "(nothing)");
  EXPECT_EQ(broken_rule(*fcfs, jobs, cap, {false, false}), "(nothing)");
}

// The cap falls at 30, when nothing else happens, while a job of 50 s runs.
TEST(PowerCap, IsHeldAlsoAtTheDateAtWhichItFalls) {
  const auto fcfs = test::make<cluster::Queue>("cluster/fcfs");
  const std::vector<Job> jobs{rigid_job(0, 0, 3, 50)};
  EXPECT_EQ(broken_rule(*fcfs, jobs, StepSeries({{0, 300}, {30, 299}}, std::nullopt), {true, false}),
            "the machines draw 300 W, and the power cap is 299 W");
  EXPECT_EQ(broken_rule(*fcfs, jobs, StepSeries({{0, 300}, {50, 299}}, std::nullopt)), "(nothing)");
}

/// Whether so many of three machines of 40 and 100 W could run for that time.
bool could_run(int size, Seconds time, Seconds now, const StepSeries& cap) {
  return MeteredCluster(Profiles(3, draws(40, 100))).under(&cap).could_run(size, time, now);
}

// Two need 240 W.
TEST(PowerCap, RejectsWhatNeverFits) {
  const StepSeries constant({{0, 240}}, std::nullopt);
  EXPECT_TRUE(could_run(2, never, 0, constant));
  EXPECT_FALSE(could_run(3, 1, 0, constant));
  // Above 240 W from 10 to 30 only, and then again from 110 to 130.
  const std::vector<StepSeries::Step> steps{{0, 200}, {10, 250}, {20, 260}, {30, 200}};
  EXPECT_TRUE(could_run(2, 20, 0, StepSeries(steps, std::nullopt)));
  EXPECT_FALSE(could_run(2, 21, 0, StepSeries(steps, std::nullopt)));
  EXPECT_TRUE(could_run(2, 5, 25, StepSeries(steps, std::nullopt)));
  EXPECT_FALSE(could_run(2, 6, 25, StepSeries(steps, std::nullopt)));
  EXPECT_TRUE(could_run(2, 20, 25, StepSeries(steps, 100)));
  EXPECT_FALSE(could_run(2, 21, 25, StepSeries(steps, 100)));
  EXPECT_TRUE(could_run(1, never, 25, StepSeries(steps, 100)));
  // 200 W at the end of a period and at the begin of the next one are one time.
  EXPECT_TRUE(could_run(2, 1000, 0, StepSeries({{0, 240}, {10, 250}}, 20)));
}

// While the two others sleep, of 5 W each, a machine that boots with 150 W needs 160 W. It computes with 100.
TEST(PowerCap, CountsMachinesThatMaySleep) {
  auto machine = draws(40, 100);
  machine.off = 5;
  machine.shutdown = PowerSwitch{5, 60}; // a machine that is on counts for 60 W
  machine.boot = PowerSwitch{20, 150};
  const auto could = [&](int size, Watts watts) {
    const StepSeries cap({{0, watts}}, std::nullopt);
    return MeteredCluster(Profiles(3, machine), true).under(&cap).could_run(size, never, 0);
  };
  EXPECT_TRUE(could(1, 160));
  EXPECT_FALSE(could(1, 159));
  EXPECT_TRUE(could(3, 450)); // all boot
  EXPECT_FALSE(could(3, 449));
}

} // namespace easy_cap_test
} // namespace malha::testing
