// SPDX-License-Identifier: MIT
// A real host manager on a host of 1 Gflop/s against a scripted site manager. Iterations cost nothing unless
// a test says so: they are at 1, 2, 3, … Task ends are put between them.
#include "policies/easygrid/launch.hpp"
#include "policies/sdk/numbers.hpp"
#include "tests/actors/support/scripted_run.hpp"
#include "tests/support/thrown.hpp"

#include <limits>

namespace malha::easygrid {
namespace host_manager_test {

using ::malha::testing::job_of;
using ::malha::testing::now;
using ::malha::testing::ScriptedRun;
using ::malha::testing::task_of;
using ::malha::testing::thrown;

constexpr Flops gigaflop = 1e9;
constexpr Seconds forever = std::numeric_limits<Seconds>::infinity();

/// A message to the site manager as text: "7 ended 2 cp=1 ert=3" with its date, cp in Gflop/s.
std::string ended(Seconds date, TaskId task, double cp, Seconds ert) {
  return shortest(date) + " ended " + std::to_string(task) + " cp=" + shortest(cp) + " ert=" + shortest(ert);
}
std::string heartbeat(Seconds date, double cp, Seconds ert) {
  return shortest(date) + " heartbeat cp=" + shortest(cp) + " ert=" + shortest(ert);
}
std::string text_of(const SiteMessage& message) {
  if (const auto* end = std::get_if<TaskEnded>(&message))
    return ended(now(), end->task, end->load.power / gigaflop, end->load.ert);
  if (const auto* beat = std::get_if<Heartbeat>(&message))
    return heartbeat(now(), beat->load.power / gigaflop, beat->load.ert);
  if (const auto* ack = std::get_if<Ack>(&message)) {
    std::string ids;
    for (const auto& task : ack->tasks)
      ids += " " + std::to_string(task.id);
    return shortest(now()) + " ack" + ids;
  }
  return shortest(now()) + (std::holds_alternative<Nack>(message) ? " nack" : " end_ack");
}

struct LaunchesOneTooMany : Launch {
  std::vector<std::size_t> launch(const LaunchView& view) override {
    std::vector<std::size_t> all;
    while (all.size() < view.ready.size())
      all.push_back(all.size());
    return all;
  }
};

class UnderAHostManager : public ::testing::Test {
protected:
  using Texts = std::vector<std::string>;
  using Send = std::function<void(const HostMessage&)>;
  struct Step {
    Seconds date;
    std::function<void(const Send&)> act;
  };

  UnderAHostManager() {
    run_.instant();
    run_.set("max_time", "1000"); // heartbeats go on for ever
  }

  /// The site's manager takes the job, if there is one, acts at the dates, sends End at `end` and waits for
  /// the answer.
  void site_manager(Seconds end, std::vector<Step> steps) {
    steps.push_back({end, [](const Send& send) { send(End{}); }});
    run_.entry("easygrid/site_manager", "host-0", [this, steps](ActorContext& context) {
      auto& simulation = context.simulation();
      simulation_ = &simulation;
      if (simulation.workload().peek() != nullptr)
        tasks_ = simulation.take_job().tasks;
      Inbox<SiteMessage> inbox(context, Reception::permanent);
      inbox.open();
      const Address<HostMessage> host(context, simulation.peers("easygrid/host_manager").front());
      for (const auto& step : steps) {
        while (step.date > now()) {
          const auto message = inbox.receive_before(step.date);
          if (message)
            reports_.push_back(text_of(*message));
        }
        step.act([&host](const HostMessage& message) { host.send(message); });
      }
      for (bool answered = false; !answered;) {
        const auto message = inbox.receive();
        answered = std::holds_alternative<EndAck>(message);
        reports_.push_back(text_of(message));
      }
    });
  }

  Step package_at(Seconds date) {
    return {date, [this](const Send& send) { send(TaskPackage{tasks_}); }};
  }
  static Step request_at(Seconds date, double fraction) {
    return {date, [=](const Send& send) { send(Request{fraction}); }};
  }
  Step external_loads_at(Seconds date, int number) {
    return {date,
            [=](const Send&) { simulation_->external_loads(simulation_->hosts("host-1").front()) = number; }};
  }

