// SPDX-License-Identifier: MIT
// A real site manager, on the first host, against scripted host managers. Its iterations cost nothing: they
// are at 0, 1, 2, … and it checks the balance at 2 for the first time.
#include "policies/easygrid/balance.hpp"
#include "scripted_manager.hpp"
#include "tests/support/thrown.hpp"

#include <simgrid/s4u.hpp>

namespace malha::easygrid {
namespace site_manager_test {

using ::malha::testing::job_of;
using ::malha::testing::ScriptedRun;
using ::malha::testing::task_of;
using ::malha::testing::thrown;

/// What a scripted host manager says.
class Child : public ScriptedManager<HostMessage, SiteMessage, HostReport> {
public:
  Child(ActorContext& context, int rank) : ScriptedManager(context, "easygrid/site_manager"), rank_(rank) {}

  void heartbeat(double gigaflops, Seconds ert) const { say(Heartbeat{rank_, load_of(gigaflops, ert)}); }
  void nack() const { say(Nack{}); }
  void give_all() { say(Ack{hand_over()}); }
  void end_all() {
    for (const auto& task : end_tasks())
      say(TaskEnded{rank_, task.id, {}});
  }
  void end_ack() const { say(EndAck{}); }

private:
  int rank_;
};

/// Leaves the last task out.
struct ForgetsATask : Distribution {
  std::vector<Placement> distribute(const DistributionView& view) override {
    std::vector<Placement> placements;
    for (std::size_t task = 0; task + 1 < view.tasks.size(); ++task)
      placements.push_back({task, view.children.front().child});
    return placements;
  }
};
struct PlacesAtAStranger : Distribution {
  std::vector<Placement> distribute(const DistributionView&) override { return {{0, 7}}; }
};
struct AsksAStranger : Balance {
  std::optional<Rebalance> rebalance(const BalanceView&) override { return Rebalance{2, 0.5, {{0, 1}}}; }
};
struct AsksForMoreThanAll : Balance {
  std::optional<Rebalance> rebalance(const BalanceView&) override { return Rebalance{0, 1.5, {{1, 1}}}; }
};
struct LetsTheGiverReceive : Balance {
  std::optional<Rebalance> rebalance(const BalanceView&) override { return Rebalance{0, 0.5, {{0, 1}}}; }
};

class UnderASiteManager : public ::testing::Test {
protected:
  explicit UnderASiteManager(const Settings& platform = {{"hosts", "2"}}) : run_(platform) {
    run_.instant();
    const auto number = static_cast<std::size_t>(std::stoi(platform.at("hosts")));
    steps_.resize(number);
    heard_.resize(number);
    run_.script(
        "easygrid/host_manager", "*",
        [this](ActorContext& context) {
          const auto rank = static_cast<std::size_t>(std::stoi(context.host()->get_name().substr(5)));
          Child child(context, static_cast<int>(rank));
          follow(steps_[rank], child, heard_[rank]);
        },
        [](ActorDescriptor& own) { own.parameters = {text("site", "site", "")}; });
  }

  void
  site_manager(const PolicyDescriptor& balance = ScriptedRun::shipped("easygrid/most_loaded_gives"),
               const PolicyDescriptor& distribution = ScriptedRun::shipped("easygrid/greedy_distribution"),
               Settings parameters = {}) {
    parameters.insert({{"iteration_cost", "0"}, {"message_cost", "0"}});
    run_.place("easygrid/site_manager", "host-0", parameters,
               {{"balance", balance}, {"distribution", distribution}});
  }
  void site_manager_with(const Settings& parameters) {
    site_manager(ScriptedRun::shipped("easygrid/most_loaded_gives"),
                 ScriptedRun::shipped("easygrid/greedy_distribution"), parameters);
  }

  /// Each child ends its tasks at `end` and answers what is then the end at `ack`.
  void end_at(Seconds end, Seconds ack) {
    for (auto& steps : steps_) {
      steps.push_back({end, [](Child& child) { child.end_all(); }});
      steps.push_back({ack, [](Child& child) { child.end_ack(); }});
    }
  }

  static Step<Child> heartbeat(Seconds date, double gigaflops, Seconds ert) {
    return {date, [=](Child& child) { child.heartbeat(gigaflops, ert); }};
  }
  static Step<Child> nack(Seconds date) {
    return {date, [](Child& child) { child.nack(); }};
  }

