// SPDX-License-Identifier: MIT
// A pool on host-0 with machines of 1 flop/s on host-1, ann's, and host-2, bob's, on a network: hosts go and
// return. Decisions every 20 s, negotiations 10 s later, 10 s until what was submitted is ready. Without
// crashes ann's tasks 0 and 1, of 200 s, start at 10; bob's task 2, of 50 s, stops task 1 at 40 and starts at
// 50; task 1 starts again at 110.
#include "tests/actors/support/scripted_run.hpp"
#include "tests/support/thrown.hpp"

#include <sstream>

namespace malha::testing {
namespace pool_crashes_test {

using Lines = std::vector<std::string>;
using States = std::map<std::string, std::string>; ///< profiles of states, by host

Job bag_of(const std::string& user, Seconds submitted, int tasks, Flops work) {
  auto job = job_of(submitted, std::vector<Task>(static_cast<std::size_t>(tasks), task_of(work)));
  job.user = user;
  return job;
}

class CrashingPool {
public:
  explicit CrashingPool(const States& states, const Settings& parameters = {}) {
    for (const auto& [host, profile] : states)
      write_text(folder_ / (host + ".profile"), profile);
    write_text(folder_ / "p.xml", platform_with(states));
    run_.emplace(folder_ / "p.xml");
    run_->place("ownership/pool", "host-0", parameters,
                {{"preemption", ScriptedRun::shipped("ownership/osep")},
                 {"negotiation", ScriptedRun::shipped("ownership/owner_share")}});
    run_->place("ownership/machine", "host-1", {{"owner", "ann"}});
    run_->place("ownership/machine", "host-2", {{"owner", "bob"}});
    run_->jobs({bag_of("ann", 0, 2, 200), bag_of("bob", 25, 1, 50)});
  }

  ScriptedRun& scripted() { return *run_; }

  void run() {
    outcome_ = run_->run();
    ASSERT_EQ(outcome_.status, Status::done) << outcome_.message;
  }
  double metric(const std::string& name) const {
    for (const auto& one : outcome_.metrics)
      if (one.name == name)
        return one.value;
    return 0; // one that is measured only where it happens
  }
  /// That the rows are these, each with task, start, end and machine.
  void expect_rows(const std::vector<std::array<double, 4>>& expected) const {
    const auto rows = run_->schedule();
    ASSERT_EQ(rows.size(), expected.size());
    for (std::size_t row = 0; row < rows.size(); ++row) {
      std::istringstream fields(rows[row]);
      for (const double field : expected[row]) {
        double found = -1;
        fields >> found;
        EXPECT_NEAR(found, field, clock_precision) << rows[row];
      }
    }
  }

private:
  static std::string platform_with(const States& states) {
    std::string text = "<?xml version='1.0'?>\n<!DOCTYPE platform SYSTEM "
                       "\"https://simgrid.org/simgrid.dtd\">\n<platform version='4.1'><zone id='zone' "
                       "routing='Full'>\n";
    const Lines hosts{"host-0", "host-1", "host-2", "host-3"};
    for (const auto& host : hosts)
      text += "<host id='" + host + "' speed='1f'" +
              (states.count(host) == 0 ? "" : " state_file='" + host + ".profile'") + "/>\n";
    text += "<link id='link' bandwidth='12.5MBps' latency='1ms' sharing_policy='FATPIPE'/>\n";
    for (std::size_t i = 0; i < hosts.size(); ++i)
      for (std::size_t j = i; j < hosts.size(); ++j)
        text += "<route src='" + hosts[i] + "' dst='" + hosts[j] + "'><link_ctn id='link'/></route>\n";
    return text + "</zone></platform>\n";
  }

