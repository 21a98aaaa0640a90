// SPDX-License-Identifier: MIT
#include "actors/workload/crash_plan.hpp"
#include "scripted_run.hpp"
#include "tests/support/thrown.hpp"

#include <set>

namespace malha::testing {
namespace crashes_test {

using Crashed = std::set<std::pair<std::string, Seconds>>;

constexpr Flops gigaflop = 1e9;

/// Where jobs enter, on host-0, for 10 s of 8 hosts on the last of which crashes are made.
class CrashingRun {
public:
  explicit CrashingRun(const Settings& parameters) {
    run_.place("workload/crashes", "host-7", parameters);
    run_.instant();
  }

  Outcome run(bool survives = true) {
    run_.script(
        "test/entry", "host-0",
        [this](ActorContext&) {
          simgrid::s4u::Host::on_state_change_cb([this](const simgrid::s4u::Host& host) {
            EXPECT_FALSE(host.is_on());
            crashed.emplace(host.get_name(), now());
          });
          simgrid::s4u::this_actor::sleep_until(10);
        },
        [=](ActorDescriptor& own) {
          own.runs = {Shape::bag_of_tasks};
          own.survives_crashes = survives;
        });
    return run_.run();
  }

  ScriptedRun& scripted() { return run_; }

  Crashed crashed;

private:
  ScriptedRun run_{Settings{{"hosts", "8"}}};
};

/// What the plan for host-1 to host-6 says of the time before `end`. The seed of a scripted run is 0.
Crashed planned(double share, Seconds horizon, Seconds end) {
  RandomStreams random(0);
  Crashed crashes;
  for (const auto& crash : workload::planned_crashes(6, share, horizon, random.stream("crashes")))
    if (crash.date < end)
      crashes.emplace("host-" + std::to_string(crash.host + 1), crash.date);
  return crashes;
}

// Half of the six hosts that are neither the entry's nor the actor's own.
TEST(Crashes, TurnHostsOffAtTheirDates) {
  CrashingRun run(Settings{{"share", "50"}, {"horizon", "8"}});
  const auto outcome = run.run();
  EXPECT_EQ(outcome.status, Status::done) << outcome.message;
  EXPECT_EQ(run.crashed, planned(0.5, 8, 10));
  EXPECT_EQ(run.crashed.size(), 3u);
}

TEST(Crashes, SpareTheEntryAndTheirOwnHost) {
  CrashingRun run(Settings{{"share", "100"}, {"horizon", "8"}, {"hosts", "*"}});
  const auto outcome = run.run();
  EXPECT_EQ(outcome.status, Status::done) << outcome.message;
  EXPECT_EQ(run.crashed, planned(1, 8, 10));
  EXPECT_EQ(run.crashed.size(), 6u);
}

// Of dates up to 1000000 none is before 10, and those that are not do not keep the run.
TEST(Crashes, DoNotKeepARunThatEnds) {
  ASSERT_TRUE(planned(1, 1e6, 10).empty());
  CrashingRun run(Settings{{"share", "100"}, {"horizon", "1e6"}});
  const auto outcome = run.run();
  EXPECT_EQ(outcome.status, Status::done) << outcome.message;
  EXPECT_EQ(run.crashed, Crashed{});
  EXPECT_EQ(ScriptedRun::metric(outcome, "simulated_time"), 10);
  EXPECT_EQ(now(), 10);
}

TEST(Crashes, OfNoShareAreNoneWhateverTheEntrySurvives) {
  CrashingRun run(Settings{{"horizon", "8"}});
  const auto outcome = run.run(false);
  EXPECT_EQ(outcome.status, Status::done) << outcome.message;
  EXPECT_EQ(run.crashed, Crashed{});
}

// What is to end at the date of a crash has ended: an actor on the host that sleeps until then has one more
// call of SimGrid to say so, and is killed when it sleeps again.
TEST(Crashes, ComeAfterWhatEndsAtTheirDate) {
  const auto [host, date] = *planned(1, 8, 10).begin();
  CrashingRun run(Settings{{"share", "100"}, {"horizon", "8"}});
  Seconds woken = -1;
  bool outlived = false;
  run.scripted().script(
      "test/worker", host,
      [&, until = date](ActorContext&) {
        simgrid::s4u::this_actor::sleep_until(until);
        simgrid::s4u::this_actor::yield();
        woken = now();
        simgrid::s4u::this_actor::sleep_for(0.001);
        outlived = true;
      },
      [](ActorDescriptor& own) { own.daemon = true; });
  const auto outcome = run.run();
  EXPECT_EQ(outcome.status, Status::done) << outcome.message;
  EXPECT_EQ(woken, date);
  EXPECT_FALSE(outlived);
}

TEST(Crashes, AreRefusedWhereTheEntryDoesNotSurviveThem) {
  CrashingRun run(Settings{{"share", "50"}});
  EXPECT_EQ(thrown<InputError>([&] { run.run(false); }),
            "deployment.xml:1: actor 'workload/crashes' on host 'host-7': the actor where jobs enter, "
            "'test/entry', does not survive crashes; valid: share=0");
}

TEST(Crashes, AreRefusedWhereNoHostMayCrash) {
  CrashingRun run(Settings{{"share", "50"}, {"hosts", "host-[07]"}});
  EXPECT_EQ(thrown<InputError>([&] { run.run(); }),
            "deployment.xml:1: actor 'workload/crashes' on host 'host-7': parameter 'hosts' is 'host-[07]', "
            "which is no host but those of actors that others could not do without (where jobs enter, the "
            "submitter, "
            "the tuple space, this one); valid: a selector of others, or "
            "share=0");
}

// A cluster goes on with what is left: 8 jobs of 4 s on the nodes host-1 to host-6, of which half crash, some
// while they compute. Each job ends, and none on a node that is down.
TEST(Crashes, AreSurvivedByACluster) {
  ScriptedRun run(Settings{{"hosts", "8"}});
  run.instant();
  run.place("cluster/scheduler", "host-0", {{"nodes", "host-[1-6]"}},
            {{"", ScriptedRun::shipped("cluster/fcfs")}});
  run.place("workload/crashes", "host-7", {{"share", "50"}, {"horizon", "8"}});
  run.jobs(std::vector<Job>(8, job_of(0, {task_of(4 * gigaflop)})));
  const auto outcome = run.run();
  EXPECT_EQ(outcome.status, Status::done) << outcome.message;
  EXPECT_EQ(ScriptedRun::metric(outcome, "jobs_finished"), 8);
  EXPECT_EQ(run.lines("outages.csv").size(),
            planned(0.5, 8, ScriptedRun::metric(outcome, "simulated_time")).size());
}

} // namespace crashes_test
} // namespace malha::testing
