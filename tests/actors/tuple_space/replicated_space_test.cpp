// SPDX-License-Identifier: MIT
// The replicated tuple space on a network: servers crash, and return; what it refuses; what it costs.
#include "tests/actors/support/scripted_run.hpp"
#include "tests/support/thrown.hpp"

#include <simgrid/s4u.hpp>

#include <cmath>
#include <numeric>

namespace malha::testing {
namespace replicated_space_test {

constexpr int tasks = 12;

/// The broker on host-0, servers on host-1 to host-5, of which the first n serve, resources of 1 Gflop/s on
/// host-6 to host-9; one bag of 12 tasks of 4 s. On a full mesh a message takes 13 ms.
class ReplicatedSpace : public ::testing::Test {
protected:
  void place(Settings servers, const std::string& hosts = "host-[1-5]") {
    servers.emplace("timeout", "1");
    const auto& policy = ScriptedRun::shipped("pull/ticket_classes");
    run_.place("tuple_space/replica", hosts, servers);
    run_.place("tuple_space/broker", "host-0", {}, {{"", policy}});
    run_.place("tuple_space/resource", "host-[6-9]", {}, {{"", policy}});
    run_.jobs({job_of(0, std::vector<Task>(tasks, task_of(4e9)))});
  }
  /// At that date the host goes down; unless `back` is `never`, it is switched on again then.
  void crash(const std::string& host, Seconds date, Seconds back = never) {
    run_.script("test/crash-" + host, "host-0", [=](ActorContext&) {
      simgrid::s4u::this_actor::sleep_until(date);
      simgrid::s4u::Host::by_name(host)->turn_off();
      if (back == never)
        return;
      simgrid::s4u::this_actor::sleep_until(back);
      simgrid::s4u::Host::by_name(host)->turn_on();
    });
  }
  /// Each task has one row, and none ran twice.
  void expect_each_task_once() {
    const auto outcome = run_.run();
    ASSERT_EQ(outcome.status, Status::done) << outcome.message;
    std::vector<int> ids;
    for (const auto& row : run_.schedule())
      ids.push_back(std::stoi(row));
    std::sort(ids.begin(), ids.end());
    std::vector<int> all(tasks);
    std::iota(all.begin(), all.end(), 0);
    EXPECT_EQ(ids, all);
    EXPECT_TRUE(run_.lines("attempts.csv").empty());
    EXPECT_EQ(ScriptedRun::metric(outcome, "attempts"), tasks);
  }
  std::string refusal() {
    return thrown<InputError>([this] { run_.run(); });
  }

