// SPDX-License-Identifier: MIT
// Machines that sleep, in the model of the batch scheduler, with scripted policies.
#include "batch_run.hpp"
#include "policies/sdk/numbers.hpp"
#include "tests/support/thrown.hpp"

#include <gtest/gtest.h>

namespace malha::testing {
namespace sleeping_test {

using cluster::SleepDecision;
using cluster::SleepTimes;
using cluster::SleepView;
using conformance::QueueRun;
using Texts = std::vector<std::string>;
using Script = std::function<SleepDecision(const SleepView&)>;

struct ScriptedSleep : cluster::Sleep {
  SleepDecision decide(const SleepView& view) override { return script(view); }

  Script script;
};

/// Starts jobs as cluster/fcfs does, and stops one at a date.
struct StopsOne : cluster::Queue {
  cluster::Decision decide(const cluster::QueueView& view) override {
    auto decision = fcfs->decide(view);
    for (const auto& release : view.running) {
      expected_ends.push_back(release.expected_end);
      if (view.now == stop_at && release.id == job)
        decision.stop.push_back({release.handle, requeues});
    }
    if (view.now < stop_at)
      decision.wake = stop_at;
    return decision;
  }

  std::unique_ptr<cluster::Queue> fcfs = test::make<cluster::Queue>("cluster/fcfs");
  Seconds stop_at = never;
  TaskId job = 0;
  bool requeues = false;
  std::vector<Seconds> expected_ends; ///< of jobs that ran, at each decision
};

/// A cluster of some machines that all sleep and boot alike.
struct Sleepers {
  explicit Sleepers(const std::vector<std::pair<std::string, int>>& named, SleepTimes all = {5, 20, 30})
      : machines(machines_of(named)), times(named.size(), all) {}

  /// "id start-finish on nodes", and what else became of it.
  Texts run(const std::vector<Job>& jobs, const Script& script) {
    ScriptedSleep sleep;
    sleep.script = script;
    QueueRun one(machines, queue);
    one.sleep = &sleep;
    one.sleep_times = times;
    switches.clear();
    one.turned = [&](int machine, HostState state, Seconds now) {
      constexpr const char* names[] = {"on", "goes", "asleep", "boots"};
      switches.push_back(machines[static_cast<std::size_t>(machine)].name + " " +
                         names[static_cast<int>(state)] + " " + shortest(now));
    };
    Texts rows;
    for (const auto& row : one.run(jobs))
      rows.push_back(std::to_string(row.id) + " " + shortest(row.start) + "-" + shortest(row.finish) +
                     " on " + row.nodes.text() + (row.killed ? " killed" : "") +
                     (row.restarts > 0 ? " restarts " + std::to_string(row.restarts) : ""));
    return rows;
  }

