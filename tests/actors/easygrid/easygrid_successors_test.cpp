// SPDX-License-Identifier: MIT
// EasyGrid whose managers crash, on the simulated grid (docs/faults.md): the application on host-0, managers
// on others, of which the first of each site is its site manager, and the first of all the global manager.
// Their iterations cost nothing.
#include "tests/actors/support/scripted_run.hpp"
#include "tests/support/thrown.hpp"

#include <simgrid/kernel/Timer.hpp>
#include <simgrid/s4u.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace malha::testing {
namespace easygrid_successors_test {

class Successors : public ::testing::Test {
protected:
  explicit Successors(const Settings& platform = {{"hosts", "10"}, {"sites", "2"}}) : run_(platform) {}

  void place(const std::string& hosts, Settings parameters) {
    parameters.insert(
        {{"site", "@site"}, {"mailbox", "permanent"}, {"iteration_cost", "0"}, {"message_cost", "0"}});
    run_.place("easygrid/application", "host-0", {});
    run_.place("easygrid/manager", hosts, parameters,
               {{"distribution", ScriptedRun::shipped("easygrid/greedy_distribution")},
                {"balance", ScriptedRun::shipped("easygrid/most_loaded_gives")},
                {"launch", ScriptedRun::shipped("easygrid/concurrent_launch")},
                {"give_up", ScriptedRun::shipped("easygrid/lightest_first")}});
  }
  /// When all that happens at that date has begun. An actor would turn the host off while others are about to
  /// write to it, which SimGrid 3.32 does not support.
  void crash(const std::string& host, Seconds date) {
    run_.script("test/crash-" + host, "host-0", [=](ActorContext&) {
      simgrid::kernel::timer::Timer::set(date, [host] { simgrid::s4u::Host::by_name(host)->turn_off(); });
    });
  }
  /// Each task has one row.
  Outcome expect_each_task_once(int tasks) {
    const auto outcome = run_.run();
    EXPECT_EQ(outcome.status, Status::done) << outcome.message;
    std::vector<int> ids;
    for (const auto& row : run_.schedule())
      ids.push_back(std::stoi(row));
    std::sort(ids.begin(), ids.end());
    std::vector<int> all(static_cast<std::size_t>(tasks));
    std::iota(all.begin(), all.end(), 0);
    EXPECT_EQ(ids, all);
    return outcome;
  }
  std::string refusal() {
    return thrown<InputError>([this] { run_.run(); });
  }

