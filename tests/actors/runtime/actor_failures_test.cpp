// SPDX-License-Identifier: MIT
// How a run ends when an actor does not.
#include "tests/actors/support/scripted_run.hpp"
#include "tests/support/thrown.hpp"

#include <simgrid/s4u.hpp>

namespace malha::testing {
namespace actor_failures_test {

namespace s4u = simgrid::s4u;

struct Note {
  static constexpr const char* kind = "note";
  Bytes size() const { return 1; }
};
using Notes = std::variant<Note>;

void sleep_two_and_wait(ActorContext& context) {
  Inbox<Notes> inbox(context, Reception::rendezvous);
  s4u::this_actor::sleep_for(2);
  inbox.receive();
}

void do_nothing(ActorContext&) {}

class ARun : public ::testing::Test {
protected:
  Outcome of_one_actor(ScriptedRun::Script script) {
    run_.entry("test/actor", "host-0", std::move(script));
    return run_.run();
  }

  ScriptedRun run_{Settings{{"hosts", "9"}}};
};

TEST_F(ARun, SaysInADeadlockWhoWaitsForWhat) {
  run_.script("test/ended", "host-1", do_nothing);
  run_.script("test/daemon", "host-1", sleep_two_and_wait, [](ActorDescriptor& own) { own.daemon = true; });
  run_.script("test/waiter", "host-2", sleep_two_and_wait);
  const auto outcome = of_one_actor([](ActorContext&) { s4u::this_actor::suspend(); });
  EXPECT_EQ(outcome.status, Status::not_ended);
  EXPECT_EQ(outcome.message,
            "deadlock at t=2 s: nothing can happen any more; test/waiter@host-2 waits for a message "
            "in mailbox 'test/waiter@host-2'; test/actor@host-0 waits for something of its own");
}

TEST_F(ARun, SaysInADeadlockTheSameUnderInstantTransport) {
  run_.instant();
  EXPECT_EQ(
      of_one_actor(sleep_two_and_wait).message,
      "deadlock at t=2 s: nothing can happen any more; test/actor@host-0 waits for a message in mailbox "
      "'test/actor@host-0'");
}

/// An actor with nothing to do, as a worker whose tasks another actor plans.
class Idle : public Actor {
public:
  explicit Idle(ActorContext&) {}
  bool is_active() const override { return false; }
  void run() override {}
};

// Whoever waits for a message may wait for one of an actor that was never started.
TEST_F(ARun, SaysInADeadlockWhoWasNotStarted) {
  run_.instant();
  run_.script("test/idle", "host-[1-3]", do_nothing,
              [](ActorDescriptor& own) { own.make = make_actor<Idle>; });
  const std::string waits = "deadlock at t=2 s: nothing can happen any more; test/actor@host-0 waits for ";
  EXPECT_EQ(of_one_actor(sleep_two_and_wait).message,
            waits + "a message in mailbox 'test/actor@host-0'; test/idle (3 hosts) has nothing to do under "
                    "transport=instant, and was not started");
}

// Whoever waits for something else does not wait for its messages.
TEST_F(ARun, SaysNothingOfThemWhereNobodyWaitsForAMessage) {
  run_.instant();
  run_.script("test/idle", "host-1", do_nothing, [](ActorDescriptor& own) { own.make = make_actor<Idle>; });
  EXPECT_EQ(
      of_one_actor([](ActorContext&) { s4u::this_actor::suspend(); }).message,
      "deadlock at t=0 s: nothing can happen any more; test/actor@host-0 waits for something of its own");
}

// 9 wait: 5 are named.
TEST_F(ARun, NamesTheFirstFiveThatWait) {
  run_.script("test/waiter", "host-[1-8]", sleep_two_and_wait);
  const std::string report = of_one_actor(sleep_two_and_wait).message;
  EXPECT_EQ(report.substr(report.rfind("; ")), "; … 4 more");
  EXPECT_NE(report.find("test/waiter@host-5 waits"), std::string::npos) << report;
  EXPECT_EQ(report.find("test/waiter@host-6"), std::string::npos) << report;
}

TEST_F(ARun, DiesWithAnActorThatThrows) {
  run_.script("test/waiter", "host-1", sleep_two_and_wait);
  const auto outcome = of_one_actor([](ActorContext&) {
    s4u::this_actor::sleep_for(1.5);
    throw std::runtime_error("no idea");
  });
  EXPECT_EQ(outcome.status, Status::died);
  EXPECT_EQ(outcome.message, "actor 'test/actor@host-0' died at t=1.5 s: no idea");
}

TEST_F(ARun, EndsWhenAPolicyBreaksARule) {
  const auto outcome = of_one_actor([](ActorContext&) {
    s4u::this_actor::sleep_for(3);
    const PolicyUse<Policy> use("test/policy", std::make_unique<Policy>());
    use.check_positions({0, 2, 2}, 3, "job");
  });
  EXPECT_EQ(outcome.status, Status::rule_broken);
  EXPECT_EQ(outcome.message, "policy 'test/policy' broke a rule at t=3 s: job 2 is given twice");
}

TEST_F(ARun, EndsWhenAPolicyNamesWhatIsNotThere) {
  const auto outcome = of_one_actor([](ActorContext&) {
    const PolicyUse<Policy> use("test/policy", std::make_unique<Policy>());
    use.check_positions({0, 3}, 3, "job");
  });
  EXPECT_EQ(outcome.message, "policy 'test/policy' broke a rule at t=0 s: job 3 is not there (3 are)");
}

TEST_F(ARun, EndsWhenAPolicyThrows) {
  const auto outcome = of_one_actor([](ActorContext&) {
    const PolicyUse<Policy> use("test/policy", std::make_unique<Policy>());
    use.ask([](Policy&) -> int { throw std::out_of_range("index 7"); });
  });
  EXPECT_EQ(outcome.status, Status::rule_broken);
  EXPECT_EQ(outcome.message, "policy 'test/policy' broke a rule at t=0 s: it threw: index 7");
}

TEST_F(ARun, RefusesBadInputThatAnActorFinds) {
  const auto outcome = of_one_actor([](ActorContext&) { throw InputError("file:1: no"); });
  EXPECT_EQ(outcome.status, Status::bad_input);
  EXPECT_EQ(outcome.message, "file:1: no");
}

TEST_F(ARun, IsCutAtItsMaxTime) {
  run_.set("max_time", "5");
  const auto outcome = of_one_actor([](ActorContext&) { s4u::this_actor::sleep_for(7); });
  EXPECT_EQ(outcome.status, Status::not_ended);
  EXPECT_EQ(outcome.message, "cut at max_time=5 s");
  EXPECT_EQ(ScriptedRun::metric(outcome, "simulated_time"), 5);
}

TEST_F(ARun, IsDoneWhenItEndsBeforeItsMaxTime) {
  run_.set("max_time", "5");
  const auto outcome = of_one_actor([](ActorContext&) { s4u::this_actor::sleep_for(4); });
  EXPECT_EQ(outcome.status, Status::done) << outcome.message;
  EXPECT_EQ(ScriptedRun::metric(outcome, "simulated_time"), 4);
}

// Two tasks taken, one recorded, one job never taken.
TEST_F(ARun, IsNotDoneWhileTasksAndJobsAreLeft) {
  run_.jobs({job_of(0, {task_of(1), task_of(1)}), job_of(0, {task_of(1)})});
  const auto outcome = of_one_actor(
      [](ActorContext& context) { record_end(context, context.simulation().take_job().tasks.front()); });
  EXPECT_EQ(outcome.status, Status::not_ended);
  EXPECT_EQ(outcome.message, "all actors have ended, and 1 tasks have not; jobs are left in the workload");
  EXPECT_EQ(outcome.tasks_submitted, 2);
  EXPECT_EQ(outcome.tasks_unfinished, 1);
}

TEST_F(ARun, NeedsOneActorWhereJobsEnter) {
  EXPECT_EQ(thrown<InputError>([&] { run_.run(); }),
            "deployment.xml: must have one entry point; it has none; valid: test/entry");
}

TEST_F(ARun, RefusesTwoActorsWhereJobsEnter) {
  run_.entry("test/actor", "host-[01]", do_nothing);
  EXPECT_EQ(thrown<InputError>([&] { run_.run(); }),
            "deployment.xml: must have one entry point; it has 2: test/actor@host-0, test/actor@host-1");
}

TEST_F(ARun, SaysWhereTheDeploymentNamesAHostThatIsNotThere) {
  run_.entry("test/actor", "host-9", do_nothing);
  EXPECT_EQ(thrown<InputError>([&] { run_.run(); }), "deployment.xml:1: actor 'test/actor': unknown host "
                                                     "'host-9'; platform 'mesh' has host-0, host-1, host-2, "
                                                     "host-3, host-4, … (9 hosts)");
}

} // namespace actor_failures_test
} // namespace malha::testing