  std::vector<cluster::NamedMachine> machines;
  std::vector<SleepTimes> times;
  StopsOne queue;
  Texts switches;
};

/// Switches off these machines when they are idle, from that date on.
Script off(const IndexSet& machines, Seconds from = 0) {
  return [=](const SleepView& view) {
    SleepDecision decision;
    for (const int machine : view.idle)
      if (machines.contains(machine) && view.now >= from)
        decision.switch_off.insert(IndexSet(machine, 1));
    if (view.now < from)
      decision.wake = from;
    return decision;
  };
}

const std::vector<std::pair<std::string, int>> two{{"a", 1}, {"b", 1}};
const std::vector<std::pair<std::string, int>> four{{"a", 1}, {"b", 1}, {"c", 1}, {"d", 1}};

// Both machines sleep from 5 on. At 100 they boot: a to 120, b to 130. The job computes from then on, and is
// killed after its walltime of 40 s. The last round lets both go again.
TEST(SleepingMachines, AreBootedForAJobThatStartsWhenTheLastIsOn) {
  Sleepers all(two);
  all.times[1].boot = 30;
  EXPECT_EQ(all.run({rigid_job(0, 100, 2, 50, 40)}, off({0, 2})), Texts{"0 130-170 on 0-1 killed"});
  EXPECT_EQ(all.switches, (Texts{"a goes 0", "b goes 0", "a asleep 5", "b asleep 5", "a boots 100",
                                 "b boots 100", "a on 120", "b on 130", "a goes 170", "b goes 170"}));
}

// The policy of the queue hears that the job ends 30 s later than it has planned, and of nothing before.
TEST(SleepingMachines, PutOffTheExpectedEnd) {
  Sleepers all(two);
  all.run({rigid_job(0, 100, 2, 10, 40), rigid_job(1, 110, 2, 10, 40)}, off({0, 2}, 50));
  EXPECT_EQ(all.queue.expected_ends, (std::vector<Seconds>{160, 160}));
}

// The machine goes from 10 to 15. A job that comes at 12 waits until it sleeps, and then until it is on.
TEST(SleepingMachines, AreDownUntilTheySleep) {
  Sleepers all({{"a", 1}});
  EXPECT_EQ(all.run({rigid_job(0, 0, 1, 10), rigid_job(1, 12, 1, 10)}, off({0, 1})),
            (Texts{"0 0-10 on 0", "1 35-45 on 0"}));
}

TEST(SleepingMachines, MayTakeNoTimeToSwitch) {
  Sleepers all({{"a", 1}}, {0, 0, 1});
  EXPECT_EQ(all.run({rigid_job(0, 0, 1, 10), rigid_job(1, 12, 1, 10)}, off({0, 1})),
            (Texts{"0 0-10 on 0", "1 12-22 on 0"}));
  EXPECT_EQ(all.switches, (Texts{"a goes 10", "a asleep 10", "a boots 12", "a on 12", "a goes 22"}));
}

/// c stays on, b boots at 90 for nobody, a and d sleep.
SleepDecision boots_b(const SleepView& view) {
  SleepDecision decision = off({0, 2})(view);
  if (view.idle.contains(3))
    decision.switch_off.insert(IndexSet(3, 1));
  if (view.now == 90)
    decision.boot = IndexSet(1, 1);
  if (view.now < 90)
    decision.wake = 90;
  return decision;
}

// At 100 b boots to 110, a and d would to 120.
TEST(SleepingMachines, AreTakenAfterThoseThatAreOnOrBoot) {
  const auto run = [](int size) { return Sleepers(four).run({rigid_job(0, 100, size, 10)}, boots_b).at(0); };
  EXPECT_EQ(run(1), "0 100-110 on 2");
  EXPECT_EQ(run(2), "0 110-120 on 1-2");
  EXPECT_EQ(run(3), "0 120-130 on 0-2");
  EXPECT_EQ(run(4), "0 120-130 on 0-3");
}

// Job 0 boots a to 120, and is stopped at 110: it has run for no time. The machine boots on, and job 1 gets
// it at 115 to start at 120.
TEST(SleepingMachines, BootOnWhenTheirJobIsStopped) {
  Sleepers all({{"a", 1}});
  all.queue.stop_at = 110;
  EXPECT_EQ(all.run({rigid_job(0, 100, 1, 10), rigid_job(1, 115, 1, 10)}, off({0, 1}, 50)),
            (Texts{"0 110-110 on 0 killed", "1 120-130 on 0"}));
  // Where it is queued again it gets the machine in the same round, and still starts at 120.
  all.queue.requeues = true;
  EXPECT_EQ(all.run({rigid_job(0, 100, 1, 10)}, off({0, 1}, 50)), Texts{"0 120-130 on 0 restarts 1"});
  EXPECT_EQ(all.switches, (Texts{"a goes 50", "a asleep 55", "a boots 100", "a on 120", "a goes 130"}));
}

// Machines of two CPUs. Job 0 has one of a, which is not idle then, to 50; b sleeps from 5 on. Job 1 needs
// three: it gets the other one of a, and both of b, which boots from 20 to 40. a becomes idle when both jobs
// have ended, at 50.
TEST(SleepingMachines, HaveNoJobOnAnyOfTheirCpus) {
  Sleepers all({{"a", 2}, {"b", 2}});
  EXPECT_EQ(all.run({rigid_job(0, 0, 1, 50), rigid_job(1, 20, 3, 10), rigid_job(2, 100, 1, 10)}, off({0, 2})),
            (Texts{"0 0-50 on 0", "1 40-50 on 1-3", "2 120-130 on 0"}));
  EXPECT_EQ(all.switches, (Texts{"b goes 0", "b asleep 5", "b boots 20", "b on 40", "a goes 50", "b goes 50",
                                 "a asleep 55", "b asleep 55", "a boots 100", "a on 120", "a goes 130"}));
}

// a sleeps. Job 0 runs on CPU 2 of b to 30. Job 1 gets CPUs 3 to 5, which are on, and CPU 0 of a, which boots
// from 20 to 40: its other CPU is free, but not on. Job 2 comes at 30, and gets CPU 2, which is on. Job 3
// gets the other CPU of a, and starts with job 1.
TEST(SleepingMachines, BootWithAJobAndAreTakenAfterThoseThatAreOn) {
  Sleepers all({{"a", 2}, {"b", 2}, {"c", 2}});
  EXPECT_EQ(all.run({rigid_job(0, 10, 1, 20), rigid_job(1, 20, 4, 10), rigid_job(2, 30, 1, 50),
                     rigid_job(3, 31, 1, 10)},
                    off({0, 1})),
            (Texts{"0 10-30 on 2", "1 40-50 on 0 3-5", "2 30-80 on 2", "3 40-50 on 1"}));
}

// a is switched off at 100 at the latest, whatever runs: job 0 ends at 40, when b has slept since 5.
TEST(SleepingMachines, AreIdleSinceTheirLastJobOrTheirBoot) {
  Sleepers all(two);
  std::vector<std::string> seen;
  const auto watch = [&](const SleepView& view) {
    seen.push_back(shortest(view.now) + ":");
    for (const int machine : view.idle)
      seen.back() += " " + shortest(view.idle_since[static_cast<std::size_t>(machine)]);
    SleepDecision decision;
    if (view.now == 0)
      decision.switch_off = IndexSet(1, 1);
    if (view.now == 40)
      decision.boot = view.asleep;
    return decision;
  };
  all.run({rigid_job(0, 0, 1, 40), rigid_job(1, 200, 1, 10)}, watch);
  EXPECT_EQ(seen, (Texts{"0: 0", "5:", "40: 40", "60: 40 60", "200: 60", "210: 210 60"}));
}

std::string broken_by(const Script& script) {
  return thrown<cluster::BrokenSleepRule>([&] {
    Sleepers all(two);
    all.times[1] = SleepTimes();
    all.run({rigid_job(0, 0, 1, 10), rigid_job(1, 100, 1, 10)}, script);
  });
}

// Machine a runs job 0. Machine b is idle, and cannot sleep.
TEST(SleepingMachines, AreSwitchedByTheRules) {
  const auto decides = [](const SleepDecision& decision) {
    return [decision](const SleepView&) { return decision; };
  };
  EXPECT_EQ(broken_by(decides({IndexSet(0, 1), {}, never})),
            "it switches off machine a, which is not idle; valid: 1");
  EXPECT_EQ(broken_by(decides({IndexSet(1, 1), {}, never})), "it switches off machine b, which cannot sleep");
  EXPECT_EQ(broken_by(decides({IndexSet(2, 1), {}, never})),
            "it switches off machine 2, which is not idle; valid: 1");
  EXPECT_EQ(broken_by(decides({{}, IndexSet(1, 1), never})),
            "it boots machine b, which is not asleep; valid: none");
  EXPECT_EQ(broken_by(decides({{}, IndexSet(5, 1), never})),
            "it boots machine 5, which is not asleep; valid: none");
  EXPECT_EQ(broken_by(decides({{}, {}, 0})), "its wake-up time t=0 s is not in the future");
  EXPECT_EQ(broken_by(decides({{}, {}, std::nan("")})), "its wake-up time t=nan s is not in the future");
}

// A machine that is being switched off neither goes again nor boots.
TEST(SleepingMachines, AreLeftAloneWhileTheyAreSwitched) {
  const auto script = [](bool boots) {
    return [=](const SleepView& view) {
      SleepDecision decision;
      if (view.now == 10)
        decision = {IndexSet(0, 1), {}, 12};
      if (view.now == 12)
        (boots ? decision.boot : decision.switch_off) = IndexSet(0, 1);
      return decision;
    };
  };
  EXPECT_EQ(broken_by(script(true)), "it boots machine a, which is not asleep; valid: none");
  EXPECT_EQ(broken_by(script(false)), "it switches off machine a, which is not idle; valid: 1");
}

// A deadline says by when a job must end; where machines sleep nobody knows when it starts.
TEST(SleepingMachines, AreRefusedToJobsWithDeadlines) {
  auto job = rigid_job(3, 0, 1, 10, 10);
  job.deadline = 100;
  EXPECT_EQ(thrown<InputError>([&] {
              Sleepers(two).run({job}, off({0, 2}));
            }),
            "workload '': job 3 has a deadline, and may start late because machines sleep; valid: jobs "
            "without, or policy.sleep=cluster/always_on");
}

} // namespace sleeping_test
} // namespace malha::testing
