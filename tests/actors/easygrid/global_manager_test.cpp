// SPDX-License-Identifier: MIT
// A real global manager, on the first host, against scripted site managers. Its iterations cost nothing: they
// are at 0, 1, 2, … and it checks the balance at 2 for the first time.
#include "scripted_manager.hpp"
#include "tests/support/thrown.hpp"

namespace malha::easygrid {
namespace global_manager_test {

using ::malha::testing::job_of;
using ::malha::testing::ScriptedRun;
using ::malha::testing::task_of;
using ::malha::testing::thrown;

/// What a scripted site manager says.
class Site : public ScriptedManager<SiteMessage, GridMessage> {
public:
  explicit Site(ActorContext& context)
      : ScriptedManager(context, "easygrid/global_manager"), number_(context.self().number) {}

  void report(double gigaflops, Seconds ert, std::int64_t ended = 0) const {
    say(SiteReport{number_, ended, load_of(gigaflops, ert)});
  }
  void nack() const { say(Nack{}); }
  void give_all() { say(Ack{hand_over()}); }
  void end_all() { report(0, 0, static_cast<std::int64_t>(end_tasks().size())); }
  void end_ack() const { say(EndAck{}); }

private:
  int number_;
};

class UnderAGlobalManager : public ::testing::Test {
protected:
  /// Of every site the first host has the manager; host managers are there for their computing power alone.
  explicit UnderAGlobalManager(const Settings& platform = {{"hosts", "2"}, {"sites", "2"}}) : run_(platform) {
    run_.instant();
    const auto number = static_cast<std::size_t>(std::stoi(platform.at("sites")));
    steps_.resize(number);
    heard_.resize(number);
    run_.script(
        "easygrid/site_manager", "@site_role=manager",
        [this](ActorContext& context) {
          const auto number_of_site = static_cast<std::size_t>(context.self().number);
          Site site(context);
          follow(steps_[number_of_site], site, heard_[number_of_site]);
        },
        of_its_site);
    run_.script(
        "easygrid/host_manager", "*", [](ActorContext&) {}, of_its_site);
  }

  static void of_its_site(ActorDescriptor& own) { own.parameters = {text("site", "@site", "")}; }

  void global_manager(const PolicyDescriptor& balance = ScriptedRun::shipped("easygrid/most_loaded_gives"),
                      Settings parameters = {}) {
    parameters.insert({{"iteration_cost", "0"}, {"message_cost", "0"}});
    run_.place(
        "easygrid/global_manager", "host-0", parameters,
        {{"balance", balance}, {"distribution", ScriptedRun::shipped("easygrid/greedy_distribution")}});
  }

  static Step<Site> report(Seconds date, double gigaflops, Seconds ert) {
    return {date, [=](Site& site) { site.report(gigaflops, ert); }};
  }
  /// Each site ends its tasks at `end` and answers what is then the end at `ack`.
  void end_at(Seconds end, Seconds ack) {
    for (auto& steps : steps_) {
      steps.push_back({end, [](Site& site) { site.end_all(); }});
      steps.push_back({ack, [](Site& site) { site.end_ack(); }});
    }
  }
  Outcome done() {
    const auto outcome = run_.run();
    EXPECT_EQ(outcome.status, Status::done) << outcome.message;
    EXPECT_EQ(ScriptedRun::metric(outcome, "messages_unread"), 0);
    return outcome;
  }
  static void expect_events(const Outcome& outcome, int total, int accepted) {
    EXPECT_EQ(ScriptedRun::metric(outcome, "global_events_total"), total);
    EXPECT_EQ(ScriptedRun::metric(outcome, "global_events_accepted"), accepted);
  }