  ScriptedRun run_{Settings{{"hosts", "10"}}};
};

struct Crash {
  int server; ///< 0: the first primary; 1: the backup that is needed
  Seconds date;
};

std::string name_of(const ::testing::TestParamInfo<Crash>& crash) {
  return "Server" + std::to_string(crash.param.server) + "At" +
         std::to_string(std::lround(crash.param.date * 1000)) + "ms";
}

class ServerCrash : public ReplicatedSpace, public ::testing::WithParamInterface<Crash> {};

// Whatever is under way: the first commands, the choice of tasks, results, the last result.
TEST_P(ServerCrash, LosesNoTask) {
  place({});
  crash("host-" + std::to_string(GetParam().server + 1), GetParam().date);
  expect_each_task_once();
}

INSTANTIATE_TEST_SUITE_P(Dates, ServerCrash,
                         ::testing::Values(Crash{0, 0}, Crash{0, 0.005}, Crash{0, 0.02}, Crash{0, 0.045},
                                           Crash{0, 0.08}, Crash{0, 0.11}, Crash{0, 2}, Crash{0, 4.09},
                                           Crash{0, 4.105}, Crash{0, 4.13}, Crash{0, 4.16}, Crash{0, 12.3},
                                           Crash{0, 12.33}, Crash{1, 0.02}, Crash{1, 0.06}, Crash{1, 4.1},
                                           Crash{1, 4.12}, Crash{2, 4.1}),
                         name_of);

// Servers 0 and 1 of five, one after the other and close together.
TEST_F(ReplicatedSpace, OfFiveServersBearsTwoCrashes) {
  place({{"servers", "5"}, {"faults", "2"}});
  crash("host-1", 4.1);
  crash("host-2", 4.6);
  expect_each_task_once();
}

// Server 0 comes back at 6 s, is sent the state, and counts: server 1, the primary since, may crash at 9 s.
TEST_F(ReplicatedSpace, GoesOnWithAServerThatHasReturned) {
  place({});
  crash("host-1", 4.1, 6);
  crash("host-2", 9);
  expect_each_task_once();
  EXPECT_NE(run_.messages("recovery response", "tuple_space/replica>tuple_space/replica").substr(0, 2), "0 ");
}

// Two of three are down: nothing is lost, and nothing goes on. Somebody who switches hosts for ever does not
// keep the run: it ends when the second server goes.
TEST_F(ReplicatedSpace, StopsWhereTooManyAreDown) {
  place({});
  crash("host-1", 4.1);
  crash("host-2", 4.2);
  run_.script(
      "test/ticks", "host-0",
      [](ActorContext&) {
        for (;;)
          simgrid::s4u::this_actor::sleep_for(1);
      },
      [](ActorDescriptor& own) { own.daemon = true; });
  const auto outcome = run_.run();
  EXPECT_NEAR(ScriptedRun::metric(outcome, "simulated_time"), 4.2, clock_precision);
  EXPECT_EQ(outcome.status, Status::not_ended);
  EXPECT_NE(outcome.message.find("too many servers of the tuple space were down at once"), std::string::npos)
      << outcome.message;
}

TEST_F(ReplicatedSpace, IsRefusedWhereFewServersShallBearManyCrashes) {
  place({{"servers", "4"}, {"faults", "2"}});
  EXPECT_EQ(
      refusal(),
      "deployment.xml:1: actor 'tuple_space/replica' on host 'host-1': faults is 2, and 4 servers support 1 "
      "crash; valid: at most 1, or servers of at least 5");
}

TEST_F(ReplicatedSpace, IsRefusedWhereHostsAreTooFew) {
  place({{"servers", "7"}, {"faults", "3"}});
  EXPECT_EQ(refusal(),
            "deployment.xml:1: actor 'tuple_space/replica' on host 'host-1': servers is 7, and there are 5 "
            "tuple_space/replica; valid: at most that number, or a platform with more hosts for them");
}

TEST_F(ReplicatedSpace, IsRefusedWhereTwoServersAreOnOneHost) {
  run_.place("tuple_space/replica", "host-1", {});
  place({}, "host-[12]");
  EXPECT_EQ(refusal(),
            "deployment.xml:1: actor 'tuple_space/replica' on host 'host-1': two of the 3 servers are "
            "on host 'host-1', and would crash together; valid: each on a host of its own");
}

// The link takes 1 ms each way, of which SimGrid's model of TCP makes 13.01 ms.
TEST_F(ReplicatedSpace, IsRefusedWhereTheDetectorIsFasterThanTheNetwork) {
  place({{"timeout", "0.02"}});
  EXPECT_EQ(
      refusal(),
      "deployment.xml:1: actor 'tuple_space/replica' on host 'host-1': timeout is 0.02 s, and a message "
      "from 'host-1' to 'host-2' and its answer take at least 0.02602 s; valid: more than that");
}

TEST_F(ReplicatedSpace, IsRefusedWhereNothingTravels) {
  run_.instant();
  place({});
  EXPECT_EQ(
      refusal(),
      "deployment.xml:1: actor 'tuple_space/replica' on host 'host-1': the servers talk over a network, and "
      "transport is instant; valid: transport=network, or a space of one server (tuple_space/space)");
}

TEST_F(ReplicatedSpace, IsRefusedBesideASpaceOfOneServer) {
  place({});
  run_.place("tuple_space/space", "host-0", {});
  EXPECT_EQ(refusal(), "deployment.xml:1: actor 'tuple_space/replica' on host 'host-1': there are "
                       "tuple_space/replica and tuple_space/space; valid: one of them");
}

// All five of host-1 to host-5 crash, three of which are servers.
TEST_F(ReplicatedSpace, IsRefusedWhereMoreServersWillCrashThanItBears) {
  place({});
  run_.environment("environment/crashes", {{"share", "100"}, {"hosts", "host-[1-5]"}});
  const auto outcome = run_.run();
  EXPECT_EQ(outcome.status, Status::bad_input);
  EXPECT_EQ(outcome.message,
            "3 of the 3 servers of the tuple space will fail, and faults is 1; valid: crashes.hosts, "
            "failures.hosts or reclaim.hosts with no more of their hosts, or more servers and faults");
}

} // namespace replicated_space_test
} // namespace malha::testing