  static Settings costless(Settings parameters = {}) {
    parameters.insert({{"iteration_cost", "0"}, {"message_cost", "0"}});
    return parameters;
  }
  void host_manager(const Settings& parameters = costless(),
                    const PolicyDescriptor& launch = ScriptedRun::shipped("easygrid/concurrent_launch")) {
    run_.place("easygrid/host_manager", "host-1", parameters,
               {{"launch", launch}, {"give_up", ScriptedRun::shipped("easygrid/lightest_first")}});
  }

  void done() {
    outcome_ = run_.run();
    EXPECT_EQ(outcome_.status, Status::done) << outcome_.message;
  }

  ScriptedRun run_{Settings{{"hosts", "2"}}};
  Stage* simulation_ = nullptr;
  std::vector<Task> tasks_;
  Texts reports_;
  Outcome outcome_;
};

// nt = 2. At 1 the heaviest, 3 and 2, start and share the core: task 2 (2.75 Gflop) ends at 1 + 2 * 2.75
// = 6.5, found at 7, where task 1 starts. Task 3 has 4 - 2.75 - 0.5 = 0.75 Gflop left at 7 and ends at 8.5,
// found at 9, where task 0 starts. Task 1 has 2 - 0.75 - 0.5 = 0.75 Gflop left at 9 and ends at 10.5; task 0
// has then 0.25 left: 10.75.
//
// cp = cpu time / wall time * nt * 1 Gflop/s (eqs. 2.1 and 4.1): 2.75 / 5.5, 4 / 7.5, 2 / 3.5 and 1 / 1.75.
// ert = ready work / cp (eq. 2.3), before anything is launched in the place of what ended: 1 + 2 Gflop at 7,
// 1 at 9. Heartbeats: at 6 after 5 s of silence, when 2 of 2 slots run, cp = 2 / (2 + 0) (eq. 4.3) and ert =
// 3 / 1; the ends at 7, 9 and 11 put the next off to 16, when nothing runs and nothing is ready.
TEST_F(UnderAHostManager, TasksStartHeaviestFirstAndTheirEndsAreReported) {
  run_.jobs({job_of(
      0, {task_of(gigaflop), task_of(2 * gigaflop), task_of(2.75 * gigaflop), task_of(4 * gigaflop)})});
  site_manager(17.5, {package_at(0)});
  host_manager();
  done();
  EXPECT_EQ(run_.schedule(), (Texts{"2 1 6.5 0", "3 1 8.5 0", "1 7 10.5 0", "0 9 10.75 0"}));
  EXPECT_EQ(reports_, (Texts{heartbeat(6, 1, 3), ended(7, 2, 1, 3),
                             ended(9, 3, 4 / 7.5 * 2, 1 / (4 / 7.5 * 2)), ended(11, 1, 2 / 3.5 * 2, 0),
                             ended(11, 0, 1 / 1.75 * 2, 0), heartbeat(16, 0, 0), "18 end_ack"}));
}

// With one slot tasks follow each other: 3.5 Gflop from 1 to 4.5, then 1.25 from 5 to 6.25. cp = 1 * 1 * 1
// Gflop/s.
TEST_F(UnderAHostManager, AtMostNtTasksRunAtOnce) {
  run_.jobs({job_of(0, {task_of(1.25 * gigaflop), task_of(3.5 * gigaflop)})});
  site_manager(7.5, {package_at(0)});
  host_manager(costless({{"nt", "1"}}));
  done();
  EXPECT_EQ(run_.schedule(), (Texts{"1 1 4.5 0", "0 5 6.25 0"}));
  EXPECT_EQ(reports_, (Texts{ended(5, 1, 1, 1.25), ended(7, 0, 1, 0), "8 end_ack"}));
  EXPECT_EQ(run_.lines("resources.csv"), Texts{"0,host-1,1e+09,1,site,,1"});
}

// The silence begins at 1, with the package. One slot of two runs 3.25 Gflop from then to 4.25: a heartbeat
// at 4, with half of the power. The end, found at 5, puts the next one off to 5 + 3.
TEST_F(UnderAHostManager, AHeartbeatBreaksTheSilenceAfterItsInterval) {
  run_.jobs({job_of(0, {task_of(3.25 * gigaflop)})});
  site_manager(14.5, {package_at(0)});
  host_manager(costless({{"heartbeat_interval", "3"}}));
  done();
  EXPECT_EQ(reports_, (Texts{heartbeat(4, 0.5, 0), ended(5, 0, 2, 0), heartbeat(8, 0, 0), heartbeat(11, 0, 0),
                             heartbeat(14, 0, 0), "15 end_ack"}));
}

// The package of 3.5 is taken at 4, so that 5 s of silence are over at 9; the second, taken at 7, changes
// nothing. Both tasks run then: cp = 2 / 2.
TEST_F(UnderAHostManager, TheFirstSilenceBeginsWithTheFirstPackage) {
  run_.jobs({job_of(0, std::vector<Task>(2, task_of(8.25 * gigaflop)))});
  const auto package_of = [this](Seconds date, std::size_t task) {
    return Step{date, [this, task](const Send& send) { send(TaskPackage{{tasks_.at(task)}}); }};
  };
  site_manager(25.5, {package_of(3.5, 0), package_of(6.5, 1)});
  host_manager();
  done();
  EXPECT_EQ(reports_.at(0), heartbeat(9, 1, 0));
  EXPECT_EQ(reports_.at(1), heartbeat(14, 1, 0));
}

TEST_F(UnderAHostManager, AHostThatWasNeverGivenTasksIsSilent) {
  site_manager(12.5, {});
  host_manager();
  done();
  EXPECT_EQ(reports_, Texts{"13 end_ack"});
}

/// The switches of Alg. 1 as it is printed: an iteration launches first, one task, and ends do not restart
/// the clock of heartbeats.
class AsAlgorithm1IsPrinted : public UnderAHostManager {
protected:
  Texts reports(const std::string& idle_heartbeats) {
    run_.jobs({job_of(0, std::vector<Task>(3, task_of(2.25 * gigaflop)))});
    site_manager(11.5, {package_at(0)});
    auto launch = ScriptedRun::shipped("easygrid/concurrent_launch");
    launch.parameters.at(0).default_value = "1"; // at_once
    host_manager(costless({{"order", "launch_first"},
                           {"heartbeat_after", "heartbeat"},
                           {"idle_heartbeats", idle_heartbeats}}),
                 launch);
    done();
    EXPECT_EQ(run_.schedule(), (Texts{"0 2 5.5 0", "1 3 6.5 0", "2 7 9.25 0"}));
    return reports_;
  }
};

// The package is taken at 1, after the launch; so task 0 starts at 2 and task 1 at 3. Task 0 has 1.25 Gflop
// left then, and ends at 3 + 2 * 1.25 = 5.5. It is found at 6, after the launch, when task 2 (2.25 Gflop) is
// ready: cp = 2.25 / 3.5 * 2 Gflop/s. 5 s after the package, at 6 as well, a heartbeat sees one of two slots:
// cp = 1 / 2, so that ert = 2.25 / 0.5 is 2.6 times that of the end. Task 1 has 1 Gflop left at 5.5 and ends
// at 6.5, found at 7, after the launch of task 2. This ends at 9.25: cp = 2.25 / 2.25 * 2. A heartbeat at 11
// sees nothing.
TEST_F(AsAlgorithm1IsPrinted, AHeartbeatFallsBetweenAnEndAndTheNextLaunch) {
  EXPECT_EQ(reports("on"),
            (Texts{ended(6, 0, 2.25 / 3.5 * 2, 2.25 / (2.25 / 3.5 * 2)), heartbeat(6, 0.5, 4.5),
                   ended(7, 1, 2.25 / 3.5 * 2, 0), ended(10, 2, 2, 0), heartbeat(11, 0, 0), "12 end_ack"}));
}

TEST_F(AsAlgorithm1IsPrinted, AHostWithoutTasksMayBeSilent) {
  EXPECT_EQ(reports("off").back(), "12 end_ack");
  EXPECT_EQ(reports_.size(), 5U);
}

// 5 s after 0, and again.
TEST_F(UnderAHostManager, TheFirstSilenceBeginsAtTheStartWhenToldSo) {
  site_manager(12.5, {});
  host_manager(costless({{"heartbeat_from", "start"}}));
  done();
  EXPECT_EQ(reports_, (Texts{heartbeat(5, 0, 0), heartbeat(10, 0, 0), "13 end_ack"}));
}

// Two of two slots run beside two loads of others: cp = 2 / (2 + 2) (eq. 4.3), ert = 3 Gflop / 0.5 Gflop/s.
TEST_F(UnderAHostManager, AHeartbeatCountsExternalLoads) {
  run_.jobs({job_of(0, {task_of(3 * gigaflop), task_of(3.25 * gigaflop), task_of(3.25 * gigaflop)})});
  site_manager(20.5, {package_at(0), external_loads_at(0.5, 2)});
  host_manager();
  done();
  EXPECT_EQ(reports_.at(0), heartbeat(6, 0.5, 6));
}

// A host that is not idle starts nothing: no power is seen, and what is ready would take for ever. When the
// load has gone, at 6.5, both start at 7, the lowest number first, and end at 9.5; cp = 1.25 / 2.5 * 2.
TEST_F(UnderAHostManager, ReadyTasksWithoutPowerHaveAnInfiniteRemainingTime) {
  run_.jobs({job_of(0, {task_of(1.25 * gigaflop), task_of(1.25 * gigaflop)})});
  site_manager(10.5, {external_loads_at(0, 1), package_at(0), external_loads_at(6.5, 0)});
  host_manager(costless(), ScriptedRun::shipped("easygrid/idle_launch"));
  done();
  EXPECT_EQ(reports_,
            (Texts{heartbeat(6, 0, forever), ended(10, 0, 1, 0), ended(10, 1, 1, 0), "11 end_ack"}));
}

// Ready are 1 and 2 Gflop: half of 3 is more than 1, and what is left, 0.5, less than 2. The task that is
// given up weighs its 100 bytes of input and a byte of tag. A tenth of 3 is less than 1: nothing is given up.
TEST_F(UnderAHostManager, ARequestIsAnsweredWithTasksOrRefused) {
  run_.jobs({job_of(0, {task_of(gigaflop, 100), task_of(2 * gigaflop, 1000), task_of(8.25 * gigaflop, 1e4),
                        task_of(8.25 * gigaflop, 1e4)})});
  const Step give_back{4.5, [this](const Send& send) { send(TaskPackage{{tasks_.at(0)}}); }};
  site_manager(22.5, {package_at(0), request_at(1.5, 0.5), request_at(2.5, 0.1), give_back});
  host_manager();
  done();
  EXPECT_EQ((Texts{reports_.begin(), reports_.begin() + 2}), (Texts{"2 ack 0", "3 nack"}));
  const std::string layer = "easygrid/host_manager>easygrid/site_manager";
  EXPECT_EQ(run_.messages("ack", layer), "1 101");
  EXPECT_EQ(run_.messages("nack", layer), "1 1");
  EXPECT_EQ(run_.messages("task_ended", layer), "4 100"); // three numbers of 8 bytes and a tag
}

// The only task runs from 1 on, so that nothing is ready.
TEST_F(UnderAHostManager, ARunningTaskIsNeverGivenUp) {
  run_.jobs({job_of(0, {task_of(2.5 * gigaflop)})});
  site_manager(4.5, {package_at(0), request_at(1.5, 1)});
  host_manager();
  done();
  EXPECT_EQ(reports_, (Texts{"2 nack", ended(4, 0, 2, 0), "5 end_ack"}));
}

TEST_F(UnderAHostManager, EndIsAnsweredOnce) {
  site_manager(2.5, {});
  host_manager();
  done();
  EXPECT_EQ(reports_, Texts{"3 end_ack"});
  EXPECT_EQ(run_.messages("end_ack", "easygrid/host_manager>easygrid/site_manager"), "1 1");
}

// Iterations are at 1, 1 + 0.5 + 1 = 2.5, 4 and 5.5: the heartbeat of 5 waits for the last. A message at 0.5
// makes the first cost 0.25 more.
TEST_F(UnderAHostManager, AnIterationOccupiesItsHostForItsCost) {
  site_manager(5.75, {});
  host_manager({{"iteration_cost", "0.5"}, {"message_cost", "0.25"}, {"heartbeat_from", "start"}});
  done();
  EXPECT_EQ(reports_.at(0), heartbeat(5.5, 0, 0));
}

// Iterations at 1, 2.5, 4 and 5.5 cost 0.5 each. That at 7 takes the message that ends it: 0.75. So the
// last one ends at 7.75. The scripted manager of the site is the second of two, and takes no time.
TEST_F(UnderAHostManager, WhatIterationsCostIsMeasured) {
  site_manager(5.75, {});
  host_manager({{"iteration_cost", "0.5"}, {"message_cost", "0.25"}});
  done();
  EXPECT_DOUBLE_EQ(ScriptedRun::metric(outcome_, "manager_time"), 2.75);
  EXPECT_DOUBLE_EQ(ScriptedRun::metric(outcome_, "manager_share"), 2.75 / 7.75 / 2);
}

// With sigma 0.5 the 5 iterations of 0.5 s take another time. A factor of
// e^2 (four sigmas) for each would be 18 s.
TEST_F(UnderAHostManager, WhatIterationsCostMayBeRandom) {
  site_manager(5.75, {});
  host_manager({{"iteration_cost", "0.5"}, {"message_cost", "0"}, {"cost_noise", "0.5"}});
  done();
  const auto time = ScriptedRun::metric(outcome_, "manager_time");
  EXPECT_NE(time, 2.5);
  EXPECT_GT(time, 0.3);
  EXPECT_LT(time, 18);
}

TEST_F(UnderAHostManager, AnIterationOccupiesItsHostForEachMessage) {
  site_manager(5.9, {request_at(0.5, 1)});
  host_manager({{"iteration_cost", "0.5"}, {"message_cost", "0.25"}, {"heartbeat_from", "start"}});
  done();
  EXPECT_EQ((Texts{reports_.begin(), reports_.begin() + 2}), (Texts{"1 nack", heartbeat(5.75, 0, 0)}));
}

/// Two requests wait at 1; the third comes at 1.01, while the first is being received (13 ms).
class Intake : public UnderAHostManager {
protected:
  Seconds date_of_third_answer(const std::string& intake) {
    run_.set("transport", "network");
    site_manager(3.5, {request_at(0.5, 1), request_at(0.5, 1), request_at(1.01, 1)});
    host_manager(costless({{"intake", intake}}));
    done();
    return std::stod(reports_.at(2));
  }

