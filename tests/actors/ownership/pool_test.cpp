// SPDX-License-Identifier: MIT
// Pools of two machines of 1 flop/s on host-1, ann's, and host-2, bob's, with a decision every 20 s from 0
// on, a negotiation 10 s later, and 10 s until what was submitted is ready, unless it says otherwise.
#include "actors/environment/crash_plan.hpp"
#include "policies/sdk/numbers.hpp"
#include "tests/actors/support/scripted_run.hpp"

#include <sstream>

namespace malha::testing {
namespace pool_test {

using Lines = std::vector<std::string>;

Job bag_of(const std::string& user, Seconds submitted, int tasks, Flops work) {
  auto job = job_of(submitted, std::vector<Task>(static_cast<std::size_t>(tasks), task_of(work)));
  job.user = user;
  return job;
}

class PoolRun {
public:
  explicit PoolRun(const Settings& parameters, const std::string& ann = "ann",
                   const std::string& bob = "bob") {
    run_.place("ownership/pool", "host-0", parameters,
               {{"preemption", ScriptedRun::shipped("ownership/osep")},
                {"negotiation", ScriptedRun::shipped("ownership/owner_share")}});
    run_.place("ownership/machine", "host-1", {{"owner", ann}});
    run_.place("ownership/machine", "host-2", {{"owner", bob}});
  }

  Outcome run() {
    auto outcome = run_.run();
    EXPECT_EQ(outcome.status, Status::done) << outcome.message;
    return outcome;
  }
  ScriptedRun& scripted() { return run_; }

