// SPDX-License-Identifier: MIT
// Jobs at other pstates, in the model of the batch scheduler, with scripted policies.
#include "batch_run.hpp"
#include "policies/sdk/numbers.hpp"
#include "tests/support/thrown.hpp"

#include <gtest/gtest.h>

namespace malha::testing {
namespace slowing_test {

using cluster::FrequencyView;
using cluster::MachineLevels;
using conformance::QueueRun;
using Texts = std::vector<std::string>;
using Script = std::function<int(const FrequencyView&)>;

struct ScriptedFrequency : cluster::Frequency {
  int pstate(const FrequencyView& view) override {
    std::string levels;
    for (const auto& [pstate, stretch, power] : view.levels)
      levels += " " + std::to_string(pstate) + "x" + shortest(stretch) + ":" + shortest(power);
    seen.push_back(std::to_string(view.job.id) + " at " + shortest(view.now) + ", " +
                   std::to_string(view.waiting) + " wait," + levels + ", idle " + shortest(view.idle));
    return script(view);
  }

  Script script;
  Texts seen;
};

/// cluster/easy_backfill, or another policy, that notes which ends are expected. It stops a job at a date.
struct Watched : cluster::Queue {
  cluster::Decision decide(const cluster::QueueView& view) override {
    auto decision = policy->decide(view);
    for (const auto& release : view.running) {
      ends.push_back(std::to_string(release.id) + " by " + shortest(release.expected_end));
      if (view.now == stop_at)
        decision.stop.push_back({release.handle, true});
    }
    if (view.now <= stop_at)
      decision.wake = std::min(decision.wake, view.now < stop_at ? stop_at : view.now + 1);
    voids += view.changes.promises_void;
    return decision;
  }

  std::unique_ptr<cluster::Queue> policy = test::make<cluster::Queue>("cluster/easy_backfill");
  Seconds stop_at = -1;
  Texts ends; ///< at each decision
  int voids = 0;
};

/// 100, 50 and 20 Mflop/s, at 100:200, 93:170 and 90:150 W.
const MachineLevels simgrids{{{0, 1e8, 100, 200}, {1, 5e7, 93, 170}, {2, 2e7, 90, 150}}, 0};

struct Slowed {
  explicit Slowed(std::vector<MachineLevels> machines) : levels(std::move(machines)) {}
  explicit Slowed(std::size_t machines) : Slowed(std::vector<MachineLevels>(machines, simgrids)) {}

  /// "id start-finish", and what else became of it.
  Texts run(const std::vector<Job>& jobs, const Script& script) {
    frequency.script = script;
    QueueRun one(static_cast<int>(levels.size()), queue);
    one.frequency = &frequency;
    one.levels = levels;
    one.frequency_rules = rules;
    one.sleep = sleep;
    one.sleep_times.resize(sleep == nullptr ? 0 : levels.size(), {5, 20, 30});
    Texts rows;
    for (const auto& row : one.run(jobs))
      rows.push_back(std::to_string(row.id) + " " + shortest(row.start) + "-" + shortest(row.finish) +
                     (row.killed ? " killed" : "") + (row.restarts > 0 ? " again" : ""));
    return rows;
  }
  Texts run(const std::vector<Job>& jobs, int pstate) {
    return run(jobs, [pstate](const FrequencyView&) { return pstate; });
  }