  TemporaryFolder folder_;
  std::optional<ScriptedRun> run_;
  Outcome outcome_;
};

/// The time that a task takes on the way to its machine. Two of them share the link, as if each were alone
/// (FATPIPE), where acknowledgements take nothing.
const Seconds message = 13.01 * 1e-3 + 1024 / (0.97 * 12.5e6);

class MachineReturns : public ::testing::TestWithParam<std::string> {};

// Task 2 is lost at 61 and known to be. At 75 bob's machine is back, and his share with it: at 90 it gets his
// task again, and at 150, when that has ended, task 1.
TEST_P(MachineReturns, AndGetsTasksAgain) {
  CrashingPool pool(States{{"host-2", "61 0\n75 1\n"}}, {{"execution", GetParam()}});
  pool.run();
  pool.expect_rows({{2, 90, 140 + message, 1}, {0, 10, 210 + message, 0}, {1, 150, 350 + message, 1}});
  EXPECT_EQ(pool.metric("attempts_lost"), 1);
}

// All are down from 61 to 75, and both tasks are lost. At 90 ann, who came first, gets machine 0, and bob 1.
TEST_P(MachineReturns, WhenAllWereDown) {
  CrashingPool pool(States{{"host-1", "61 0\n75 1\n"}, {"host-2", "61 0\n75 1\n"}},
                    {{"execution", GetParam()}});
  pool.run();
  pool.expect_rows({{2, 90, 140 + message, 1}, {0, 90, 290 + message, 0}, {1, 150, 350 + message, 1}});
  EXPECT_EQ(pool.metric("attempts_lost"), 2);
}

// Off and on at one date: its task is lost all the same. It is ready at 61 and starts at 70.
TEST_P(MachineReturns, AtTheDateAtWhichItWent) {
  CrashingPool pool(States{{"host-2", "61 0\n61 1\n"}}, {{"execution", GetParam()}});
  pool.run();
  pool.expect_rows({{2, 70, 120 + message, 1}, {0, 10, 210 + message, 0}, {1, 130, 330 + message, 1}});
}

INSTANTIATE_TEST_SUITE_P(Executions, MachineReturns, ::testing::Values("planned", "exec"),
                         [](const auto& one) { return one.param; });

// Nothing is decided between 61 and 64. The machines go on, and the pool knows what they run.
TEST(PoolReturns, AsIfNothingHadHappened) {
  CrashingPool pool(States{{"host-0", "61 0\n64 1\n"}});
  pool.run();
  pool.expect_rows({{2, 50, 100 + message, 1}, {0, 10, 210 + message, 0}, {1, 110, 310 + message, 1}});
  EXPECT_EQ(pool.metric("attempts_given_up"), 0);
  EXPECT_EQ(pool.scripted().messages("ask", "ownership/pool>ownership/machine"), "2 34");
  EXPECT_EQ(pool.scripted().messages("given_up", "ownership/machine>ownership/pool"), "0 0");
}

// The result of task 2 is lost at 100, and sent again when the pool asks at 103: in time for 110.
TEST(PoolReturns, AndGetsTheResultThatItMissed) {
  CrashingPool pool(States{{"host-0", "95 0\n103 1\n"}});
  pool.run();
  pool.expect_rows({{2, 50, 100 + message, 1}, {0, 10, 210 + message, 0}, {1, 110, 310 + message, 1}});
  EXPECT_EQ(pool.scripted().messages("result", "ownership/machine>ownership/pool"), "4 4096");
}

// Both of that, one after the other.
TEST(PoolReturns, Twice) {
  CrashingPool pool(States{{"host-0", "61 0\n64 1\n95 0\n103 1\n"}});
  pool.run();
  pool.expect_rows({{2, 50, 100 + message, 1}, {0, 10, 210 + message, 0}, {1, 110, 310 + message, 1}});
}

// The machines wait for 50 s. Task 2 ends at 100, before they give up at 111, and its result comes at 200.
// Task 0 is given up; ann's tasks start at 210, when bob has none.
TEST(PoolReturns, AfterTheMachinesHaveGivenUp) {
  CrashingPool pool(States{{"host-0", "61 0\n200 1\n"}}, {{"lease", "50"}});
  pool.run();
  pool.expect_rows({{2, 50, 100 + message, 1}, {0, 210, 410 + message, 0}, {1, 210, 410 + message, 1}});
  EXPECT_EQ(pool.metric("attempts_given_up"), 1);
}

// Bob's bag comes at 25, while the pool is down: it takes it at 63, and it is ready at 73. The decision at 80
// stops task 1, and task 2 starts at 90.
TEST(PoolReturns, AndTakesWhatWasSubmittedMeanwhile) {
  CrashingPool pool(States{{"host-0", "21 0\n63 1\n"}});
  pool.run();
  pool.expect_rows({{2, 90, 140 + message, 1}, {0, 10, 210 + message, 0}, {1, 150, 350 + message, 1}});
}

struct Outage {
  Seconds down, length;
  Settings parameters;
};

class PoolReturnsAtAnyDate : public ::testing::TestWithParam<Outage> {};

// Each task has one row: at dates at which a task, a result or an order to stop is on its way, an image is
// written, a decision waits for its negotiation, or nothing happens.
TEST_P(PoolReturnsAtAnyDate, AndEachTaskEndsOnce) {
  const auto& [down, length, parameters] = GetParam();
  std::ostringstream state;
  state << down << " 0\n" << down + length << " 1\n";
  CrashingPool pool(States{{"host-0", state.str()}, {"host-2", "150 0\n170 1\n"}}, parameters);
  pool.run();
  std::set<int> tasks;
  const auto rows = pool.scripted().schedule();
  for (const auto& row : rows)
    tasks.insert(std::stoi(row));
  EXPECT_EQ(rows.size(), 3u);
  EXPECT_EQ(tasks, (std::set{0, 1, 2}));
}

std::vector<Outage> outages() {
  std::vector<Outage> all;
  for (const Seconds down : {5., 10.005, 40.005, 45., 50.005, 100.02, 140., 210.02, 400.})
    for (const Seconds length : {0., 0.01, 30., 300.})
      for (const Settings& parameters :
           {Settings{}, Settings{{"checkpoint", "on"}, {"checkpoint_cost", "7"}, {"lease", "20"}}})
        all.push_back({down, length, parameters});
  return all;
}

INSTANTIATE_TEST_SUITE_P(Dates, PoolReturnsAtAnyDate, ::testing::ValuesIn(outages()));

// It goes for good.
TEST(PoolReturns, OrIsRefused) {
  CrashingPool pool(States{{"host-0", "61 0\n64 1\n70 0\n"}});
  const auto said = thrown<InputError>([&] { pool.scripted().run(); });
  EXPECT_NE(
      said.find("host 'host-0' fails, and others cannot go on without actor 'ownership/pool' on it; valid: "),
      std::string::npos)
      << said;
}

TEST(PoolReturns, OverANetworkOnly) {
  CrashingPool pool(States{{"host-0", "61 0\n64 1\n"}});
  pool.scripted().instant();
  const auto said = thrown<InputError>([&] { pool.scripted().run(); });
  EXPECT_NE(
      said.find(
          "actor 'ownership/pool' does not support a recovery of its own host (host_state of 'host-0', "),
      std::string::npos)
      << said;
  EXPECT_NE(said.find("; valid: transport=network"), std::string::npos) << said;
}

TEST(PoolReturns, WhereSomeHostStays) {
  const std::string state = "61 0\n64 1\n";
  CrashingPool pool(States{{"host-0", state}, {"host-1", state}, {"host-2", state}, {"host-3", state}});
  const auto outcome = pool.scripted().run();
  EXPECT_EQ(outcome.status, Status::bad_input);
  EXPECT_EQ(outcome.message, "the host of the entry point fails and recovers, and so may all others; valid: "
                             "at least one host that never fails");
}

} // namespace pool_crashes_test
} // namespace malha::testing
