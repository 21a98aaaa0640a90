// SPDX-License-Identifier: MIT
#include "actors/environment/failure_plan.hpp"
#include "tests/actors/support/switched_hosts.hpp"
#include "tests/support/thrown.hpp"

#include <simgrid/s4u.hpp>

namespace malha::testing {
namespace failures_test {

using Switches = std::vector<std::tuple<Seconds, std::string, bool>>;

/// Failures and repairs of hosts, in the order in which they are seen.
class FailingRun : public SwitchedHosts {
public:
  explicit FailingRun(const Settings& parameters)
      : SwitchedHosts("environment/failures", parameters, [this](const simgrid::s4u::Host& host) {
          seen.emplace_back(now(), host.get_name(), host.is_on());
        }) {}

  Outcome run(const std::vector<Support>& supports = {{Condition::host_fails}, {Condition::host_recovers}},
              const std::string& place = "host-0") {
    return SwitchedHosts::run(supports, place);
  }

  Switches seen;
};

/// What the plan for host-1 to host-7 says of the time before 10 s. The seed of a scripted run is 0.
Switches planned(double rack_share, const std::vector<std::size_t>& racks) {
  RandomStreams random(0);
  std::vector<std::reference_wrapper<RandomStreams::Engine>> engines;
  for (std::size_t host = 1; host <= 7; ++host)
    engines.emplace_back(random.stream("failures.host-" + std::to_string(host)));
  environment::FailurePlan plan(
      {environment::WeibullTimes(5, 0.7), environment::WeibullTimes(1, 1), racks, rack_share, 1e8}, engines);
  Switches switches;
  for (auto next = plan.next(); next && next->date < 10; next = plan.next())
    switches.emplace_back(next->date, "host-" + std::to_string(next->host + 1), next->is_on);
  return switches;
}

void expect_equal(const Switches& seen, const Switches& expected) {
  ASSERT_EQ(seen.size(), expected.size());
  for (std::size_t i = 0; i < seen.size(); ++i) {
    EXPECT_NEAR(std::get<0>(seen[i]), std::get<0>(expected[i]), clock_precision);
    EXPECT_EQ(std::get<1>(seen[i]), std::get<1>(expected[i])) << i;
    EXPECT_EQ(std::get<2>(seen[i]), std::get<2>(expected[i])) << i;
  }
}

const Settings often{{"mtbf", "5"}, {"mttr", "1"}, {"shape", "0.7"}};

TEST(Failures, SwitchHostsAsTheyArePlanned) {
  FailingRun run(often);
  const auto outcome = run.run();
  EXPECT_EQ(outcome.status, Status::done) << outcome.message;
  const auto expected = planned(0, {0, 0, 0, 0, 0, 0, 0});
  ASSERT_GE(expected.size(), 8u);
  expect_equal(run.seen, expected);
}

// Of the seven hosts the first three make a rack, then the next three; the last is alone.
TEST(Failures, TakeRacksOfHostsInARow) {
  auto parameters = often;
  parameters.insert({{"rack_share", "100"}, {"rack", "3"}});
  FailingRun run(parameters);
  const auto outcome = run.run();
  EXPECT_EQ(outcome.status, Status::done) << outcome.message;
  expect_equal(run.seen, planned(1, {0, 0, 0, 1, 1, 1, 2}));
}

TEST(Failures, OfNoRateAreNoneWhateverTheEntryBears) {
  FailingRun run(Settings{{"mtbf", "0"}});
  const auto outcome = run.run({{Condition::speed_profile}});
  EXPECT_EQ(outcome.status, Status::done) << outcome.message;
  EXPECT_TRUE(run.seen.empty());
}

TEST(Failures, AreRefusedWhereTheEntryDoesNotBearHostsThatReturn) {
  FailingRun run(often);
  EXPECT_EQ(
      thrown<InputError>([&] { run.run({{Condition::host_fails}}); }),
      "deployment.xml:1: actor 'test/entry' does not support hosts that recover (failures.mtbf=5); valid: "
      "failures.mtbf=0");
}

TEST(Failures, AreRefusedWhereAHostMustStay) {
  FailingRun run(often);
  EXPECT_EQ(
      thrown<InputError>([&] {
        run.run({{Condition::host_fails}, {Condition::host_recovers}}, "host-3");
      }),
      "environment/failures: failures.hosts is '@role=worker', and host 'host-3' must stay, since actor "
      "'test/entry' is there; valid: a deployment that has it on a host of @role=master, another "
      "failures.hosts, or failures.mtbf=0");
}

TEST(Failures, AreRefusedWithoutTheRacksThatTheyName) {
  auto parameters = often;
  parameters.insert({"rack_property", "cabinet"});
  FailingRun run(parameters);
  EXPECT_EQ(thrown<InputError>([&] { run.run(); }),
            "environment/failures: failures.rack_property is 'cabinet', which host 'host-1' does not have; "
            "valid: a property of all hosts of failures.hosts");
}

TEST(Failures, AreRefusedWhereOthersTurnTheHostOffForGood) {
  FailingRun run(often);
  run.scripted().environment("environment/crashes", {{"share", "100"}});
  EXPECT_EQ(
      thrown<InputError>([&] { run.run(); }),
      "environment/crashes: host 'host-6' is switched by two environment actors; valid: hosts of their own "
      "for each");
}

// 8 jobs of 4 s on host-1 to host-6: each ends, none on a node that is down, and what was lost was run again.
TEST(Failures, AreSurvivedByACluster) {
  ScriptedRun run(Settings{{"hosts", "8"}});
  run.instant();
  run.place("cluster/scheduler", "host-0", {{"nodes", "host-[1-6]"}},
            {{"", ScriptedRun::shipped("cluster/fcfs")}});
  auto parameters = often;
  parameters.insert({"hosts", "host-[1-6]"});
  run.environment("environment/failures", parameters);
  run.jobs(std::vector<Job>(8, job_of(0, {task_of(4e9)})));
  const auto outcome = run.run();
  EXPECT_EQ(outcome.status, Status::done) << outcome.message;
  EXPECT_EQ(ScriptedRun::metric(outcome, "jobs_finished"), 8);
  EXPECT_GT(ScriptedRun::metric(outcome, "restarts"), 0);
  EXPECT_GT(run.lines("outages.csv").size(), 0u);
}

} // namespace failures_test
} // namespace malha::testing