  std::vector<MachineLevels> levels;
  cluster::FrequencyRules rules{1, false};
  cluster::Sleep* sleep = nullptr;
  ScriptedFrequency frequency;
  Watched queue;
};

// 10 s at 100 Mflop/s are 20 s at 50, and 50 s at 20. If half of the run does not depend on the speed:
// 10 (1/2 (2 - 1) + 1) = 15 s, and 10 (1/2 (5 - 1) + 1) = 30 s.
TEST(SlowedJobs, RunLonger) {
  const std::vector<Job> job{rigid_job(0, 0, 1, 10)};
  EXPECT_EQ(Slowed(1).run(job, 0), Texts{"0 0-10"});
  EXPECT_EQ(Slowed(1).run(job, 1), Texts{"0 0-20"});
  EXPECT_EQ(Slowed(1).run(job, 2), Texts{"0 0-50"});
  Slowed half(1);
  half.rules.beta = 0.5;
  EXPECT_EQ(half.run(job, 1), Texts{"0 0-15"});
  EXPECT_EQ(half.run(job, 2), Texts{"0 0-30"});
  half.rules.beta = 0;
  EXPECT_EQ(half.run(job, 2), Texts{"0 0-10"});
}

TEST(SlowedJobs, AreKilledAtTheirLimitsUnlessTheseAreStretched) {
  Slowed all(1);
  EXPECT_EQ(all.run({rigid_job(0, 0, 1, 10, 20)}, 1), Texts{"0 0-20"}); // it ends in time
  EXPECT_EQ(all.run({rigid_job(0, 0, 1, 10, 15)}, 1), Texts{"0 0-15 killed"});
  all.rules.scales_limits = true;
  EXPECT_EQ(all.run({rigid_job(0, 0, 1, 10, 15)}, 1), Texts{"0 0-20"});
  EXPECT_EQ(all.run({rigid_job(0, 0, 1, 10, 8)}, 1), Texts{"0 0-16 killed"});
}

// Jobs that run exactly to their walltimes end by themselves, whatever the last digits of both products are:
// in 0.7 s, 1.4 s, … at speeds of which most quotients have no last digit.
TEST(SlowedJobs, MayEndAtTheirStretchedLimits) {
  std::vector<Job> jobs;
  for (int number = 0; number < 400; ++number)
    jobs.push_back(
        rigid_job(static_cast<JobId>(number), 1e4 * number, 1, 0.7 * (number + 1), 0.7 * (number + 1)));
  for (const FlopsPerSecond speed : {7.3e7, 3e7, 9.1e7}) {
    Slowed all({{{{0, 1e8, 100, 200}, {1, speed, 90, 150}}, 0}});
    all.rules = {0.9, true};
    for (const auto& row : all.run(jobs, 1))
      EXPECT_EQ(row.find("killed"), std::string::npos) << row << " at " << speed;
  }
}

// Job 1 comes while job 0 runs, which ends by 15 if it is killed then, and by 30 if its limit is stretched.
TEST(SlowedJobs, AreExpectedToEndWhenTheyDoAtTheLatest) {
  const std::vector<Job> jobs{rigid_job(0, 0, 1, 10, 15), rigid_job(1, 1, 1, 1, 1)};
  Slowed all(1);
  all.run(jobs, 1);
  EXPECT_EQ(all.queue.ends, Texts{"0 by 15"});
  EXPECT_EQ(all.queue.voids, 0);
  Slowed scaled(1);
  scaled.rules.scales_limits = true;
  scaled.run(jobs, 1);
  EXPECT_EQ(scaled.queue.ends, Texts{"0 by 30"});
  EXPECT_EQ(scaled.queue.voids, 2); // after each start: the policy had planned with 15, and 1
}

// Three nodes. Job 0 has two of them to 100. Job 1 needs all, and job 2 fits beside job 0: 40 s, or 80 s at
// half speed, or 200 s at a fifth, so that job 1 waits for it.
TEST(SlowedJobs, MayPutOffTheFirstJob) {
  const std::vector<Job> jobs{rigid_job(0, 0, 2, 100, 100), rigid_job(1, 1, 3, 10, 10),
                              rigid_job(2, 2, 1, 40, 40)};
  const auto slow = [&](int pstate) {
    Slowed all(3);
    all.rules.scales_limits = true;
    return all.run(jobs, [pstate](const FrequencyView& view) { return view.job.id == 2 ? pstate : 0; });
  };
  EXPECT_EQ(slow(0), (Texts{"0 0-100", "1 100-110", "2 2-42"}));
  EXPECT_EQ(slow(1), (Texts{"0 0-100", "1 100-110", "2 2-82"}));
  EXPECT_EQ(slow(2), (Texts{"0 0-100", "1 202-212", "2 2-202"}));
}

// Jobs 0 and 1 start at once, and job 2 waits for them: it is the one that waits for either of them.
TEST(SlowedJobs, AreShownToThePolicy) {
  Slowed all(2);
  all.run({rigid_job(0, 0, 1, 10, 10), rigid_job(1, 0, 1, 10, 10), rigid_job(2, 0, 2, 1, 1)}, 0);
  EXPECT_EQ(all.frequency.seen, (Texts{"0 at 0, 1 wait, 0x1:200 1x2:170 2x5:150, idle 100",
                                       "1 at 0, 1 wait, 0x1:200 1x2:170 2x5:150, idle 100",
                                       "2 at 10, 0 wait, 0x1:400 1x2:340 2x5:300, idle 200"}));
}

// The second machine computes at 50 Mflop/s, or at 10, and has no pstate 2. It is the slower one at the
// platform's pstate, and at the other: both compute five times as long there as they do at the platform's.
TEST(SlowedJobs, RunAtPstatesThatAllTheirMachinesHave) {
  Slowed all({simgrids, {{{0, 5e7, 50, 80}, {1, 1e7, 40, 70}}, 0}});
  EXPECT_EQ(all.run({rigid_job(0, 0, 2, 10), rigid_job(1, 60, 1, 10)}, 1), (Texts{"0 0-50", "1 60-80"}));
  EXPECT_EQ(all.frequency.seen, (Texts{"0 at 0, 0 wait, 0x1:280 1x5:240, idle 150",
                                       "1 at 60, 0 wait, 0x1:200 1x2:170 2x5:150, idle 100"}));
}

// On the fast machine the work takes 1/100 s for each Mflop, or 1/20 s at pstate 1; on the slow one 1/40 s,
// or the same. The fast one is the slower then: 1/20 / 1/40 = 2.
TEST(SlowedJobs, RunAsLongAsTheSlowestOfTheirMachines) {
  Slowed all({{{{0, 1e8, 0, 100}, {1, 2e7, 0, 10}}, 0}, {{{0, 4e7, 0, 100}, {1, 4e7, 0, 100}}, 0}});
  all.run({rigid_job(0, 0, 2, 10)}, 1);
  EXPECT_EQ(all.frequency.seen, Texts{"0 at 0, 0 wait, 0x1:200 1x2:110, idle 0"});
}

TEST(SlowedJobs, AreNoDelays) {
  auto delay = rigid_job(0, 0, 1, 10);
  delay.tasks.front().is_delay = true;
  Slowed all(1);
  all.rules.scales_limits = true;
  EXPECT_EQ(all.run({delay}, 2), Texts{"0 0-10"});
  EXPECT_EQ(all.frequency.seen, Texts{"0 at 0, 0 wait, 0x1:100 1x1:93 2x1:90, idle 100"});
}

TEST(SlowedJobs, AreOnMachinesWithTheirPstate) {
  EXPECT_EQ(thrown<cluster::BrokenFrequencyRule>([] { Slowed(1).run({rigid_job(7, 0, 1, 10)}, 3); }),
            "it runs job 7 at pstate 3, which its machines do not have; valid: 0, 1, 2");
  Slowed two({simgrids, {{{0, 5e7, 50, 80}, {1, 1e7, 40, 70}}, 0}});
  EXPECT_EQ(thrown<cluster::BrokenFrequencyRule>([&] { two.run({rigid_job(7, 0, 2, 10)}, 2); }),
            "it runs job 7 at pstate 2, which its machines do not have; valid: 0, 1");
}

// The first attempt, at a fifth of the speed, is stopped at 30. The second one runs at full speed from 31 on,
// and its limit is that of its user.
TEST(SlowedJobs, AreAskedForAgainWhenTheyStartAgain) {
  Slowed all(1);
  all.rules.scales_limits = true;
  all.queue.stop_at = 30;
  const auto script = [](const FrequencyView& view) { return view.now <= 30 ? 2 : 0; };
  EXPECT_EQ(all.run({rigid_job(0, 0, 1, 10, 8)}, script), Texts{"0 31-39 killed again"});
  EXPECT_EQ(all.frequency.seen.size(), 2u);
}

struct SleepsAtOnce : cluster::Sleep {
  cluster::SleepDecision decide(const cluster::SleepView& view) override { return {view.idle, {}, never}; }
};

// The machine sleeps from 5 on, and boots from 100 to 120. Then the job runs for 20 s, and is expected to end
// within 2 x 15 s.
TEST(SlowedJobs, WaitForMachinesThatBoot) {
  SleepsAtOnce sleep;
  Slowed all(1);
  all.rules.scales_limits = true;
  all.sleep = &sleep;
  EXPECT_EQ(all.run({rigid_job(0, 100, 1, 10, 15), rigid_job(1, 125, 1, 1)}, 1),
            (Texts{"0 120-140", "1 140-142"}));
  EXPECT_EQ(all.queue.ends, (Texts{"0 by 150", "0 by 150"}));
}

} // namespace slowing_test
} // namespace malha::testing
