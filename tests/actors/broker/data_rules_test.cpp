// SPDX-License-Identifier: MIT
// How the data of DAGs go under a broker, and tasks that wait for resources: two resources of 1 flop/s, and
// links of 0.5 s and 1 B/s, so that 2 B take 2.5 s.
#include "tests/actors/support/diamond.hpp"
#include "tests/support/thrown.hpp"

namespace malha::testing {
namespace broker_data_rules_test {

using Lines = std::vector<std::string>;

/// Min-min with queues, one task at each decision.
PolicyDescriptor one_at_a_time() {
  PolicyDescriptor policy = ScriptedRun::shipped("broker/min_min_queue");
  for (auto& parameter : policy.parameters)
    parameter.default_value = "1";
  return policy;
}

/// The diamond, whose first task reads 2 B that no task makes.
Job fed_diamond(Seconds submitted = 0) {
  Job job = diamond();
  job.submitted = submitted;
  auto details = std::make_shared<DagDetails>(*job.details);
  details->files.push_back({2, {}, {0}});
  job.details = details;
  return job;
}

class BrokerDataRules : public ::testing::Test {
protected:
  explicit BrokerDataRules(const std::string& speeds = "1")
      : run_(Settings{{"hosts", "3"}, {"speeds", speeds}, {"latency", "0.5"}, {"bandwidth", "1"}}) {}

  void broker(const Settings& parameters,
              const PolicyDescriptor& policy = ScriptedRun::shipped("broker/workqueue"),
              const std::string& planner = "workflow/no_plan") {
    run_.place("broker/broker", "host-0", parameters,
               {{"", policy}, {"planning", ScriptedRun::shipped(planner)}});
    run_.place("broker/worker", "host-[12]", {});
  }
  void done() {
    const auto outcome = run_.run();
    EXPECT_EQ(outcome.status, Status::done) << outcome.message;
  }
  /// What the broker says of these parameters.
  std::string refused(const Settings& parameters, bool is_instant = true,
                      const std::string& planner = "workflow/no_plan") {
    run_.jobs({diamond()});
    if (is_instant)
      run_.instant();
    broker(parameters, ScriptedRun::shipped("broker/workqueue"), planner);
    const auto said = thrown<InputError>([this] { run_.run(); });
    const std::string who = "actor 'broker/broker' on host 'host-0': ";
    const auto begin = said.find(who);
    return begin == std::string::npos ? said : said.substr(begin + who.size());
  }