  /// Of a request: 8 bytes and a tag. A nack is its tag.
  const Seconds request_ = ::malha::testing::transfer_time(9), nack_ = ::malha::testing::transfer_time(1);
  /// What a request loses to a nack that leaves when it is asked for, and so travels beside it.
  const Seconds beside_a_nack_ = nack_ - ::malha::testing::transfer_time(0);
};

// Three requests are received one after the other, the second and the third beside the answer to the one
// before.
TEST_F(Intake, TakesWhatComesMeanwhileWhenItDrains) {
  EXPECT_NEAR(date_of_third_answer("drain"), 1 + 3 * request_ + 2 * beside_a_nack_ + nack_,
              ::malha::testing::clock_precision);
}

// The first iteration takes two, the second of them beside an answer. The third is taken a second later.
TEST_F(Intake, LeavesWhatComesMeanwhileWhenItTakesASnapshot) {
  EXPECT_NEAR(date_of_third_answer("snapshot"), 1 + 2 * request_ + beside_a_nack_ + 1 + request_ + nack_,
              ::malha::testing::clock_precision);
}

TEST_F(UnderAHostManager, ALaunchAboveTheSlotsBreaksARule) {
  const auto launch = policy<LaunchesOneTooMany>("test/greedy", "launches all", "");
  run_.jobs({job_of(0, std::vector<Task>(3, task_of(gigaflop)))});
  site_manager(9, {package_at(0)});
  host_manager(costless(), launch);
  const auto outcome = run_.run();
  EXPECT_EQ(outcome.status, Status::rule_broken);
  EXPECT_EQ(outcome.message,
            "policy 'test/greedy' broke a rule at t=1 s: it launches 3 tasks with 0 of 2 slots taken");
}

TEST_F(UnderAHostManager, ASiteMustHaveAManager) {
  site_manager(1, {});
  host_manager(costless({{"site", "rio"}}));
  EXPECT_EQ(thrown<InputError>([&] { run_.run(); }),
            "deployment.xml:1: actor 'easygrid/host_manager' on host 'host-1': site 'rio' must have one "
            "easygrid/site_manager; it has 0");
}

} // namespace host_manager_test
} // namespace malha::easygrid