  Outcome done() {
    const auto outcome = run_.run();
    EXPECT_EQ(outcome.status, Status::done) << outcome.message;
    return outcome;
  }
  static void expect_events(const Outcome& outcome, int total, int accepted) {
    EXPECT_EQ(ScriptedRun::metric(outcome, "events_total"), total);
    EXPECT_EQ(ScriptedRun::metric(outcome, "events_accepted"), accepted);
  }
  void expect_broken(const std::string& rule) {
    end_at(5.5, 6.5);
    const auto outcome = run_.run();
    EXPECT_EQ(outcome.status, Status::rule_broken);
    EXPECT_EQ(outcome.message, rule);
  }

  ScriptedRun run_;
  std::vector<std::vector<Step<Child>>> steps_; ///< by child
  std::vector<Texts> heard_;                    ///< by child
};

class OfUnequalHosts : public UnderASiteManager {
protected:
  OfUnequalHosts() : UnderASiteManager({{"hosts", "2"}, {"speeds", "2e9,1e9"}}) {}
};

// 12 Gflop, of which the hosts of 2 and 1 Gflop/s are to get 8 and 4. The 6 goes to the first (2 left), the
// first 3 to the second (1 left), the last to the first. No child has told its load yet, so nothing is asked
// for.
TEST_F(OfUnequalHosts, TasksAreDistributedByTheSpeedOfHosts) {
  run_.jobs({job_of(0, tasks_of({6, 3, 3}))});
  site_manager();
  end_at(2.5, 3.5);
  expect_events(done(), 0, 0);
  EXPECT_EQ(heard_[0], (Texts{"0 package 0 2", "3 end"}));
  EXPECT_EQ(heard_[1], (Texts{"0 package 1", "3 end"}));
}

// A job of 3.5 is seen at 4. The first job is long finished then; the site goes on until both are.
TEST_F(UnderASiteManager, AJobIsDistributedWhenItIsSubmitted) {
  run_.jobs({job_of(0, tasks_of({1, 1})), job_of(3.5, tasks_of({1, 1}))});
  site_manager();
  for (auto& steps : steps_)
    steps.push_back({1.5, [](Child& child) { child.end_all(); }});
  end_at(5.5, 6.5);
  done();
  EXPECT_EQ(heard_[0], (Texts{"0 package 0", "4 package 2", "6 end"}));
  EXPECT_EQ(heard_[1], (Texts{"0 package 1", "4 package 3", "6 end"}));
}

class OfThreeHosts : public UnderASiteManager {
protected:
  OfThreeHosts() : UnderASiteManager({{"hosts", "3"}}) {
    run_.jobs({job_of(0, tasks_of({3, 3, 3, 2, 2, 2, 1, 1, 1}))});
    steps_[0] = {heartbeat(0.5, 1, 20)};
    steps_[1] = {heartbeat(0.5, 1, 0)};
    steps_[2] = {heartbeat(0.5, 1, 4)};
  }
};

// 18 Gflop on three equal hosts: each gets a 3, a 2 and a 1. At 2 the mean remaining time is (20 + 0 + 4) / 3
// = 8; the first host has 20 / 8 = 2.5 times that and is asked for 1 - 1 / 2.5 = 0.6. Its answer, of 6.5, is
// seen at 7; until then nothing else is asked. The two below the mean lack 8 and 4 and get 4 and 2 of the 6
// Gflop: 3 to the second host (1 left), 2 to the third, 1 to the second.
TEST_F(OfThreeHosts, TheMostLoadedGivesToThoseBelowTheMean) {
  site_manager();
  const auto give_all_and_be_idle = [](Child& child) {
    child.heartbeat(1, 0);
    child.give_all();
  };
  steps_[0].push_back({6.5, give_all_and_be_idle});
  steps_[2].push_back(heartbeat(6.5, 1, 0));
  end_at(8.5, 9.5);
  expect_events(done(), 1, 1);
  EXPECT_EQ(heard_[0], (Texts{"0 package 0 3 6", "2 request 0.6", "9 end"}));
  EXPECT_EQ(heard_[1], (Texts{"0 package 1 4 7", "7 package 0 6", "9 end"}));
  EXPECT_EQ(heard_[2], (Texts{"0 package 2 5 8", "7 package 3", "9 end"}));
}

// The same event. The messages of 0.5 are taken at 1, the answer with three tasks at 7.
TEST_F(OfThreeHosts, AnEventIsExplained) {
  run_.set("explain", "on");
  site_manager();
  steps_[0].push_back({6.5, [](Child& child) {
                         child.heartbeat(1, 0);
                         child.give_all();
                       }});
  steps_[2].push_back(heartbeat(6.5, 1, 0));
  end_at(8.5, 9.5);
  done();
  EXPECT_EQ(run_.lines("balance.csv"),
            (Texts{"2,easygrid/site_manager on host-0,1,0,host-0,gives,heartbeat,1,1e+09,20,0.6,",
                   "2,easygrid/site_manager on host-0,1,1,host-1,receives,heartbeat,1,1e+09,0,,",
                   "2,easygrid/site_manager on host-0,1,2,host-2,receives,heartbeat,1,1e+09,4,,",
                   "7,easygrid/site_manager on host-0,1,0,host-0,answers,,,,,,3"}));
}

TEST_F(OfThreeHosts, WithoutBalanceNoTaskMoves) {
  site_manager(ScriptedRun::shipped("easygrid/no_balance"));
  end_at(8.5, 9.5);
  expect_events(done(), 0, 0);
  EXPECT_EQ(heard_[0], (Texts{"0 package 0 3 6", "9 end"}));
}

// The refusal of 2.5 is seen at 3; the next check is 2 s after that of 2. That of 4.5 is seen at 5, when all
// tasks have ended.
TEST_F(OfThreeHosts, ARefusalEndsTheEvent) {
  site_manager();
  steps_[0].push_back(nack(2.5));
  steps_[0].push_back(nack(4.5));
  end_at(4.75, 5.5);
  expect_events(done(), 2, 0);
  EXPECT_EQ(heard_[0], (Texts{"0 package 0 3 6", "2 request 0.6", "4 request 0.6", "5 end"}));
}

// At 0.5 the three hosts have as much to do as each other, and at 2 the first has more: the check that its
// message leads to sees the loads 20, 4 and 4, of mean 28 / 3, and asks for 1 - (28 / 3) / 20. The messages
// of the other two, which are taken next, say that they have as much.
class OfThreeHostsWithNews : public OfThreeHosts {
protected:
  void play(const Settings& parameters) {
    for (std::size_t host = 0; host < 3; ++host)
      steps_[host] = {heartbeat(0.5, 1, 4), heartbeat(1.5 + 0.1 * static_cast<double>(host), 1, 20)};
    steps_[0].push_back(nack(2.5));
    site_manager_with(parameters);
    end_at(3.5, 4.5);
    outcome_ = done();
  }
  Outcome outcome_;
};

TEST_F(OfThreeHostsWithNews, TheBalanceIsCheckedAfterEachMessage) {
  play({});
  expect_events(outcome_, 1, 0);
  EXPECT_EQ(heard_[0],
            (Texts{"0 package 0 3 6", "2 request " + shortest(1 - 1 / (20 / (28.0 / 3))), "4 end"}));
}

TEST_F(OfThreeHostsWithNews, OrInIterationsAlone) {
  play({{"check", "iteration"}});
  expect_events(outcome_, 0, 0);
  EXPECT_EQ(heard_[0], (Texts{"0 package 0 3 6", "4 end"}));
}

// The check of 2 leads to an event, whose refusal of 4.5 is taken at 5. Counted from the check, 2 s are over
// then; from the end of the event, they are at 7.
class OfThreeHostsThatRefuse : public OfThreeHosts {
protected:
  void play(const Settings& parameters) {
    steps_[0].push_back(nack(4.5));
    site_manager_with(parameters);
    end_at(7.5, 8.5);
    done();
  }
};

TEST_F(OfThreeHostsThatRefuse, TheIntervalCountsFromTheLastCheck) {
  play({});
  EXPECT_EQ(heard_[0], (Texts{"0 package 0 3 6", "2 request 0.6", "5 request 0.6", "8 end"}));
}

TEST_F(OfThreeHostsThatRefuse, OrFromTheEndOfTheLastEvent) {
  play({{"check_interval_from", "event_end"}});
  EXPECT_EQ(heard_[0], (Texts{"0 package 0 3 6", "2 request 0.6", "7 request 0.6", "8 end"}));
}

// All tasks have ended at 1.25. Iterations cost 0.5 s: that of 1.5 sees it, tells the end and is over at 2.
// The first child answers at 2.5, the second at 5.5.
class AtTheEnd : public UnderASiteManager {
protected:
  Seconds date_of_end(const Settings& parameters) {
    run_.jobs({job_of(0, tasks_of({1, 1}))});
    auto costs = parameters;
    costs["iteration_cost"] = "0.5";
    site_manager_with(costs);
    end_at(1.25, 2.5);
    steps_[1].back().date = 5.5;
    const auto date = ScriptedRun::metric(done(), "simulated_time");
    EXPECT_EQ(heard_[0].back(), "1.5 end");
    EXPECT_EQ(heard_[1].back(), "1.5 end");
    return date;
  }
};

// No pause and no cost: the run ends with the last answer.
TEST_F(AtTheEnd, TheManagerWaitsForAllAcknowledgements) { EXPECT_EQ(date_of_end({}), 5.5); }

// Iterations at 3, 4.5 and 6; the last of them is over at 6.5.
TEST_F(AtTheEnd, OrLooksForThemInIterations) { EXPECT_EQ(date_of_end({{"end_acks", "iterations"}}), 6.5); }

// 2 tasks of 1000 bytes of input in one package, 1 in another; each package has a tag.
TEST_F(UnderASiteManager, APackageWeighsTheInputOfItsTasks) {
  run_.jobs({job_of(0, {task_of(gigaflop, 1000), task_of(gigaflop, 1000), task_of(gigaflop, 1000)})});
  site_manager();
  end_at(1.5, 3);
  done();
  EXPECT_EQ(run_.messages("task_package", "easygrid/site_manager>easygrid/host_manager"), "2 3002");
  EXPECT_EQ(run_.messages("end", "easygrid/site_manager>easygrid/host_manager"), "2 2");
}

TEST_F(UnderASiteManager, EveryTaskMustBePlaced) {
  run_.jobs({job_of(0, tasks_of({1, 1, 1}))});
  site_manager(ScriptedRun::shipped("easygrid/no_balance"), policy<ForgetsATask>("test/forgets", "", ""));
  expect_broken("policy 'test/forgets' broke a rule at t=0 s: it places 2 of 3 tasks");
}

TEST_F(UnderASiteManager, ATaskMustBePlacedOnAChild) {
  run_.jobs({job_of(0, tasks_of({1}))});
  site_manager(ScriptedRun::shipped("easygrid/no_balance"), policy<PlacesAtAStranger>("test/lost", "", ""));
  expect_broken(
      "policy 'test/lost' broke a rule at t=0 s: it places a task on child 7, which it was not given");
}

TEST_F(UnderASiteManager, TheGiverMustBeAChild) {
  run_.jobs({job_of(0, tasks_of({1}))});
  site_manager(policy<AsksAStranger>("test/asks", "", ""));
  expect_broken("policy 'test/asks' broke a rule at t=2 s: the giver is child 2, which is not there");
}

TEST_F(UnderASiteManager, NoMoreThanAllCanBeAskedFor) {
  run_.jobs({job_of(0, tasks_of({1}))});
  site_manager(policy<AsksForMoreThanAll>("test/asks", "", ""));
  expect_broken(
      "policy 'test/asks' broke a rule at t=2 s: the fraction asked for is 1.500000; valid: above 0, at most "
      "1");
}

TEST_F(UnderASiteManager, TheGiverCannotReceive) {
  run_.jobs({job_of(0, tasks_of({1}))});
  site_manager(policy<LetsTheGiverReceive>("test/asks", "", ""));
  expect_broken("policy 'test/asks' broke a rule at t=2 s: child 0 cannot receive with weight 1.000000");
}

TEST_F(UnderASiteManager, ASiteMustHaveHosts) {
  site_manager(ScriptedRun::shipped("easygrid/no_balance"),
               ScriptedRun::shipped("easygrid/greedy_distribution"), {{"site", "rio"}});
  EXPECT_EQ(thrown<InputError>([&] { run_.run(); }),
            "deployment.xml:1: actor 'easygrid/site_manager' on host 'host-0': "
            "site 'rio' has no easygrid/host_manager");
}

} // namespace site_manager_test
} // namespace malha::easygrid
