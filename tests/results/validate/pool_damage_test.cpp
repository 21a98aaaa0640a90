// SPDX-License-Identifier: MIT
// Schedules of pools that the program wrote, damaged in one way at a time, and what is found.
//
// Two users own two machines each: user-1 host-0 and host-1, user-2 host-2 and host-3. All tasks take 100 s.
// User-1 comes at 0 with tasks 0 to 3, which start at 10 on hosts 0 to 3. User-2 comes at 35 with tasks 4 to
// 6, which are visible at 45. At 60, when all have run for 50 s, those with the highest numbers stop, 3
// and 2. Tasks 4 and 5 have their hosts, 2 and 3, from 70 to 170. Tasks 2 and 3 start again at 110, when 0
// and 1 end and user-1 is owed both hosts, and run until 210, or with images until 160. Task 6 runs from 170
// to 270.
#include "tests/results/support/damage.hpp"

namespace malha::testing {
namespace pool_damage_test {

using Texts = std::vector<std::string>;

class PoolDamage : public DamagedRun {
protected:
  PoolDamage() : PoolDamage("", "-p owned_pool --set platform.machines=2,2") {}
  /// `prepared` are commands before that, which end in &&.
  PoolDamage(const std::string& prepared, const std::string& options) {
    const auto said =
        run_shell(prepared +
                      "\"$MALHA\" simulate -d ownership.osep -w user_bags --set workload.tasks=4,3 "
                      "--set workload.lengths=100 --set workload.dates=0,35 "
                      "--set transport=instant -o out " +
                      options,
                  folder_.path());
    EXPECT_EQ(said.status, 0) << said.err;
  }

  Texts violations_of(const Fields& changed) const {
    changed.write();
    return violations();
  }
  /// With another value in one row.
  Texts violations_of(Fields file, std::size_t row, const std::string& column,
                      const std::string& value) const {
    file.at(row, column) = value;
    return violations_of(file);
  }

