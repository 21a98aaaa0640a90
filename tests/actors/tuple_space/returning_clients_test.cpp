// SPDX-License-Identifier: MIT
// Clients of the tuple space whose hosts go and come back: its broker, and its resources.
#include "tests/actors/support/returning_hosts.hpp"
#include "tests/support/thrown.hpp"

#include <cmath>
#include <numeric>

namespace malha::testing {
namespace returning_clients_test {

enum class Space { instant, one, three };

/// The broker on host-0; the space on host-1, or three servers from there on; resources on host-4 to host-6.
void place(ScriptedRun& run, Space space, const Settings& resources = {}, const std::string& delay = "0") {
  const auto& policy = ScriptedRun::shipped("pull/ticket_classes");
  if (space == Space::three)
    run.place("tuple_space/replica", "host-[1-3]", {{"timeout", "1"}, {"detection_delay", delay}});
  else
    run.place("tuple_space/space", "host-1", {{"detection_delay", delay}});
  run.place("tuple_space/broker", "host-0", {}, {{"", policy}});
  run.place("tuple_space/resource", "host-[4-6]", resources, {{"", policy}});
  if (space == Space::instant)
    run.instant();
}

struct Case {
  Space space;
  Seconds crash;
};

std::string name_of(const ::testing::TestParamInfo<Case>& one) {
  const char* spaces[] = {"Instant", "One", "Three"};
  return std::string(spaces[static_cast<int>(one.param.space)]) + "At" +
         std::to_string(std::lround(one.param.crash * 1000)) + "ms";
}

std::vector<Case> cases(const std::vector<Seconds>& crashes) {
  std::vector<Case> all;
  for (const auto space : {Space::instant, Space::one, Space::three})
    for (const Seconds crash : crashes)
      all.push_back({space, crash});
  return all;
}

/// The ids of the tasks in jobs.csv, sorted.
std::vector<int> tasks_of(const ScriptedRun& run) {
  std::vector<int> ids;
  for (const auto& row : run.schedule())
    ids.push_back(std::stoi(row));
  std::sort(ids.begin(), ids.end());
  return ids;
}

std::vector<int> first(int number) {
  std::vector<int> all(static_cast<std::size_t>(number));
  std::iota(all.begin(), all.end(), 0);
  return all;
}

class BrokerCrash : public ::testing::TestWithParam<Case> {};

// Two bags of 6 tasks of 4 s: the first at 0 s, the second while the first runs. The broker is away for 1.5
// s. Resources go on meanwhile, so that no task runs twice.
TEST_P(BrokerCrash, LosesNothingAndInsertsNothingTwice) {
  const auto [space, crash] = GetParam();
  const HostThatReturns platform(7, 0, crash, crash + 1.5);
  ScriptedRun run(platform.file());
  place(run, space);
  run.jobs({job_of(0, std::vector<Task>(6, task_of(4))), job_of(5, std::vector<Task>(6, task_of(4)))});
  const auto outcome = run.run();
  ASSERT_EQ(outcome.status, Status::done) << outcome.message;
  EXPECT_EQ(tasks_of(run), first(12));
  EXPECT_TRUE(run.lines("attempts.csv").empty());
  EXPECT_EQ(ScriptedRun::metric(outcome, "attempts"), 12);
}

// Around the messages of the first transaction (13 ms each), while results come, and around the end: 12 tasks
// on 3 resources end at 16 s and some messages.
INSTANTIATE_TEST_SUITE_P(Dates, BrokerCrash,
                         ::testing::ValuesIn(cases({0.005, 0.03, 0.06, 0.07, 2, 4.1, 4.99, 8.2, 16, 16.13,
                                                    16.16, 16.2})),
                         name_of);

// The lease of the broker lasts long, and it comes back earlier: the space knows then that it had crashed.
TEST(ReturningBroker, IsKnownToHaveCrashedWhenItComesBack) {
  const HostThatReturns platform(7, 0, 6, 7);
  ScriptedRun run(platform.file());
  place(run, Space::one, {}, "1000");
  run.jobs({job_of(0, std::vector<Task>(6, task_of(4)))});
  const auto outcome = run.run();
  ASSERT_EQ(outcome.status, Status::done) << outcome.message;
  EXPECT_EQ(tasks_of(run), first(6));
  EXPECT_LT(ScriptedRun::metric(outcome, "simulated_time"), 10);
}

// A bag of 5 s comes at 2 s while the broker is away from 1 to 4 s: it is inserted at 4 s.
TEST(ReturningBroker, InsertsWhatCameMeanwhile) {
  const HostThatReturns platform(7, 0, 1, 4);
  ScriptedRun run(platform.file());
  place(run, Space::instant);
  run.jobs({job_of(2, {task_of(5)})});
  const auto outcome = run.run();
  ASSERT_EQ(outcome.status, Status::done) << outcome.message;
  EXPECT_EQ(run.schedule(), std::vector<std::string>{"0 4 9 0"});
}

// The broker returns once, and goes for good while its tasks run, which end without anybody who takes them.
TEST(ReturningBroker, EndsTheRunInADeadlockWhenItGoesForGood) {
  const HostThatReturns platform(7, 0, 1, 2, 3);
  ScriptedRun run(platform.file());
  place(run, Space::instant);
  run.jobs({job_of(0, {task_of(5)})});
  const auto outcome = run.run();
  EXPECT_EQ(outcome.status, Status::not_ended);
  EXPECT_NE(outcome.message.find("deadlock"), std::string::npos) << outcome.message;
}

// Jobs that are sent to a broker that is down would be lost.
TEST(ReturningBroker, IsRefusedWhereJobsAreSent) {
  const HostThatReturns platform(7, 0, 1, 4);
  ScriptedRun run(platform.file());
  place(run, Space::one);
  run.place("workload/submitter", "host-1", {});
  run.jobs({job_of(2, {task_of(5)})});
  const auto outcome = run.run();
  EXPECT_EQ(outcome.status, Status::bad_input);
  EXPECT_EQ(outcome.message,
            "host 'host-0' fails and recovers, and workload/submitter would send jobs to tuple_space/broker "
            "while it is down; valid: a deployment without workload/submitter");
}

/// One resource on host-4, which is away from 5 to 7 s, and two tasks of 10 s.
std::vector<std::string> schedule_of_one_resource(const Settings& resource, const std::string& delay,
                                                  std::vector<std::string>& attempts) {
  const HostThatReturns platform(5, 4, 5, 7);
  ScriptedRun run(platform.file());
  place(run, Space::instant, resource, delay);
  run.jobs({job_of(0, {task_of(10), task_of(10)})});
  const auto outcome = run.run();
  EXPECT_EQ(outcome.status, Status::done) << outcome.message;
  attempts = run.lines("attempts.csv");
  return run.schedule();
}

// What it ran is lost, and run again from 7 s on.
TEST(ReturningResource, BeginsAgain) {
  std::vector<std::string> attempts;
  EXPECT_EQ(schedule_of_one_resource({}, "0", attempts), (std::vector<std::string>{"0 7 17 0", "1 17 27 0"}));
  EXPECT_EQ(attempts.size(), 2u);
}

// Its lease would last until 105 s; but it comes back at 7 s.
TEST(ReturningResource, IsKnownToHaveCrashedWhenItComesBack) {
  std::vector<std::string> attempts;
  EXPECT_EQ(schedule_of_one_resource({}, "100", attempts),
            (std::vector<std::string>{"0 7 17 0", "1 17 27 0"}));
}

// Checkpoints at 2 and 4 s: 6 s are left, which end at 13 s.
TEST(ReturningResource, GoesOnAtItsCheckpoint) {
  std::vector<std::string> attempts;
  EXPECT_EQ(schedule_of_one_resource({{"checkpoint", "on"}, {"checkpoint_interval", "2"}}, "0", attempts),
            (std::vector<std::string>{"0 7 13 0", "1 13 23 0"}));
}

class ResourceCrash : public ::testing::TestWithParam<Case> {};

// 6 tasks of 4 s on 3 resources, of which one is away for 1.5 s, at whatever it does then.
TEST_P(ResourceCrash, LosesNoTask) {
  const auto [space, crash] = GetParam();
  const HostThatReturns platform(7, 5, crash, crash + 1.5);
  ScriptedRun run(platform.file());
  place(run, space, {{"checkpoint", "on"}, {"checkpoint_interval", "1"}});
  run.jobs({job_of(0, std::vector<Task>(6, task_of(4)))});
  const auto outcome = run.run();
  ASSERT_EQ(outcome.status, Status::done) << outcome.message;
  EXPECT_EQ(tasks_of(run), first(6));
  EXPECT_EQ(ScriptedRun::metric(outcome, "attempts"), 6 + ScriptedRun::metric(outcome, "attempts_lost"));
  EXPECT_LE(ScriptedRun::metric(outcome, "attempts_lost"), 1);
  EXPECT_EQ(run.lines("outages.csv").size(), 1u);
}

INSTANTIATE_TEST_SUITE_P(
    Dates, ResourceCrash,
    ::testing::ValuesIn(cases({0.03, 0.1, 0.14, 1, 1.1, 2.5, 4, 4.1, 4.13, 4.16, 4.2, 6})), name_of);

// Three tasks of 10 s on three resources, of which one goes at 3.5 s and is away for long. Its checkpoints of
// 1, 2 and 3 s are safe on three servers. The others are free at 10 s; one goes on with the 7 s that are
// left, until 17 s and the time of some messages. Without a checkpoint it would end at 20 s.
TEST(Checkpoints, OfAReplicatedSpaceLetAnotherResourceGoOn) {
  const HostThatReturns platform(7, 4, 3.5, 1000);
  ScriptedRun run(platform.file());
  place(run, Space::three, {{"checkpoint", "on"}, {"checkpoint_interval", "1"}});
  run.jobs({job_of(0, {task_of(10), task_of(10), task_of(10)})});
  const auto outcome = run.run();
  ASSERT_EQ(outcome.status, Status::done) << outcome.message;
  EXPECT_EQ(tasks_of(run), first(3));
  EXPECT_EQ(ScriptedRun::metric(outcome, "attempts_lost"), 1);
  EXPECT_GT(ScriptedRun::metric(outcome, "makespan"), 17);
  EXPECT_LT(ScriptedRun::metric(outcome, "makespan"), 18.5);
}

} // namespace returning_clients_test
} // namespace malha::testing
