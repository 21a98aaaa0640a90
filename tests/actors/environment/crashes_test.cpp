// SPDX-License-Identifier: MIT
#include "actors/environment/crash_plan.hpp"
#include "tests/actors/support/switched_hosts.hpp"
#include "tests/support/thrown.hpp"

#include <simgrid/s4u.hpp>

#include <set>

namespace malha::testing {
namespace crashes_test {

using Crashed = std::set<std::pair<std::string, Seconds>>;

constexpr Flops gigaflop = 1e9;

/// Crashes of hosts, which stay down.
class CrashingRun : public SwitchedHosts {
public:
  explicit CrashingRun(const Settings& parameters)
      : SwitchedHosts("environment/crashes", parameters, [this](const simgrid::s4u::Host& host) {
          EXPECT_FALSE(host.is_on());
          crashed.emplace(host.get_name(), now());
        }) {}

  Outcome run(const std::vector<Support>& supports = {{Condition::host_fails}},
              const std::string& place = "host-0") {
    return SwitchedHosts::run(supports, place);
  }

  Crashed crashed;
};

/// What the plan for `hosts` hosts from host-1 on says of the time before `end`. The seed of a scripted run
/// is 0.
Crashed planned(double share, Seconds horizon, Seconds end, std::size_t hosts = 7) {
  RandomStreams random(0);
  Crashed crashes;
  for (const auto& crash : environment::planned_crashes(hosts, share, horizon, random.stream("crashes")))
    if (crash.date < end)
      crashes.emplace("host-" + std::to_string(crash.host + 1), crash.date);
  return crashes;
}

// 43 % of the seven hosts that are not the master are three.
TEST(Crashes, TurnHostsOffAtTheirDates) {
  CrashingRun run(Settings{{"share", "43"}, {"horizon", "8"}});
  const auto outcome = run.run();
  EXPECT_EQ(outcome.status, Status::done) << outcome.message;
  EXPECT_EQ(run.crashed, planned(0.43, 8, 10));
  EXPECT_EQ(run.crashed.size(), 3u);
}

// What a deployment places elsewhere changes nothing: an actor that stays on host-7, which is not drawn from,
// and one of no importance on a host that is.
TEST(Crashes, DependOnThePlatformAndTheSeedAlone) {
  CrashingRun run(Settings{{"share", "50"}, {"horizon", "8"}, {"hosts", "host-[0-6]"}});
  run.scripted().script(
      "test/stays", "host-7", [](ActorContext&) {}, [](ActorDescriptor& own) { own.keeps_host = true; });
  run.scripted().script("test/any", "host-3", [](ActorContext&) {});
  const auto outcome = run.run();
  EXPECT_EQ(outcome.status, Status::done) << outcome.message;
  EXPECT_EQ(run.crashed, planned(0.5, 8, 10, 6));
  EXPECT_EQ(run.crashed.size(), 3u);
}

TEST(Crashes, SpareTheMaster) {
  CrashingRun run(Settings{{"share", "100"}, {"horizon", "8"}, {"hosts", "*"}});
  const auto outcome = run.run();
  EXPECT_EQ(outcome.status, Status::done) << outcome.message;
  EXPECT_EQ(run.crashed, planned(1, 8, 10));
  EXPECT_EQ(run.crashed.size(), 7u);
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

TEST(Crashes, OfNoShareAreNoneWhateverTheEntryBears) {
  CrashingRun run(Settings{{"share", "0"}, {"horizon", "8"}});
  const auto outcome = run.run({{Condition::speed_profile}});
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

TEST(Crashes, AreRefusedWhereTheEntryDoesNotBearThem) {
  CrashingRun run(Settings{{"share", "50"}});
  EXPECT_EQ(
      thrown<InputError>([&] { run.run({{Condition::speed_profile}}); }),
      "deployment.xml:1: actor 'test/entry' does not support hosts that fail (crashes.share=50); valid: "
      "crashes.share=0");
}

TEST(Crashes, AreRefusedWhereTheEntryBearsThemUnderAnotherTransport) {
  CrashingRun run(Settings{{"share", "50"}});
  EXPECT_EQ(
      thrown<InputError>([&] {
        run.run({{Condition::host_fails, {{"transport", "network"}}}});
      }),
      "deployment.xml:1: actor 'test/entry' does not support hosts that fail (crashes.share=50); valid: "
      "transport=network");
}

TEST(Crashes, AreRefusedWhereNoHostMayCrash) {
  CrashingRun run(Settings{{"share", "50"}, {"hosts", "host-0"}});
  EXPECT_EQ(
      thrown<InputError>([&] { run.run(); }),
      "environment/crashes: crashes.hosts is 'host-0', which is no host but those of @role=master; valid: "
      "a selector of others, or crashes.share=0");
}

TEST(Crashes, AreRefusedWhereAHostMustStay) {
  CrashingRun run(Settings{{"share", "50"}});
  EXPECT_EQ(thrown<InputError>([&] { run.run({{Condition::host_fails}}, "host-3"); }),
            "environment/crashes: crashes.hosts is '@role=worker', and host 'host-3' must stay, since actor "
            "'test/entry' is there; valid: a deployment that has it on a host of @role=master, another "
            "crashes.hosts, or crashes.share=0");
}

// A cluster goes on with what is left: 8 jobs of 4 s on the nodes host-1 to host-6, of which half crash, some
// while they compute. Each job ends, and none on a node that is down.
TEST(Crashes, AreSurvivedByACluster) {
  ScriptedRun run(Settings{{"hosts", "8"}});
  run.instant();
  run.place("cluster/scheduler", "host-0", {{"nodes", "host-[1-6]"}},
            {{"", ScriptedRun::shipped("cluster/fcfs")}});
  run.environment("environment/crashes", {{"share", "50"}, {"horizon", "8"}, {"hosts", "host-[1-6]"}});
  run.jobs(std::vector<Job>(8, job_of(0, {task_of(4 * gigaflop)})));
  const auto outcome = run.run();
  EXPECT_EQ(outcome.status, Status::done) << outcome.message;
  EXPECT_EQ(ScriptedRun::metric(outcome, "jobs_finished"), 8);
  EXPECT_EQ(run.lines("outages.csv").size(),
            planned(0.5, 8, ScriptedRun::metric(outcome, "simulated_time"), 6).size());
}

} // namespace crashes_test
} // namespace malha::testing