  static std::size_t row_of(Fields& file, const std::string& job, const std::string& attempt = "") {
    return find(file, [&](auto row) {
      return file.at(row, "job_id") == job && (attempt.empty() || file.at(row, "attempt") == attempt);
    });
  }
};

/// The work of tasks that stop is kept.
class PoolDamageWithImages : public PoolDamage {
protected:
  PoolDamageWithImages() : PoolDamage("", "-p owned_pool --set platform.machines=2,2 --set checkpoint=on") {}
};

/// Host-3 is down from 90 to 95 and loses task 5, which starts there again at 110, and ends at 210. Host-0 is
/// down from 220 to 230, when it is idle.
class PoolDamageWithCrashes : public PoolDamage {
protected:
  PoolDamageWithCrashes()
      : PoolDamage("\"$MALHA\" platform owned_pool --set platform.machines=2,2 >pool.xml && "
                   "sed -i 's|<host id=\"\\(host-[03]\\)\"|& state_file=\"\\1\"|' pool.xml && "
                   "printf '90 0\\n95 1\\n' >host-3 && printf '220 0\\n230 1\\n' >host-0 && ",
                   "-p pool.xml") {}
};

TEST_F(PoolDamage, IsNoneWhereNothingWasTouched) {
  EXPECT_EQ(violations(), Texts{});
  EXPECT_EQ(validate().out.find("not checked"), std::string::npos);
  auto jobs = file("jobs.csv"), attempts = file("attempts.csv");
  EXPECT_EQ(row_of(jobs, "2"), 4u); // line 6, behind tasks 0, 1, 4 and 5, which end earlier
  EXPECT_EQ(attempts.rows(), 4u);   // two of each of tasks 2 and 3
}

TEST_F(PoolDamage, AnAttemptThatStartsBeforeItsSubmission) {
  // Nobody had host-2 before. The attempt takes 65 s instead of 50, and both that were preempted 115.
  EXPECT_EQ(violations_of(file("attempts.csv"), 0, "start", "-5"),
            (Texts{"start >= submission: job 2 (out/attempts.csv:2) starts at -5, submitted at 0",
                   "attempts: job 2 (out/jobs.csv:6) has wasted_time 50, its other attempts took 65",
                   "metrics: wasted_time is 100 in schedule.csv, the rows say 115"}));
}

TEST_F(PoolDamage, AttemptsOutOfOrder) {
  auto attempts = file("attempts.csv");
  std::swap(attempts.at(0, "attempt"), attempts.at(1, "attempt"));
  EXPECT_EQ(violations_of(attempts), Texts{"attempts: job 2 (out/attempts.csv:2) is attempt 2, and starts "
                                           "before attempt 1, or with it on a lower resource"});
}

// Task 3 has host-1 then.
TEST_F(PoolDamage, TwoTasksOnAMachine) {
  auto attempts = file("attempts.csv"), jobs = file("jobs.csv");
  attempts.at(row_of(attempts, "2", "2"), "allocated_resources") = "1";
  attempts.write();
  EXPECT_EQ(violations_of(jobs, row_of(jobs, "2"), "allocated_resources", "1"),
            Texts{"capacity: host-1 runs 2 tasks at 110 (job 3 the last) and has 1 slot"});
}

// In this run nothing is resumed, so that the 50 s were wasted.
TEST_F(PoolDamage, APreemptionSaidToBeASuspension) {
  EXPECT_EQ(violations_of(file("attempts.csv"), 0, "outcome", "suspended"),
            (Texts{"attempts: job 2 (out/attempts.csv:2) is 'suspended', and no task of this run is resumed",
                   "attempts: job 2 (out/jobs.csv:6) has wasted_time 50, its other attempts took 0",
                   "metrics: attempts_preempted is 2 in schedule.csv, the rows say 1",
                   "metrics: attempts_suspended is 0 in schedule.csv, the rows say 1",
                   "metrics: wasted_time is 100 in schedule.csv, the rows say 50"}));
}

TEST_F(PoolDamage, AnotherNumberOfPreemptions) {
  auto jobs = file("jobs.csv");
  EXPECT_EQ(
      violations_of(jobs, row_of(jobs, "2"), "preemptions", "2"),
      Texts{"attempts: job 2 (out/jobs.csv:6) has 2 preemptions, and 1 attempt that stopped for another "
            "user"});
  EXPECT_EQ(violations_of(jobs, row_of(jobs, "0"), "preemptions", "1"),
            Texts{"attempts: job 0 (out/jobs.csv:2) has 1 preemption and no restart"});
}

// User-1 now owns three machines and user-2 one. When the second of the two tasks stops, user-1 holds three.
TEST_F(PoolDamage, AMachineOfAnotherOwner) {
  EXPECT_EQ(
      violations_of(file("resources.csv"), 2, "owner", "user-1"),
      (Texts{"shares: 2 tasks stopped at 60, and 1 machine was owed to users with tasks",
             "shares: 2 tasks stopped at 60 for user 'user-2', who was owed 1 machine",
             "shares: job 3 (out/attempts.csv:4) stopped at 60, when user 'user-1' held 3 machines of a "
             "share of 3"}));
}

// User-1 holds 4 of 2, but user-2 has no share.
TEST_F(PoolDamage, PreemptionsForAUserWhoIsOwedNothing) {
  auto machines = file("resources.csv");
  machines.at(2, "owner") = machines.at(3, "owner") = "";
  EXPECT_EQ(violations_of(machines),
            (Texts{"shares: 2 tasks stopped at 60, and 0 machines were owed to users with tasks",
                   "shares: 2 tasks stopped at 60 for user 'user-2', who was owed 0 machines"}));
}

// User-1 owns all four, and user-3 four that no one uses.
TEST_F(PoolDamage, PreemptionsOfAUserWhoHoldsHisShare) {
  auto machines = file("resources.csv");
  machines.at(2, "owner") = machines.at(3, "owner") = "user-1";
  for (int more = 0; more < 2; ++more) {
    machines.repeat(machines.rows() - 1);
    machines.set(machines.rows() - 1, "index", static_cast<double>(machines.rows() - 1));
    machines.at(machines.rows() - 1, "owner") = "user-2";
  }
  EXPECT_EQ(
      violations_of(machines),
      (Texts{"shares: job 2 (out/attempts.csv:2) stopped at 60, when user 'user-1' held 4 machines of a "
             "share of 4",
             "shares: job 3 (out/attempts.csv:4) stopped at 60, when user 'user-1' held 3 machines of a "
             "share of 4"}));
}

// Seven tasks and two more attempts; the bags end at 210 and, after 235 s, at 270.
TEST_F(PoolDamage, AMetricThatDoesNotFollowFromTheRows) {
  const auto schedule = file("schedule.csv");
  for (const auto& [metric, value] : {std::pair("attempts", "9"),
                                      {"attempts_preempted", "2"},
                                      {"attempts_lost", "0"},
                                      {"crashes", "0"},
                                      {"wasted_time", "100"},
                                      {"mean_bag_turnaround_time", "222.5"}})
    EXPECT_EQ(violations_of(schedule, 0, metric, "7"),
              Texts{"metrics: " + std::string(metric) + " is 7 in schedule.csv, the rows say " + value});
  EXPECT_EQ(violations_of(schedule, 0, "preemptions", "3"),
            Texts{"metrics: preemptions is 3 in schedule.csv, and 2 attempts stopped"});
}

// Tasks of user-1 wait for 10, 10, 110 and 110 s.
TEST_F(PoolDamage, ARowOfUsersThatDoesNotFollowFromTheJobs) {
  const auto users = file("users.csv");
  EXPECT_EQ(violations_of(users, 0, "mean_waiting_time", "61"),
            Texts{"users: mean_waiting_time of 'user-1' (out/users.csv:2) is 61, the rows say 60"});
  EXPECT_EQ(violations_of(users, 0, "user", "user-3"),
            (Texts{"users: 'user-3' (out/users.csv:2) has a row above, or no jobs that count",
                   "users: 'user-1' has jobs that count, and no row in users.csv"}));
}

// Line 4: tasks 0 and 1 end before task 2.
TEST_F(PoolDamageWithImages, WorkLostBetweenAttempts) {
  EXPECT_EQ(violations(), Texts{});
  EXPECT_EQ(violations_of(file("attempts.csv"), 0, "work", "3e+10"),
            Texts{"work: job 2 (out/jobs.csv:4) has 1e+11 flop of work, of which its attempts did 8e+10"});
}

// In 50 s the host does 5e10 flop. The sum is still the work of the task.
TEST_F(PoolDamageWithImages, MoreWorkKeptThanWasDone) {
  auto attempts = file("attempts.csv");
  attempts.at(0, "work") = "8e+10";
  EXPECT_EQ(
      violations_of(attempts, 1, "work", "2e+10"),
      Texts{"work: job 2 (out/attempts.csv:2) is 'suspended' after 50 s, and cannot have done 8e+10 flop "
            "that count"});
}

// Its 50 s would be wasted, and no work of it would count.
TEST_F(PoolDamageWithImages, ASuspensionSaidToBeAPreemption) {
  EXPECT_EQ(violations_of(file("attempts.csv"), 0, "outcome", "preempted"),
            (Texts{"attempts: job 2 (out/jobs.csv:4) has wasted_time 0, its other attempts took 50",
                   "work: job 2 (out/attempts.csv:2) is 'preempted' after 50 s, and cannot have done 5e+10 "
                   "flop that count",
                   "metrics: attempts_preempted is 0 in schedule.csv, the rows say 1",
                   "metrics: attempts_suspended is 2 in schedule.csv, the rows say 1",
                   "metrics: wasted_time is 0 in schedule.csv, the rows say 50"}));
}

// 5e10 flop are left of task 2, which are done after 50 s.
TEST_F(PoolDamageWithImages, ALastAttemptCutShort) {
  auto attempts = file("attempts.csv"), jobs = file("jobs.csv");
  attempts.at(1, "start") = "120";
  attempts.write();
  const auto row = row_of(jobs, "2");
  move(jobs, row, 120, jobs.number(row, "finish_time"));
  const auto found = broken(jobs);
  EXPECT_EQ(found, (Rules{"speed", "work", "metrics", "users"}));
}

// Outages are written when they end: that of host-3 first. Task 5 has two attempts, of which one is lost.
TEST_F(PoolDamageWithCrashes, ACrashGone) {
  EXPECT_EQ(violations(), Texts{});
  EXPECT_EQ(validate().out.find("not checked"), std::string::npos);
  auto attempts = file("attempts.csv");
  const auto line = std::to_string(row_of(attempts, "5", "1") + 2);
  auto outages = file("outages.csv");
  outages.erase(0);
  EXPECT_EQ(violations_of(outages), (Texts{"attempts: job 5 (out/attempts.csv:" + line +
                                               ") is lost at 90, when none of its resources fails",
                                           "metrics: crashes is 2 in schedule.csv, the rows say 1"}));
}

TEST_F(PoolDamageWithCrashes, ACrashOfAnIdleMachineGone) {
  auto outages = file("outages.csv");
  outages.erase(1);
  EXPECT_EQ(violations_of(outages), Texts{"metrics: crashes is 2 in schedule.csv, the rows say 1"});
}

// At 90 user-1 holds both of his hosts, and user-2 holds more than the one of his that is up: nobody is owed
// a host. Host-3 goes to user-2 again.
TEST_F(PoolDamageWithCrashes, ALossSaidToBeAPreemption) {
  auto attempts = file("attempts.csv");
  EXPECT_EQ(
      violations_of(attempts, row_of(attempts, "5", "1"), "outcome", "preempted"),
      (Texts{
          "attempts: job 5 (out/jobs.csv:7) has 0 preemptions, and 1 attempt that stopped for another user",
          "shares: 1 task stopped at 90, and 0 machines were owed to users with tasks",
          "shares: 1 task stopped at 90 for user 'user-2', who was owed 0 machines",
          "metrics: attempts_lost is 1 in schedule.csv, the rows say 0",
          "metrics: attempts_preempted is 2 in schedule.csv, the rows say 3",
          "metrics: preemptions is 2 in schedule.csv, and 3 attempts stopped"}));
}

} // namespace pool_damage_test
} // namespace malha::testing