  ScriptedRun run_;
};

// The file of 0 is at home at 12.5. 1 has it on its resource; 2 fetches it there until 15 s, and ends at 45
// s. The file of 1 is at home at 32.5 and that of 2 at 47.5 s. 3 has that of 1 and fetches that of 2 until 50
// s.
TEST_F(BrokerDataRules, DataGoHome) {
  run_.jobs({diamond()});
  run_.instant();
  broker({{"data", "home"}});
  done();
  EXPECT_EQ(run_.schedule(), (Lines{"0 0 10 0", "1 10 30 0", "2 15 45 1", "3 50 60 0"}));
}

// 1 fetches from home until 15 s what 0 has made on the same resource. 3 gets its resource at 45 s; the file
// of 1 has been at home since 37.5 s, that of 2 is there at 47.5 s.
TEST_F(BrokerDataRules, DataGoHomeAndNobodyKeepsThem) {
  run_.jobs({diamond()});
  run_.instant();
  broker({{"data", "home"}, {"copies", "none"}});
  done();
  EXPECT_EQ(run_.schedule(), (Lines{"0 0 10 0", "1 15 35 0", "2 15 45 1", "3 50 60 0"}));
}

// What no task makes is at home from the beginning: 0 fetches it until 2.5 s.
TEST_F(BrokerDataRules, DataThatNoTaskMakesAreAtHome) {
  run_.jobs({fed_diamond()});
  run_.instant();
  broker({{"data", "home"}});
  done();
  EXPECT_EQ(run_.schedule().front(), "0 2.5 12.5 0");
}

// A network of the workflow with one latency and one bandwidth holds for the home, too: each file takes 1 s
// to it and 1 s from it.
TEST_F(BrokerDataRules, TheNetworkOfAWorkflowReachesHome) {
  Job job = diamond();
  auto details = std::make_shared<DagDetails>(*job.details);
  details->run_times = {10, 10, 20, 20, 30, 30, 10, 10};
  details->latencies = {0};
  details->bandwidths = {2};
  job.details = details;
  run_.jobs({job});
  run_.instant();
  broker({{"data", "home"}});
  done();
  EXPECT_EQ(run_.schedule(), (Lines{"0 0 10 0", "1 10 30 0", "2 12 42 1", "3 44 54 0"}));
}

TEST_F(BrokerDataRules, ANetworkOfPairsDoesNotReachHome) {
  Job job = diamond();
  auto details = std::make_shared<DagDetails>(*job.details);
  details->run_times = {10, 10, 20, 20, 30, 30, 10, 10};
  details->latencies = {0, 1, 1, 0};
  details->bandwidths = {1, 2, 2, 1};
  job.details = details;
  run_.jobs({job});
  run_.instant();
  broker({{"data", "home"}});
  EXPECT_EQ(
      run_.run().message,
      "job 0 has a network between its hosts, which does not say how data get to the host of the broker, "
      "and data=home sends them there; valid: one latency and one bandwidth for all");
}

// Resource 0 is on the host of the broker: what no task makes is there, but for its loopback.
TEST_F(BrokerDataRules, AResourceMayBeAtHome) {
  run_.jobs({fed_diamond()});
  run_.instant();
  run_.place("broker/broker", "host-1", {{"data", "lazy"}},
             {{"", ScriptedRun::shipped("broker/workqueue")},
              {"planning", ScriptedRun::shipped("workflow/no_plan")}});
  run_.place("broker/worker", "host-[12]", {});
  done();
  std::istringstream of_0(run_.schedule().front());
  double task, start;
  of_0 >> task >> start;
  EXPECT_LT(start, 1e-6);
}

/// Resource 1 has a tenth of the speed of resource 0.
class BrokerQueue : public BrokerDataRules {
protected:
  BrokerQueue() : BrokerDataRules("1,1,0.1") {}
};

// Jobs at 0 and at 5 s. 0 fetches its data until 2.5 and ends at 12.5 s. 4 would end at 7.5 + 100 s on
// resource 1, and behind 0 at 22.5 s: it fetches its data until 7.5 s and starts at 12.5 s. From then on one
// task is given at each end, to resource 0, where the files are: 1 (20 s) at 12.5, 5 at 22.5 as the lightest,
// 2 and 6 (30 s) in this order at 42.5 and 62.5, 3 and 7 when their parents have ended.
TEST_F(BrokerQueue, TasksWaitForAResourceWhileTheyFetchTheirData) {
  run_.jobs({fed_diamond(), fed_diamond(5)});
  run_.instant();
  broker({{"data", "lazy"}, {"queue", "9"}}, one_at_a_time());
  done();
  EXPECT_EQ(run_.schedule(),
            (Lines{"0 2.5 12.5 0", "4 12.5 22.5 0", "1 22.5 42.5 0", "5 42.5 62.5 0", "2 62.5 92.5 0",
                   "6 92.5 122.5 0", "3 122.5 132.5 0", "7 132.5 142.5 0"}));
}

// Without a queue 4 goes to resource 1 at 5 s, the only one that is free, and ends at 107.5 s.
TEST_F(BrokerQueue, WithoutAQueueOnlyFreeResourcesGetTasks) {
  run_.jobs({fed_diamond(), fed_diamond(5)});
  run_.instant();
  broker({{"data", "lazy"}}, one_at_a_time());
  done();
  const auto schedule = run_.schedule();
  EXPECT_EQ(std::count(schedule.begin(), schedule.end(), "4 7.5 107.5 1"), 1);
}

// One may wait there: the third of three jobs finds the queue of resource 0 full at 6 s, and goes to resource
// 1.
TEST_F(BrokerQueue, AQueueMayBeFull) {
  run_.jobs({fed_diamond(), fed_diamond(5), fed_diamond(6)});
  run_.instant();
  broker({{"data", "lazy"}, {"queue", "1"}}, one_at_a_time());
  done();
  const auto schedule = run_.schedule();
  EXPECT_EQ(std::count(schedule.begin(), schedule.end(), "4 12.5 22.5 0"), 1);
  EXPECT_EQ(std::count(schedule.begin(), schedule.end(), "8 8.5 108.5 1"), 1);
}

// SimGrid's model: 2 B take 13.01 x 0.5 + 1.05 x 2 / 0.97 s from 0 to the resource of 2, at 10 s; messages
// take none. Nothing travels for 1.
TEST_F(BrokerDataRules, DataCrossTheLinksWhileMessagesTakeNoTime) {
  run_.jobs({diamond()});
  run_.instant();
  broker({{"data", "lazy"}, {"transfers", "simulated"}, {"execution", "exec"}});
  done();
  EXPECT_EQ(run_.messages("data", "host>host"), "2 4");
  const auto lines = run_.schedule();
  EXPECT_EQ(lines.at(1), "1 10 30 0");
  std::istringstream of_2(lines.at(2));
  double task, start;
  of_2 >> task >> start;
  EXPECT_NEAR(start, 10 + 13.01 * 0.5 + 1.05 * 2 / 0.97, 1e-8);
}

// Four files for the readers, each to its resource, whether it is there or not.
TEST_F(BrokerDataRules, EachTaskFetchesAllThatItReads) {
  run_.jobs({diamond()});
  run_.instant();
  broker({{"data", "lazy"}, {"transfers", "simulated"}, {"execution", "exec"}, {"copies", "none"}});
  done();
  EXPECT_EQ(run_.messages("data", "host>host"), "4 8");
}

TEST_F(BrokerDataRules, TransfersAreNotSimulatedWherePlansOfEndsAre) {
  EXPECT_EQ(refused({{"data", "lazy"}, {"transfers", "simulated"}}),
            "transfers is simulated, transport is instant, and execution is planned; valid: execution=exec");
}

TEST_F(BrokerDataRules, TransfersAreNotEstimatedOverTheNetwork) {
  EXPECT_EQ(refused({{"data", "lazy"}, {"transfers", "estimated"}}, false),
            "transfers is estimated, and transport is network; valid: transport=instant, or "
            "transfers=simulated");
}

TEST_F(BrokerDataRules, DataThatGoHomeAreNotSimulated) {
  EXPECT_EQ(refused({{"data", "home"}}, false),
            "data is home, transport is network, and execution is planned; valid: data=lazy with "
            "transport=network, transport=instant with execution=planned, or data=messages");
}

TEST_F(BrokerDataRules, MessagesHaveNoTransfers) {
  EXPECT_EQ(refused({{"copies", "none"}}),
            "copies is none, and data=messages makes no transfers; valid: data=eager or lazy");
}

TEST_F(BrokerDataRules, MessagesHaveNoQueue) {
  EXPECT_EQ(refused({{"queue", "1"}}),
            "queue is 1, and data=messages moves no data before a task starts; valid: data=lazy");
}

TEST_F(BrokerDataRules, AQueueKeepsNoCopiesThatAreSimulated) {
  EXPECT_EQ(refused({{"data", "lazy"}, {"transfers", "simulated"}, {"execution", "exec"}, {"queue", "1"}}),
            "queue is 1, transfers are simulated, and two tasks that wait for one resource would fetch the "
            "same file for one copy; valid: copies=none");
}

TEST_F(BrokerDataRules, StepsAreSeenWhereTransfersAreSimulated) {
  EXPECT_EQ(refused({{"data", "lazy"}, {"asks", "steps"}}),
            "asks is steps, and the broker plans the ends of transfers, or messages take time; valid: "
            "transfers=simulated with transport=instant");
}

TEST_F(BrokerDataRules, PlansNeedData) {
  EXPECT_EQ(refused({{"data", "messages"}}, true, "workflow/heft"),
            "policy.planning is workflow/heft, and data=messages gives a plan nothing to follow; valid: "
            "data=eager or lazy");
}

} // namespace broker_data_rules_test
} // namespace malha::testing
