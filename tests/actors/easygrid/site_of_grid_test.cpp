// SPDX-License-Identifier: MIT
// A real site manager, on the first host, between scripted host managers and a scripted global manager on the
// last host. Its iterations cost nothing: they are at 0, 1, 2, …
#include "scripted_manager.hpp"

namespace malha::easygrid {
namespace site_of_grid_test {

using ::malha::testing::job_of;
using ::malha::testing::ScriptedRun;

class GlobalManager : public ScriptedManager<GridMessage, SiteMessage, Order> {
public:
  explicit GlobalManager(ActorContext& context) : ScriptedManager(context, "easygrid/site_manager") {}
};

/// A host manager of the site.
class HostManager : public ScriptedManager<HostMessage, SiteMessage, HostReport> {
public:
  explicit HostManager(ActorContext& context)
      : ScriptedManager(context, "easygrid/site_manager"), number_(context.self().number) {}

  void heartbeat(double gigaflops, Seconds ert) const { say(Heartbeat{number_, load_of(gigaflops, ert)}); }
  void end_all(const Load& load) {
    for (const auto& task : end_tasks())
      say(TaskEnded{number_, task.id, load});
  }

private:
  int number_;
};

class SiteOfAGrid : public ::testing::Test {
protected:
  /// The global manager hands the job to the site at 0, and ends it at `end`.
  void play(Seconds end, const PolicyDescriptor& balance = ScriptedRun::shipped("easygrid/no_balance")) {
    above_.push_back({end, [](GlobalManager& grid) { grid.say(End{}); }});
    above_.push_back({end + 3, [](GlobalManager&) {}});
    run_.instant();
    run_.entry("easygrid/global_manager", "host-3", [this](ActorContext& context) {
      GlobalManager grid(context);
      grid.say(TaskPackage{context.simulation().take_job().tasks});
      follow(above_, grid, reports_);
    });
    run_.place(
        "easygrid/site_manager", "host-0", {{"iteration_cost", "0"}, {"message_cost", "0"}},
        {{"balance", balance}, {"distribution", ScriptedRun::shipped("easygrid/greedy_distribution")}});
    run_.script(
        "easygrid/host_manager", "host-[012]",
        [this](ActorContext& context) {
          const auto number = static_cast<std::size_t>(context.self().number);
          HostManager host(context);
          follow(below_[number], host, heard_[number]);
        },
        [](ActorDescriptor& own) { own.parameters = {text("site", "site", "")}; });
    const auto outcome = run_.run();
    EXPECT_EQ(outcome.status, Status::done) << outcome.message;
    EXPECT_EQ(ScriptedRun::metric(outcome, "messages_unread"), 0);
    events_ = ScriptedRun::metric(outcome, "events_total");
  }

  /// Every host has power 1 Gflop/s, and those times of work.
  void heartbeats(Seconds date, const std::vector<Seconds>& erts) {
    for (std::size_t i = 0; i < below_.size(); ++i)
      below_[i].push_back({date, [ert = erts[i]](HostManager& host) { host.heartbeat(1, ert); }});
  }
  void request_at(Seconds date, double fraction) {
    above_.push_back({date, [=](GlobalManager& grid) { grid.say(Request{fraction}); }});
  }
  void nack_at(Seconds date, std::size_t host) {
    below_[host].push_back({date, [](HostManager& one) { one.say(Nack{}); }});
  }
  void give_all_at(Seconds date, std::size_t host) {
    below_[host].push_back({date, [](HostManager& one) { one.say(Ack{one.hand_over()}); }});
  }
  /// All hosts end what they have at `end`, and acknowledge their end at `ack`.
  void end_hosts_at(Seconds end, Seconds ack) {
    for (auto& steps : below_) {
      steps.push_back({end, [](HostManager& host) { host.end_all({}); }});
      steps.push_back({ack, [](HostManager& host) { host.say(EndAck{}); }});
    }
  }
  /// The tasks that the hosts have given must end for the run to: the global manager gives them back.
  void give_back_at(Seconds date, const std::vector<Task>& tasks) {
    above_.push_back({date, [=](GlobalManager& grid) { grid.say(TaskPackage{tasks}); }});
  }