  ScriptedRun run_;
  std::vector<std::vector<Step<Site>>> steps_; ///< by site
  std::vector<Texts> heard_;                   ///< by site
};

class OfUnequalSites : public UnderAGlobalManager {
protected:
  OfUnequalSites()
      : UnderAGlobalManager({{"hosts", "4"}, {"sites", "2"}, {"speeds", "2e9,1e9"}, {"cores", "3"}}) {}
};

// 12 Gflop. Two hosts of 3 cores of 2 Gflop/s and two of 1: the sites are to get 8 and 4. The 6 goes to the
// first (2 left), the first 3 to the second (1 left), the last to the first. No site has reported yet, so
// nothing is asked for.
TEST_F(OfUnequalSites, TasksAreDistributedByThePowerOfAllCoresOfASite) {
  run_.jobs({job_of(0, tasks_of({6, 3, 3}))});
  global_manager();
  end_at(2.5, 3.5);
  expect_events(done(), 0, 0);
  EXPECT_EQ(heard_[0], (Texts{"0 package 0 2", "3 end"}));
  EXPECT_EQ(heard_[1], (Texts{"0 package 1", "3 end"}));
}

class OfThreeSites : public UnderAGlobalManager {
protected:
  OfThreeSites() : UnderAGlobalManager({{"hosts", "3"}, {"sites", "3"}}) {
    run_.jobs({job_of(0, tasks_of({3, 3, 3, 2, 2, 2, 1, 1, 1}))});
    steps_[0] = {report(0.5, 1, 20)};
    steps_[1] = {report(0.5, 1, 0)};
    steps_[2] = {report(0.5, 1, 4)};
  }
};

// 18 Gflop on three equal sites: each gets a 3, a 2 and a 1. At 2 the mean remaining time is (20 + 0 + 4) / 3
// = 8; the first site has 20 / 8 = 2.5 times that and is asked for 1 - 1 / 2.5 = 0.6. Its answer, of 6.5, is
// seen at 7; until then nothing else is asked. The two below the mean lack 8 and 4 and get 4 and 2 of the 6
// Gflop: 3 to the second site (1 left), 2 to the third, 1 to the second.
TEST_F(OfThreeSites, TheMostLoadedGivesToThoseBelowTheMean) {
  global_manager();
  steps_[0].push_back({6.5, [](Site& site) {
                         site.report(1, 0);
                         site.give_all();
                       }});
  steps_[2].push_back(report(6.5, 1, 0));
  end_at(8.5, 9.5);
  expect_events(done(), 1, 1);
  EXPECT_EQ(heard_[0], (Texts{"0 package 0 3 6", "2 request 0.6", "9 end"}));
  EXPECT_EQ(heard_[1], (Texts{"0 package 1 4 7", "7 package 0 6", "9 end"}));
  EXPECT_EQ(heard_[2], (Texts{"0 package 2 5 8", "7 package 3", "9 end"}));
}

// The refusal of 2.5 is seen at 3; the next check is 2 s after that of 2. That of 4.5 is seen at 5, when all
// tasks have ended.
TEST_F(OfThreeSites, ARefusalEndsTheEvent) {
  global_manager();
  for (const Seconds date : {2.5, 4.5})
    steps_[0].push_back({date, [](Site& site) { site.nack(); }});
  end_at(4.75, 5.5);
  expect_events(done(), 2, 0);
  EXPECT_EQ(heard_[0], (Texts{"0 package 0 3 6", "2 request 0.6", "4 request 0.6", "5 end"}));
}

// At 0.5 the three sites have as much to do as each other, and at 2 the first has more: the check that its
// report leads to sees the times 20, 4 and 4, of mean 28 / 3, and asks for 1 - (28 / 3) / 20. The reports of
// the other two, which are taken next, say that they have as much: a check of all three finds nothing to do,
// and a refusal that nobody asked for changes nothing.
class OfThreeSitesWithNews : public OfThreeSites {
protected:
  Texts first_site_hears(const Settings& parameters) {
    for (std::size_t site = 0; site < 3; ++site)
      steps_[site] = {report(0.5, 1, 4), report(1.5 + 0.1 * static_cast<double>(site), 1, 20)};
    steps_[0].push_back({2.5, [](Site& site) { site.nack(); }});
    global_manager(ScriptedRun::shipped("easygrid/most_loaded_gives"), parameters);
    end_at(3.5, 4.5);
    done();
    return heard_[0];
  }
};

TEST_F(OfThreeSitesWithNews, TheBalanceIsCheckedAfterEachReport) {
  EXPECT_EQ(first_site_hears({}),
            (Texts{"0 package 0 3 6", "2 request " + shortest(1 - 1 / (20 / (28.0 / 3))), "4 end"}));
}

TEST_F(OfThreeSitesWithNews, OrInIterationsAlone) {
  EXPECT_EQ(first_site_hears({{"check", "iteration"}}), (Texts{"0 package 0 3 6", "4 end"}));
}

TEST_F(OfThreeSites, WithoutBalanceNoTaskMoves) {
  global_manager(ScriptedRun::shipped("easygrid/no_balance"));
  end_at(8.5, 9.5);
  expect_events(done(), 0, 0);
  EXPECT_EQ(heard_[0], (Texts{"0 package 0 3 6", "9 end"}));
}

// Of two tasks the first site has ended its own at 1.5, and the second at 3.5, which is seen at 4. A report
// of nothing, at 2.5, ends nothing. The second site answers at 6.5, with which the run ends.
TEST_F(UnderAGlobalManager, TheRunEndsWhenAllReportedTasksHaveEndedAndAllSitesHaveAcknowledged) {
  run_.jobs({job_of(0, tasks_of({1, 1}))});
  global_manager();
  steps_[0] = {{1.5, [](Site& site) { site.end_all(); }}, report(2.5, 0, 0), {4.5, [](Site& site) {
                                                                                site.end_ack();
                                                                              }}};
  steps_[1] = {{3.5, [](Site& site) { site.end_all(); }}, {6.5, [](Site& site) { site.end_ack(); }}};
  EXPECT_EQ(ScriptedRun::metric(done(), "simulated_time"), 6.5);
  EXPECT_EQ(heard_[0], (Texts{"0 package 0", "4 end"}));
  EXPECT_EQ(heard_[1], (Texts{"0 package 1", "4 end"}));
}

// A job of 3.5 is seen at 4. The first job is long finished then; the application goes on until both are.
TEST_F(UnderAGlobalManager, AJobIsDistributedWhenItIsSubmitted) {
  run_.jobs({job_of(0, tasks_of({1, 1})), job_of(3.5, tasks_of({1, 1}))});
  global_manager();
  for (auto& steps : steps_)
    steps.push_back({1.5, [](Site& site) { site.end_all(); }});
  end_at(5.5, 6.5);
  done();
  EXPECT_EQ(heard_[0], (Texts{"0 package 0", "4 package 2", "6 end"}));
  EXPECT_EQ(heard_[1], (Texts{"0 package 1", "4 package 3", "6 end"}));
}

// Packages of 2 tasks and 1 task of 1000 bytes, each with a tag; two reports of a count, two reals and a tag.
TEST_F(UnderAGlobalManager, MessagesWeighTheirFieldsAndTheInputOfTasks) {
  run_.jobs({job_of(0, {task_of(gigaflop, 1000), task_of(gigaflop, 1000), task_of(gigaflop, 1000)})});
  global_manager();
  end_at(1.5, 2.5);
  done();
  EXPECT_EQ(run_.messages("task_package", "easygrid/global_manager>easygrid/site_manager"), "2 3002");
  EXPECT_EQ(run_.messages("end", "easygrid/global_manager>easygrid/site_manager"), "2 2");
  EXPECT_EQ(run_.messages("site_report", "easygrid/site_manager>easygrid/global_manager"), "2 50");
}

TEST(AGlobalManager, MustHaveSites) {
  ScriptedRun run(Settings{{"hosts", "1"}});
  run.place("easygrid/global_manager", "host-0", {},
            {{"balance", ScriptedRun::shipped("easygrid/no_balance")},
             {"distribution", ScriptedRun::shipped("easygrid/greedy_distribution")}});
  EXPECT_EQ(thrown<InputError>([&] { run.run(); }),
            "deployment.xml:1: actor 'easygrid/global_manager' on host 'host-0': there is no "
            "easygrid/site_manager");
}

} // namespace global_manager_test
} // namespace malha::easygrid