  Lines schedule() const { return run_.schedule(); }
  /// "task machine start end outcome work" of each line of attempts.csv.
  Lines attempts() const {
    Lines found;
    for (const auto& line : run_.lines("attempts.csv")) {
      const auto fields = fields_of(line); // job_id, job, attempt, allocated_resources, start, …
      found.push_back(fields.at(0) + " " + fields.at(3) + " " + fields.at(4) + " " + fields.at(5) + " " +
                      fields.at(6) + " " + fields.at(7));
    }
    return found;
  }
  static Lines fields_of(const std::string& line, char separator = ',') {
    Lines fields;
    std::istringstream in(line);
    for (std::string field; std::getline(in, field, separator);)
      fields.push_back(field);
    return fields;
  }

private:
  ScriptedRun run_{Settings{{"hosts", "3"}, {"speeds", "1"}}};
};

// Ann's tasks are ready at 10 and start then; bob's comes at 25 and is ready at 35. At 40 he is owed machine
// 1 or 0, and task 1, the later of two of one age, stops there. Task 2 starts at 50. At 110 machine 1 is
// free, and task 1 starts from zero.
const std::vector<Job> two_bags{bag_of("ann", 0, 2, 200), bag_of("bob", 25, 1, 50)};
const Lines expected{"2 50 100 1", "0 10 210 0", "1 110 310 1"};
const Lines expected_attempts{"1 1 10 40 preempted 0", "1 1 110 310 COMPLETED_SUCCESSFULLY 200"};

TEST(Pool, GivesOwnersTheirSharesBack) {
  PoolRun pool(Settings{});
  pool.scripted().instant();
  pool.scripted().jobs(two_bags);
  const auto outcome = pool.run();
  EXPECT_EQ(pool.schedule(), expected);
  EXPECT_EQ(pool.attempts(), expected_attempts);
  const auto metric = [&](const std::string& name) { return ScriptedRun::metric(outcome, name); };
  EXPECT_EQ(metric("preemptions"), 1);
  EXPECT_EQ(metric("attempts_preempted"), 1);
  EXPECT_EQ(metric("attempts_suspended"), 0);
  EXPECT_EQ(metric("wasted_time"), 30); // 10 to 40
  // A second of one of two machines is 50 pct_s.
  EXPECT_EQ(metric("policy_violation"), 25 * 50); // bob, from 25 to 50
  EXPECT_EQ(metric("loss_of_capacity"), 10 * 50); // machine 1, from 40 to 50
  EXPECT_EQ(metric("policy_cost"), 30 * 50);
  EXPECT_EQ(metric("share_shortfall.ann"), 10); // from 0 to 10
  EXPECT_EQ(metric("share_shortfall.bob"), 25);
  EXPECT_EQ(metric("first_start.ann"), 10);
  EXPECT_EQ(metric("first_start.bob"), 50);
  EXPECT_DOUBLE_EQ(metric("user_satisfaction.ann"), (100 * 200. / 210 + 100 * 200. / 310) / 2);
  EXPECT_DOUBLE_EQ(metric("user_satisfaction.bob"), 100 * 50. / 75);
}

// The tasks compute on their hosts, where nothing else runs.
TEST(Pool, ExecutesAsItPlans) {
  PoolRun pool(Settings{{"execution", "exec"}});
  pool.scripted().instant();
  pool.scripted().jobs(two_bags);
  pool.run();
  EXPECT_EQ(pool.schedule(), expected);
  EXPECT_EQ(pool.attempts(), expected_attempts);
}

// Task 1 keeps the 30 s until 40, and has 170 s left at 110.
TEST(Pool, GoesOnFromImages) {
  PoolRun pool(Settings{{"checkpoint", "on"}});
  pool.scripted().instant();
  pool.scripted().jobs(two_bags);
  const auto outcome = pool.run();
  EXPECT_EQ(pool.schedule(), (Lines{"2 50 100 1", "0 10 210 0", "1 110 280 1"}));
  EXPECT_EQ(pool.attempts(), (Lines{"1 1 10 40 suspended 30", "1 1 110 280 COMPLETED_SUCCESSFULLY 170"}));
  EXPECT_EQ(ScriptedRun::metric(outcome, "wasted_time"), 0);
  EXPECT_EQ(ScriptedRun::metric(outcome, "policy_cost"), 0);
  EXPECT_EQ(ScriptedRun::metric(outcome, "attempts_suspended"), 1);
}

// The image is written from 40 to 55, and machine 1 stays kept for bob, who gets it at 70. At 130 task 1 goes
// on.
TEST(Pool, WaitsForImages) {
  PoolRun pool(Settings{{"checkpoint", "on"}, {"checkpoint_cost", "15"}});
  pool.scripted().instant();
  pool.scripted().jobs(two_bags);
  const auto outcome = pool.run();
  EXPECT_EQ(pool.schedule(), (Lines{"2 70 120 1", "0 10 210 0", "1 130 300 1"}));
  EXPECT_EQ(pool.attempts(), (Lines{"1 1 10 55 suspended 30", "1 1 130 300 COMPLETED_SUCCESSFULLY 170"}));
  EXPECT_EQ(ScriptedRun::metric(outcome, "policy_cost"), 15 * 50);
  EXPECT_EQ(ScriptedRun::metric(outcome, "loss_of_capacity"), 30 * 50); // 40 to 70
}

/// That the lines of a schedule are these tasks, each with its start, its end and its machine.
void expect_near(const Lines& schedule, const std::vector<std::array<double, 4>>& expected_lines) {
  ASSERT_EQ(schedule.size(), expected_lines.size());
  for (std::size_t line = 0; line < schedule.size(); ++line) {
    const auto fields = PoolRun::fields_of(schedule[line], ' ');
    for (std::size_t field = 0; field < 4; ++field)
      EXPECT_NEAR(std::stod(fields.at(field)), expected_lines[line][field], clock_precision)
          << schedule[line];
  }
}

// One message for each: a task takes T(1024) to its machine, and so do a result and the order to stop; an
// image of nothing takes T(1). Tasks 0 and 1 are sent at 10. At 40 the order to stop is sent, and task 1
// stops T later. Task 2 is sent at 50 and ends at 50 + T + 50, and its result comes T later: before 110, when
// task 1 is sent again.
TEST(Pool, SendsTasksOrdersAndResults) {
  PoolRun pool(Settings{});
  pool.scripted().jobs(two_bags);
  const auto outcome = pool.run();
  const Seconds message = transfer_time(1024);
  expect_near(pool.schedule(),
              {{2, 50, 100 + message, 1}, {0, 10, 210 + message, 0}, {1, 110, 310 + message, 1}});
  const auto attempts = pool.attempts();
  ASSERT_EQ(attempts.size(), 2u);
  const auto stopped = PoolRun::fields_of(attempts[0], ' ');
  EXPECT_EQ(stopped.at(4), "preempted");
  EXPECT_EQ(stopped.at(2), "10");
  EXPECT_NEAR(std::stod(stopped.at(3)), 40 + message, clock_precision);
  EXPECT_EQ(pool.scripted().messages("start", "ownership/pool>ownership/machine"), "4 4096");
  EXPECT_EQ(ScriptedRun::metric(outcome, "loss_of_capacity"), 10 * 50);
}

// The image has 1 MiB, and goes to the machine with the task again. It kept the 30 s until the order came.
TEST(Pool, SendsImagesThereAndBack) {
  PoolRun pool(Settings{{"checkpoint", "on"}});
  pool.scripted().jobs(two_bags);
  pool.run();
  const Seconds order = transfer_time(1024), task_and_image = transfer_time(1024 + 1048576);
  const auto attempts = pool.attempts();
  ASSERT_EQ(attempts.size(), 2u);
  const auto kept = PoolRun::fields_of(attempts[0], ' '), last = PoolRun::fields_of(attempts[1], ' ');
  EXPECT_EQ(kept.at(4), "suspended");
  EXPECT_NEAR(std::stod(kept.at(3)), 40 + order, clock_precision);
  EXPECT_NEAR(std::stod(kept.at(5)), 30, clock_precision); // from 10 + T to 40 + T
  EXPECT_EQ(last.at(2), "110");
  EXPECT_NEAR(std::stod(last.at(3)), 110 + task_and_image + 170, 2 * clock_precision);
}

// Task 1 of host-2 is lost when that crashes, and known to be 5 s later; ann's other task ends at 110, which
// is a date of the negotiation.
TEST(Pool, RunsWhatACrashLostElsewhere) {
  RandomStreams random(0);
  const auto crash = environment::planned_crashes(1, 1, 100, random.stream("crashes")).front().date;
  ASSERT_GT(crash, 10); // the tasks have started
  PoolRun pool(Settings{{"detection_delay", "5"}});
  pool.scripted().instant();
  pool.scripted().environment("environment/crashes",
                              {{"share", "100"}, {"horizon", "100"}, {"hosts", "host-2"}});
  pool.scripted().jobs({bag_of("ann", 0, 2, 100)});
  const auto outcome = pool.run();
  EXPECT_EQ(pool.schedule(), (Lines{"0 10 110 0", "1 110 210 0"}));
  EXPECT_EQ(pool.attempts(),
            (Lines{"1 1 10 " + shortest(crash) + " lost 0", "1 0 110 210 COMPLETED_SUCCESSFULLY 100"}));
  EXPECT_EQ(ScriptedRun::metric(outcome, "attempts_lost"), 1);
  EXPECT_EQ(ScriptedRun::metric(outcome, "crashes"), 1);
}

// Nobody has a share or a name. At 10 two of three tasks start, in the order of their numbers; the first free
// machine at 110 gets the third.
TEST(Pool, RunsTasksWithoutUsersOnMachinesWithoutOwners) {
  PoolRun pool(Settings{}, "", "");
  pool.scripted().instant();
  pool.scripted().jobs({job_of(0, {task_of(100), task_of(100), task_of(100)})});
  const auto outcome = pool.run();
  EXPECT_EQ(pool.schedule(), (Lines{"0 10 110 0", "1 10 110 1", "2 110 210 0"}));
  EXPECT_EQ(ScriptedRun::metric(outcome, "preemptions"), 0);
  EXPECT_TRUE(std::none_of(outcome.metrics.begin(), outcome.metrics.end(), [](const auto& metric) {
    return metric.name.rfind("user_satisfaction", 0) == 0 || metric.name.rfind("share_shortfall", 0) == 0;
  }));
}

} // namespace pool_test
} // namespace malha::testing