  ScriptedRun run_{Settings{{"hosts", "4"}}};
  std::vector<Step<GlobalManager>> above_;
  std::vector<std::vector<Step<HostManager>>> below_{3}; ///< by host
  Texts reports_;
  std::vector<Texts> heard_{3}; ///< by host
  double events_ = 0;
};

// The package of 0 is there at 0, and split like a job: 2 of 6 Gflop for each of three equal hosts.
TEST_F(SiteOfAGrid, DistributesWhatTheGlobalManagerSends) {
  run_.jobs({job_of(0, tasks_of({2, 2, 1, 1}))});
  end_hosts_at(1.5, 3.5);
  play(2.5);
  EXPECT_EQ(heard_[0], (Texts{"0 package 0", "3 end"}));
  EXPECT_EQ(heard_[1], (Texts{"0 package 1", "3 end"}));
  EXPECT_EQ(heard_[2], (Texts{"0 package 2 3", "3 end"}));
}

// Nothing ends at first: the first report is that of 5 s of silence. Hosts show 1 + 1 + 1 Gflop/s, and (4 + 2
// + 0) / 3 = 2 s of work on the mean. One task ends at 5.5, with cp = 2 and ert = 1, two with nothing left at
// 7.5: reports at 6, of (1 + 2 + 0) / 3 = 1 s, and 8. The next would be due at 13. The hosts answer the end
// of 10 at 11.5, and so does the site.
TEST_F(SiteOfAGrid, ReportsTheTasksThatHaveEndedAndTheLoadOfItsHosts) {
  run_.jobs({job_of(0, tasks_of({1, 1, 1}))});
  heartbeats(0.5, {4, 2, 0});
  below_[0].push_back({5.5, [](HostManager& host) { host.end_all(load_of(2, 1)); }});
  end_hosts_at(7.5, 11.5);
  play(9.5);
  EXPECT_EQ(reports_, (Texts{"5 report of 0: 0 ended, cp=3 ert=2", "6 report of 0: 1 ended, cp=4 ert=1",
                             "8 report of 0: 2 ended, cp=2 ert=0.3333333333333333", "11.5 end_ack"}));
}

// A host that can compute nothing has tasks for ever and is left out: (0 + 3) / 3 hosts. At 10 all are so.
TEST_F(SiteOfAGrid, IsStuckOnlyWhenNoHostHasPower) {
  run_.jobs({job_of(0, tasks_of({1, 1, 1}))});
  const Seconds forever = std::numeric_limits<Seconds>::infinity();
  heartbeats(0.5, {0, 3, 0});
  below_[0].push_back({4.5, [=](HostManager& host) { host.heartbeat(0, forever); }});
  for (auto& steps : below_)
    steps.push_back({9.5, [=](HostManager& host) { host.heartbeat(0, forever); }});
  end_hosts_at(10.5, 12.5);
  play(11.5);
  ASSERT_GE(reports_.size(), 2u);
  EXPECT_EQ(reports_[0], "5 report of 0: 0 ended, cp=2 ert=1");
  EXPECT_EQ(reports_[1], "10 report of 0: 0 ended, cp=0 ert=inf");
}

// At 2 the two hosts that have ready tasks are asked, the third is not. One gives its two tasks at 2.5, the
// other refuses at 3.5, which is seen at 4: one answer. The tasks come back at 4.5 and go by power.
TEST_F(SiteOfAGrid, CollectsFromTheHostsThatHaveTasksAndAnswersOnce) {
  run_.jobs({job_of(0, tasks_of({3, 3, 3, 1, 1, 1}))});
  heartbeats(0.5, {4, 0, 2});
  request_at(1.5, 0.5);
  give_all_at(2.5, 0);
  nack_at(3.5, 2);
  give_back_at(4.5, {job_of(0, tasks_of({3, 3, 3, 1, 1, 1})).tasks[0],
                     job_of(0, tasks_of({3, 3, 3, 1, 1, 1})).tasks[3]});
  end_hosts_at(5.5, 7.5);
  play(6.5);
  EXPECT_EQ(heard_[0], (Texts{"0 package 0 3", "2 request 0.5", "5 package 0", "7 end"}));
  EXPECT_EQ(heard_[1], (Texts{"0 package 1 4", "5 package 3", "7 end"}));
  EXPECT_EQ(heard_[2], (Texts{"0 package 2 5", "2 request 0.5", "7 end"}));
  ASSERT_GE(reports_.size(), 1u);
  EXPECT_EQ(reports_[0], "4 ack 0 3");
  EXPECT_EQ(events_, 0); // an event of the site is something else
}

TEST_F(SiteOfAGrid, RefusesWhenAllItsHostsDo) {
  run_.jobs({job_of(0, tasks_of({1, 1, 1}))});
  heartbeats(0.5, {4, 0, 2});
  request_at(1.5, 0.5);
  nack_at(2.5, 0);
  nack_at(2.5, 2);
  end_hosts_at(3.5, 5.5);
  play(4.5);
  EXPECT_EQ(reports_, (Texts{"3 nack", "4 report of 0: 3 ended, cp=0 ert=0", "5.5 end_ack"}));
}

TEST_F(SiteOfAGrid, RefusesAtOnceWhenNoHostHasReportedTasks) {
  run_.jobs({job_of(0, tasks_of({1, 1, 1}))});
  heartbeats(0.5, {0, 0, 0});
  request_at(1.5, 0.5);
  end_hosts_at(3.5, 5.5);
  play(4.5);
  EXPECT_EQ(reports_.front(), "2 nack");
  EXPECT_EQ(heard_[0], (Texts{"0 package 0", "5 end"}));
}

// At 2 the mean is 8 and the first host, with 20, is asked for 0.6: an event of the site. The request of 2.5
// waits until that is refused, at 4.5, seen at 5; then the two hosts with tasks are asked for 0.25. They
// refuse at 5.5 and 8.5. Until 9 there is no other event of the site, though it is as unbalanced as before;
// at 9 there is.
TEST_F(SiteOfAGrid, DoesOneThingAtATime) {
  run_.jobs({job_of(0, tasks_of({1, 1, 1}))});
  heartbeats(0.5, {20, 0, 4});
  request_at(2.5, 0.25);
  nack_at(4.5, 0);
  nack_at(5.5, 0);
  nack_at(8.5, 2);
  nack_at(9.5, 0);
  end_hosts_at(9.75, 11.5);
  play(10.5, ScriptedRun::shipped("easygrid/most_loaded_gives"));
  EXPECT_EQ(heard_[0], (Texts{"0 package 0", "2 request 0.6", "5 request 0.25", "9 request 0.6", "11 end"}));
  EXPECT_EQ(heard_[2], (Texts{"0 package 2", "5 request 0.25", "11 end"}));
  EXPECT_EQ(reports_[0], "5 report of 0: 0 ended, cp=3 ert=8");
  EXPECT_EQ(reports_[1], "9 nack");
  EXPECT_EQ(events_, 2);
}

// The request of 1.5 and the news of 1.6 are taken at 2. The check after the news would start an event of the
// site; the request, which came first, is passed on first, and both hosts refuse it at 2.5. At 3 the mean is
// 28 / 3, and the event starts.
TEST_F(SiteOfAGrid, PassesARequestOnBeforeItChecksTheBalance) {
  run_.jobs({job_of(0, tasks_of({1, 1, 1}))});
  heartbeats(0.5, {4, 4, 4});
  request_at(1.5, 0.25);
  below_[0].push_back({1.6, [](HostManager& host) { host.heartbeat(1, 20); }});
  for (std::size_t host = 0; host < 3; ++host)
    nack_at(2.5, host);
  nack_at(3.5, 0);
  end_hosts_at(3.75, 6.5);
  play(5.5, ScriptedRun::shipped("easygrid/most_loaded_gives"));
  EXPECT_EQ(heard_[0], (Texts{"0 package 0", "2 request 0.25",
                              "3 request " + shortest(1 - 1 / (20 / (28.0 / 3))), "6 end"}));
  EXPECT_EQ(reports_.front(), "3 nack");
}

// The answers to the request of 1.5 come when the application is over, while the site waits for
// acknowledgements of the end.
TEST_F(SiteOfAGrid, AnswersARequestThatTheEndOvertakes) {
  run_.jobs({job_of(0, tasks_of({1, 1, 1}))});
  heartbeats(0.5, {4, 0, 2});
  request_at(1.5, 0.5);
  for (auto& steps : below_)
    steps.push_back({2.5, [](HostManager& host) { host.end_all({}); }});
  nack_at(4.5, 0);
  nack_at(4.5, 2);
  end_hosts_at(4.75, 5.5);
  play(3.5);
  EXPECT_EQ(reports_, (Texts{"3 report of 0: 3 ended, cp=0 ert=0", "4.5 nack", "5.5 end_ack"}));
  EXPECT_EQ(heard_[0], (Texts{"0 package 0", "2 request 0.5", "4 end"}));
}

} // namespace site_of_grid_test
} // namespace malha::easygrid