  ScriptedRun run_;
};

struct Crash {
  int host;
  Seconds date;
};

std::string name_of(const ::testing::TestParamInfo<Crash>& info) {
  static const std::map<int, std::string> kinds{
      {1, "GlobalManager"}, {2, "FirstSuccessor"}, {5, "SiteManager"}, {7, "HostManager"}};
  return kinds.at(info.param.host) + "At" + std::to_string(std::lround(info.param.date * 1000)) + "ms";
}

class OneCrash : public Successors, public ::testing::WithParamInterface<Crash> {};

// host-1 to host-4 are the first site, host-5 to host-9 the second. Whatever is under way: packages of tasks,
// launches, reports of ends, heartbeats, requests, the last news. The host runs two tasks at most; those, and
// those whose ends nobody has heard of, run again.
TEST_P(OneCrash, LosesNoTask) {
  place("host-[1-9]", {});
  std::vector<Task> tasks;
  for (int i = 0; i < 40; ++i)
    tasks.push_back(task_of((2 + i % 7) * 1e9));
  run_.jobs({job_of(0, tasks)});
  crash("host-" + std::to_string(GetParam().host), GetParam().date);
  const auto outcome = expect_each_task_once(40);
  EXPECT_LE(ScriptedRun::metric(outcome, "attempts_lost"), 2);
  EXPECT_EQ(ScriptedRun::metric(outcome, "crashes"), 1);
}

std::vector<Crash> crashes_of_all() {
  std::vector<Crash> all;
  for (const int host : {1, 2, 5, 7})
    for (const Seconds date : {0.001, 0.005, 0.5, 1.005, 2.5, 4.005, 5.0, 5.005, 6.5, 9.01, 14.005, 17.5})
      all.push_back({host, date});
  return all;
}

INSTANTIATE_TEST_SUITE_P(Dates, OneCrash, ::testing::ValuesIn(crashes_of_all()), name_of);

// The global manager, with it the first site's manager, then their successors, and the other site's manager.
TEST_F(Successors, BearTheCrashOfOneSuccessorAfterTheOther) {
  place("host-[1-9]", {});
  run_.jobs({job_of(0, std::vector<Task>(60, task_of(8e9)))});
  crash("host-1", 3.5);
  crash("host-2", 22.5);
  crash("host-5", 24.5);
  crash("host-3", 42.5);
  const auto outcome = expect_each_task_once(60);
  EXPECT_GE(ScriptedRun::metric(outcome, "site_managers_replaced"), 3);
  EXPECT_GE(ScriptedRun::metric(outcome, "global_managers_replaced"), 2);
}

TEST_F(Successors, EndWhileOneOfThemLives) {
  place("host-[1-9]", {});
  run_.jobs({job_of(0, std::vector<Task>(20, task_of(4e9)))});
  for (int host = 1; host < 9; ++host)
    crash("host-" + std::to_string(host), 2 + host);
  expect_each_task_once(20);
}

TEST_F(Successors, AreMissedWhereAllAreDown) {
  place("host-[12]", {});
  run_.jobs({job_of(0, std::vector<Task>(3, task_of(40e9)))});
  crash("host-1", 2.5);
  crash("host-2", 4.5);
  const auto outcome = run_.run();
  EXPECT_EQ(outcome.status, Status::not_ended);
  EXPECT_NE(
      outcome.message.find("waits for a manager: the hosts of all are down, and tasks 0-2 have not counted"),
      std::string::npos)
      << outcome.message;
}

class TwoHosts : public Successors {
protected:
  TwoHosts() : Successors({{"hosts", "3"}}) {
    place("host-[12]", {{"nt", "1"}, {"missed_heartbeats", "2"}});
    run_.jobs({job_of(0, {task_of(19.5e9), task_of(19.5e9)})});
  }
};

// Iterations are at 0, 1, 2, … The global manager on host-1 distributes at 0, and starts its own task then;
// the other package takes 13 ms, so that host-2 starts at 1.
TEST_F(TwoHosts, ShareTheTasks) {
  const auto outcome = expect_each_task_once(2);
  EXPECT_EQ(run_.schedule(), (std::vector<std::string>{"0 0 19.5 0", "1 1 20.5 1"}));
  EXPECT_TRUE(run_.lines("attempts.csv").empty());
  EXPECT_EQ(ScriptedRun::metric(outcome, "given_up"), 0);
}

// host-2 sends signs of life at 5 and 10; the last one arrives at 10.013 and is taken at 11. More than 10 s
// later, at 22, host-1 takes host-2 to be down, and starts its task, since its own has ended.
TEST_F(TwoHosts, RunTheTaskOfACrashedHostAgain) {
  crash("host-2", 10.5);
  const auto outcome = expect_each_task_once(2);
  EXPECT_EQ(run_.schedule(), (std::vector<std::string>{"0 0 19.5 0", "1 22 41.5 0"}));
  EXPECT_EQ(run_.lines("attempts.csv"),
            (std::vector<std::string>{"1,0,1,1,1,10.5,lost,1.95e+10",
                                      "1,0,2,0,22,41.5,COMPLETED_SUCCESSFULLY,1.95e+10"}));
  EXPECT_EQ(run_.lines("outages.csv"), (std::vector<std::string>{"1,10.5,"}));
  EXPECT_EQ(ScriptedRun::metric(outcome, "given_up"), 1);
  EXPECT_EQ(ScriptedRun::metric(outcome, "wasted_time"), 9.5);
}

// host-1 sends its last sign of life as leader at 10; it is taken at 11. At 22 host-2 takes its place in the
// site, and in the next term of the grid, too, since it hears nothing of the global manager either: its own
// term as site manager begins at 22, so that this is more than 10 s later, at 33. Its task has ended at 20.5.
// It waits 10 s on each level for others to join, and starts the other task at 43.
TEST_F(TwoHosts, ReplaceTheManagerOfBothLevels) {
  crash("host-1", 10.5);
  const auto outcome = expect_each_task_once(2);
  EXPECT_EQ(run_.schedule(), (std::vector<std::string>{"1 1 20.5 1", "0 43 62.5 1"}));
  EXPECT_EQ(ScriptedRun::metric(outcome, "site_managers_replaced"), 1);
  EXPECT_EQ(ScriptedRun::metric(outcome, "global_managers_replaced"), 1);
}

// The link takes 1 ms each way, of which SimGrid's model of TCP makes 13.01 ms; both look once a second.
TEST_F(Successors, AreRefusedWhereTheDetectorIsFasterThanTheNetwork) {
  place("host-[12]", {{"missed_heartbeats", "1"}});
  EXPECT_EQ(
      refusal(),
      "deployment.xml:1: actor 'easygrid/application' on host 'host-0': missed_heartbeats times "
      "heartbeat_interval is 5 s, and managers on 'host-2' and 'host-1' that are up may receive nothing "
      "from each other for 7.01301 s; valid: more than that");
}

TEST_F(Successors, AreRefusedWhereTwoAreOnOneHost) {
  place("host-[12]", {});
  run_.place("easygrid/manager", "host-2", {{"site", "site-1"}},
             {{"distribution", ScriptedRun::shipped("easygrid/greedy_distribution")},
              {"balance", ScriptedRun::shipped("easygrid/no_balance")},
              {"launch", ScriptedRun::shipped("easygrid/concurrent_launch")},
              {"give_up", ScriptedRun::shipped("easygrid/lightest_first")}});
  EXPECT_EQ(refusal(), "deployment.xml:1: actor 'easygrid/application' on host 'host-0': two "
                       "easygrid/manager are on host 'host-2', and would crash together; valid: each on a "
                       "host of its own");
}

TEST_F(Successors, AreMissedWhereThereIsNone) {
  run_.place("easygrid/application", "host-0", {});
  EXPECT_EQ(refusal(),
            "deployment.xml:1: actor 'easygrid/application' on host 'host-0': there is no easygrid/manager; "
            "valid: a deployment with one on each worker (easygrid.successors)");
}

} // namespace easygrid_successors_test
} // namespace malha::testing
