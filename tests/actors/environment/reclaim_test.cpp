// SPDX-License-Identifier: MIT
// Owners who take their hosts back: when they come and go, and what becomes of tasks.
#include "actors/environment/reclaim_plan.hpp"
#include "actors/runtime/simgrid/versions.hpp"
#include "tests/actors/support/scripted_run.hpp"

#include <simgrid/s4u.hpp>

#include <map>

namespace malha::testing {
namespace reclaim_test {

using Dates = std::map<std::string, std::vector<Seconds>>;

/// Of switches until `end`, by host, off and on in turns, as the plan for that host says. The seed of a
/// scripted run is 0.
Dates planned(const std::vector<std::string>& hosts, Seconds idle, Seconds busy, Seconds end) {
  RandomStreams random(0);
  Dates dates;
  for (const auto& host : hosts)
    for (environment::ReclaimPlan plan(idle, busy, random.stream("reclaim." + host)); plan.begin() < end;
         plan.advance()) {
      dates[host].push_back(plan.begin());
      if (plan.end() < end)
        dates[host].push_back(plan.end());
    }
  return dates;
}

// 7 hosts that are not the master, for 100 s.
TEST(Reclaim, SwitchesHostsAtTheirDates) {
  Dates seen;
  ScriptedRun run{Settings{{"hosts", "8"}}};
  run.environment("environment/reclaim", {{"idle", "10"}, {"busy", "4"}});
  run.instant();
  run.entry("test/entry", "host-0", [&seen](ActorContext&) {
    on_switch([&seen](const simgrid::s4u::Host& host) {
      EXPECT_EQ(host.is_on(), seen[host.get_name()].size() % 2 == 1);
      seen[host.get_name()].push_back(now());
    });
    simgrid::s4u::this_actor::sleep_until(100);
  });
  const auto outcome = run.run();
  ASSERT_EQ(outcome.status, Status::done) << outcome.message;
  const auto expected =
      planned({"host-1", "host-2", "host-3", "host-4", "host-5", "host-6", "host-7"}, 10, 4, 100);
  ASSERT_EQ(seen.size(), expected.size());
  for (const auto& [host, dates] : expected) {
    ASSERT_EQ(seen[host].size(), dates.size()) << host;
    for (std::size_t i = 0; i < dates.size(); ++i)
      EXPECT_NEAR(seen[host][i], dates[i], 1e-6) << host;
  }
}

// round(0.5 * 7) = 4 of 7, which are among those of a larger share.
TEST(Reclaim, OfALargerShareKeepsTheHostsOfASmallerOne) {
  const auto hosts = [](double share) {
    RandomStreams random(0);
    return environment::reclaimed_hosts(7, share, random.stream("reclaim"));
  };
  EXPECT_EQ(hosts(0.5).size(), 4u);
  EXPECT_EQ(hosts(1), (std::vector<std::size_t>{0, 1, 2, 3, 4, 5, 6}));
  const auto half = hosts(0.5), most = hosts(0.8);
  EXPECT_TRUE(std::includes(most.begin(), most.end(), half.begin(), half.end()));
}

// The mean of 20 000 exponential times of mean 10 has a standard deviation of 10 / sqrt(20 000) = 0.07.
TEST(Reclaim, DrawsTimesOfTheirMeans) {
  RandomStreams random(0);
  environment::ReclaimPlan plan(10, 4, random.stream("reclaim.host-1"));
  Seconds idle = 0, busy = 0, end = 0;
  constexpr int times = 20000;
  for (int i = 0; i < times; ++i, plan.advance()) {
    idle += plan.begin() - end;
    busy += plan.end() - plan.begin();
    end = plan.end();
  }
  EXPECT_NEAR(idle / times, 10, 0.3);
  EXPECT_NEAR(busy / times, 4, 0.12);
}

/// 30 tasks of 4 s on hosts with owners, under an architecture.
Outcome run_tasks(ScriptedRun& run) {
  run.environment("environment/reclaim", {{"idle", "6"}, {"busy", "2"}});
  run.jobs({job_of(0, std::vector<Task>(30, task_of(4e9)))});
  auto outcome = run.run();
  EXPECT_EQ(outcome.status, Status::done) << outcome.message;
  EXPECT_EQ(run.schedule().size(), 30u);
  EXPECT_GT(ScriptedRun::metric(outcome, "attempts_lost"), 0);
  EXPECT_EQ(ScriptedRun::metric(outcome, "attempts"), 30 + ScriptedRun::metric(outcome, "attempts_lost"));
  return outcome;
}

TEST(Reclaim, IsBorneByTheTupleSpace) {
  ScriptedRun run{Settings{{"hosts", "5"}}};
  const auto& policy = ScriptedRun::shipped("pull/ticket_classes");
  run.place("tuple_space/space", "host-0", {{"detection_delay", "1"}});
  run.place("tuple_space/broker", "host-0", {}, {{"", policy}});
  run.place("tuple_space/resource", "host-[1-4]", {}, {{"", policy}});
  run_tasks(run);
}

TEST(Reclaim, IsBorneByABroker) {
  ScriptedRun run{Settings{{"hosts", "5"}}};
  run.place("broker/broker", "host-0", {}, {{"", ScriptedRun::shipped("broker/workqueue")}});
  run.place("broker/worker", "host-[1-4]", {});
  run.instant();
  run_tasks(run);
}

// The broker is on one of the hosts that fail, and goes on when it is back.
TEST(Reclaim, TakesTheBrokerOfASpaceToo) {
  ScriptedRun run{Settings{{"hosts", "5"}}};
  const auto& policy = ScriptedRun::shipped("pull/ticket_classes");
  run.place("tuple_space/space", "host-0", {});
  run.place("tuple_space/broker", "host-1", {}, {{"", policy}});
  run.place("tuple_space/resource", "host-[2-4]", {}, {{"", policy}});
  run_tasks(run);
}

} // namespace reclaim_test
} // namespace malha::testing
