// SPDX-License-Identifier: MIT
#include "actors/runtime/simgrid/local_users.hpp"
#include "tests/actors/support/scripted_run.hpp"

#include <simgrid/s4u.hpp>

namespace malha::testing {
namespace local_users_test {

namespace s4u = simgrid::s4u;

constexpr Flops gigaflop = 1e9;

Settings users(const Settings& more) {
  Settings all{{"local_share", "100"}, {"hosts", "host-0"}};
  for (const auto& [key, value] : more)
    all[key] = value;
  return all;
}

/// The last end of so many tasks of 10 Gflop from 0 on, on a host of 1 Gflop/s a core.
Seconds last_end(int tasks, const std::string& cores, const Settings& settings) {
  ScriptedRun run(Settings{{"hosts", "2"}, {"cores", cores}});
  Seconds last = 0;
  run.entry("test/actor", "host-0", [&](ActorContext& context) {
    std::vector<s4u::ExecPtr> all;
    for (int i = 0; i < tasks; ++i) {
      all.push_back(s4u::Exec::init()->set_flops_amount(10 * gigaflop)->set_host(context.host()));
      all.back()->start();
    }
    for (const auto& one : all)
      one->wait();
    last = now();
  });
  run.environment("environment/local_users", users(settings));
  const auto outcome = run.run();
  EXPECT_EQ(outcome.status, Status::done) << outcome.message; // the users never leave
  return last;
}

// A quarter of the core is left.
TEST(LocalUsers, TakeTheirPenaltyFromATask) { EXPECT_EQ(last_end(1, "1", {{"penalty", "0.75"}}), 40); }

// Two tasks share half of the core.
TEST(LocalUsers, LeaveTheRestToAllTasksTogether) { EXPECT_EQ(last_end(2, "1", {{"penalty", "0.5"}}), 40); }

// Of two cores 1.5 are taken: half of one is left.
TEST(LocalUsers, TakeItFromEachCore) { EXPECT_EQ(last_end(1, "2", {{"penalty", "0.75"}}), 20); }

// Of two cores 1.5 are left, of which a task uses 1.
TEST(LocalUsers, LeaveTheOtherCoreToATask) { EXPECT_EQ(last_end(1, "2", {{"penalty", "0.25"}}), 10); }

// Of the same, two tasks use 0.75 each.
TEST(LocalUsers, ShareTheOtherCoreAmongTasks) {
  EXPECT_NEAR(last_end(2, "2", {{"penalty", "0.25"}}), 10 / 0.75, clock_precision);
}

TEST(LocalUsers, TakeNothingWithoutAPenalty) { EXPECT_EQ(last_end(1, "1", {{"penalty", "0"}}), 10); }

TEST(LocalUsers, TakeNothingFromOtherHosts) {
  EXPECT_EQ(last_end(1, "1", {{"penalty", "0.75"}, {"hosts", "host-1"}}), 10);
}

TEST(LocalUsers, TakeNothingWhereNobodyIs) {
  EXPECT_EQ(last_end(1, "1", {{"penalty", "0.75"}, {"local_share", "0"}}), 10);
}

// One of two hosts has a user for 4 s at a time. A task of 10 Gflop gets 1 Gflop a second without him and
// half of it with him; the script looks who is where in the middle of each period.
TEST(LocalUsers, MoveWhenTheyAreDrawnAnew) {
  ScriptedRun run(Settings{{"hosts", "3"}});
  double expected = 0, left = 10.3;
  int moves = 0, told = 0;
  Seconds end = 0;
  run.entry("test/actor", "host-0", [&](ActorContext& context) {
    auto& simulation = context.simulation();
    auto& local = LocalUsers::of(simulation);
    const auto hosts = simulation.hosts("host-[12]");
    local.on_change([&] { ++told; });
    const auto execution = s4u::Exec::init()->set_flops_amount(10.3 * gigaflop)->set_host(hosts.front());
    execution->start();
    bool before = local.on(hosts.front());
    for (int period = 0; left > 0; ++period) {
      s4u::this_actor::sleep_until(4 * period + 2);
      const bool has_user = local.on(hosts.front());
      EXPECT_NE(has_user, local.on(hosts.back()));
      EXPECT_FALSE(local.on(context.host()));
      moves += has_user != before;
      before = has_user;
      const double rate = has_user ? 0.5 : 1;
      expected = 4 * period + std::min(4., left / rate);
      left -= 4 * rate;
    }
    execution->wait();
    end = execution->get_finish_time();
    EXPECT_FALSE(local.stay());
    EXPECT_EQ(told, static_cast<int>(end / 4));
  });
  run.environment("environment/local_users",
                  {{"local_share", "50"}, {"redraw", "4"}, {"placement", "random"}, {"hosts", "host-[12]"}});
  EXPECT_EQ(run.run().status, Status::done);
  EXPECT_GT(moves, 0); // under this seed
  EXPECT_NEAR(end, expected, clock_precision);
}

TEST(LocalUsers, ShowWhatTheyUse) {
  ScriptedRun run(Settings{{"hosts", "2"}});
  run.entry("test/actor", "host-0", [&](ActorContext& context) {
    const auto& local = LocalUsers::of(context.simulation());
    EXPECT_TRUE(local.on(context.host()));
    EXPECT_TRUE(local.stay());
    EXPECT_DOUBLE_EQ(local.profile(context.host()).cpu, 0.2);
    EXPECT_DOUBLE_EQ(local.profile(context.host()).memory, 0.6);
    EXPECT_EQ(local.profile(context.host()).traffic, 3154);
  });
  run.environment("environment/local_users", users({{"cpu", "20"}, {"memory", "60"}, {"traffic", "3154"}}));
  EXPECT_EQ(run.run().status, Status::done);
}

/// local_slowdown where so many tasks run for 10 s and nothing for 10 s more.
double slowdown(int tasks, const Settings& settings) {
  ScriptedRun run(Settings{{"hosts", "2"}});
  run.entry("test/actor", "host-0", [&](ActorContext& context) {
    std::vector<s4u::ExecPtr> all;
    for (int i = 0; i < tasks; ++i) {
      all.push_back(s4u::Exec::init()->set_flops_amount(1e30)->set_host(context.host()));
      all.back()->start();
    }
    s4u::this_actor::sleep_until(9.5);
    for (const auto& one : all)
      one->cancel();
    s4u::this_actor::sleep_until(19.5);
  });
  run.environment("environment/local_users", users(settings));
  const auto outcome = run.run();
  EXPECT_EQ(outcome.status, Status::done) << outcome.message;
  return ScriptedRun::metric(outcome, "local_slowdown");
}

// Requests come at 0, 1, …, 19, and that of 19 is not looked at any more. Those of the first ten dates share
// what the user leaves with the tasks, those of the other nine have it alone.
class Slowdown : public ::testing::TestWithParam<const char*> {};

TEST_P(Slowdown, IsNoneWithoutTasks) {
  EXPECT_NEAR(slowdown(0, {{"probe", "1"}, {"penalty", GetParam()}}), 1, 1e-6);
}

TEST_P(Slowdown, IsHowMuchLongerRequestsTake) {
  EXPECT_NEAR(slowdown(2, {{"probe", "1"}, {"penalty", GetParam()}}), (10 * 3 + 9) / 19., 1e-6);
}

INSTANTIATE_TEST_SUITE_P(OfLocalUsers, Slowdown, ::testing::Values("0", "0.5"),
                         [](const auto& one) { return "Penalty" + std::to_string(one.index); });

TEST(LocalUsers, AreRefusedOnHostsThatChangeTheirSpeed) {
  const TemporaryFolder folder;
  write_text(folder / "it.profile", "4 0.5\n");
  write_text(folder / "grid.xml", R"(<?xml version="1.0"?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1"><zone id="zone" routing="Full">
<host id="a" speed="1Gf"/><host id="b" speed="1Gf" speed_file="it.profile"/></zone></platform>
)");
  write_text(folder / "it.xml", text_of(MALHA_SOURCE_FOLDER "/deployments/cluster.nodes.xml"));
  const auto said =
      run_shell("$MALHA simulate -p grid.xml -d it.xml -w rigid_jobs --set execution=exec "
                "--set transport=instant --environment local_users --set local_users.local_share=50 -o out",
                folder.path());
  EXPECT_EQ(said.status, 2);
  EXPECT_NE(
      said.err.find("host 'b' changes its speed, of which local users take a constant part; valid: hosts "
                    "of constant speed in local_users.hosts\n"),
      std::string::npos)
      << said.err;
}

} // namespace local_users_test
} // namespace malha::testing
