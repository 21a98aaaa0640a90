// SPDX-License-Identifier: MIT
// `malha export RUN --schedule FILE`: what Batsim writes of a whole schedule.
#include "results/export/batsim_schedule.hpp"
#include "results/files/csv_reader.hpp"
#include "results/files/result_files.hpp"
#include "tests/support/program.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace malha::testing {
namespace schedule_test {

using nlohmann::json;

class Schedule : public ::testing::Test {
protected:
  /// A folder as a run writes it, with these rows below the headers. Resources are numbered from 0.
  json of_run(const std::string& jobs, const std::vector<int>& slots) const {
    write_text(folder_ / "jobs.csv", header_of("jobs.csv") + "\n" + jobs);
    std::string resources = header_of("resources.csv") + "\n";
    for (std::size_t i = 0; i < slots.size(); ++i)
      resources +=
          std::to_string(i) + ",h" + std::to_string(i) + ",1,1,s,," + std::to_string(slots[i]) + "\n";
    write_text(folder_ / "resources.csv", resources);
    write_text(folder_ / "manifest.json", "{}");
    return batsim_schedule(folder_.path());
  }

  TemporaryFolder folder_;
};

/// A row of jobs.csv: number, submission, start, end, resources, final state.
std::string row(int job, double submitted, double start, double end, const std::string& resources,
                const std::string& state = "COMPLETED_SUCCESSFULLY") {
  std::ostringstream text;
  text << job << ",w,rigid," << submitted << ",1,-1,1," << state << ',' << start << ',' << end - start << ','
       << end << ',' << start - submitted << ',' << end - submitted << ",1," << resources << ",-1,," << job
       << ",,,s,0,0,0,1\n";
  return text.str();
}

const std::string rejected = "9,w,rigid,5,99,-1,0,REJECTED,,,,,,,,-1,,9,,,,0,0,0,1\n";

// Jobs: 1 comes at 10, runs on two nodes from 10 to 30; 2 comes at 10, runs on one from 30 to 40, and is
// killed; 3 comes at 20, starts and ends at 40: its slowdown counts as 1, as its stretch does. The rejected
// job came at 5. Batsim's makespan is the last end, 40, whenever the first job came. Waiting times 0, 20, 20;
// turnaround times 20, 30, 20; slowdowns 1, 30 / 10 = 3, 1. Three nodes until 40 are 120 s, of which they
// compute 2 * 20 + 10.
TEST_F(Schedule, HasTheNumbersOfTheRowsUnderBatsimsNames) {
  const auto schedule =
      of_run(row(1, 10, 10, 30, "0-1") + rejected + row(2, 10, 30, 40, "2", "COMPLETED_WALLTIME_REACHED") +
                 row(3, 20, 40, 40, "0"),
             {1, 1, 1});
  const json expected{{"consumed_joules", -1},
                      {"makespan", 40.0},
                      {"max_slowdown", 3.0},
                      {"max_turnaround_time", 30.0},
                      {"max_waiting_time", 20.0},
                      {"mean_slowdown", 5.0 / 3},
                      {"mean_turnaround_time", 70.0 / 3},
                      {"mean_waiting_time", 40.0 / 3},
                      {"nb_computing_machines", 3},
                      {"nb_grouped_switches", 0},
                      {"nb_jobs", 4},
                      {"nb_jobs_finished", 3},
                      {"nb_jobs_killed", 1},
                      {"nb_jobs_rejected", 1},
                      {"nb_jobs_success", 2},
                      {"nb_machine_switches", 0},
                      {"success_rate", 0.5},
                      {"time_computing", 50.0},
                      {"time_idle", 70.0},
                      {"time_sleeping", 0},
                      {"time_switching_off", 0},
                      {"time_switching_on", 0},
                      {"time_unavailable", 0.0}};
  EXPECT_EQ(schedule, expected) << schedule.dump(2);
}

// Node 0 runs two tasks at once from 5 to 10: it computes from 0 to 15. Node 1 is down from 4 to 8 and from
// 18 on: its task from 8 to 18 is all that it computes, and the run ends at 20. An attempt that was lost at 4
// computed from 1 to 4. Node 2 ends the run, from 19 to 20. Idle: 60 - (15 + 10 + 3 + 1) - (4 + 2) = 25.
TEST_F(Schedule, KnowsNodesThatRunSeveralTasksOrAreDown) {
  write_text(folder_ / "outages.csv", header_of("outages.csv") + "\n1,4,8\n1,18,\n");
  write_text(folder_ / "attempts.csv", header_of("attempts.csv") +
                                           "\n3,3,1,1,1,4,lost,3\n"
                                           "3,3,2,1,8,18,COMPLETED_SUCCESSFULLY,10\n");
  const auto schedule =
      of_run(row(1, 0, 0, 10, "0") + row(2, 0, 5, 15, "0") + row(3, 0, 8, 18, "1") + row(4, 0, 19, 20, "2"),
             {2, 1, 1});
  EXPECT_EQ(schedule["time_computing"], 29.0);
  EXPECT_EQ(schedule["time_unavailable"], 6.0);
  EXPECT_EQ(schedule["time_idle"], 25.0);
}

// Nodes 0 and 1 are switched off at 10 for 2 s, sleep from 12 to 20, and boot for 5 s, node 1 not before 22.
// Node 2 fails at 30 and is back at 31: it has not slept. The run ends at 40, and node 0 goes off again at
// 39, which takes until 41. Switches: at 10 two and at 39 one to sleep, at 20 and at 22 one to boot. Node 0
// sleeps 8 s, node 1 10 s; switching off takes 2 + 2 + 1 s up to the end, and booting 10 s. Nodes are 120 s,
// and 1 s of them is lost. They compute 3 + 10 s, so that 120 - 1 - 18 - 5 - 10 - 13 = 73 s are idle.
TEST_F(Schedule, KnowsNodesThatSleepAndWhatTheyConsume) {
  write_text(folder_ / "outages.csv", header_of("outages.csv") + "\n2,30,31\n");
  write_text(folder_ / "power_states.csv", header_of("power_states.csv") +
                                               "\nh0,10,switching_off,0\nh1,10,switching_off,0\nh0,12,off,0\n"
                                               "h1,12,off,0\nh0,20,switching_on,0\nh1,22,switching_on,0\n"
                                               "h0,25,on,0\nh1,27,on,0\nh2,30,off,0\nh2,31,on,0\n"
                                               "h0,39,switching_off,0\nh0,41,off,0\n");
  write_text(folder_ / "energy.csv", header_of("energy.csv") + "\nhost,h0,1,2,3,4,10\nall,,1,2,3,4,1234.5\n");
  const auto schedule = of_run(row(1, 0, 5, 8, "0") + row(2, 0, 30, 40, "1"), {1, 1, 1});
  EXPECT_EQ(schedule["consumed_joules"], 1234.5);
  EXPECT_EQ(schedule["nb_machine_switches"], 5);
  EXPECT_EQ(schedule["nb_grouped_switches"], 4);
  EXPECT_EQ(schedule["time_sleeping"], 18.0);
  EXPECT_EQ(schedule["time_switching_off"], 5.0);
  EXPECT_EQ(schedule["time_switching_on"], 10.0);
  EXPECT_EQ(schedule["time_unavailable"], 1.0);
  EXPECT_EQ(schedule["time_idle"], 73.0);
}

TEST_F(Schedule, OfARunInWhichAllWereRejectedHasNoTimes) {
  const auto schedule = of_run(rejected, {1});
  EXPECT_EQ(schedule["nb_jobs"], 1);
  EXPECT_EQ(schedule["success_rate"], 0.0);
  EXPECT_EQ(schedule["makespan"], 0);
  EXPECT_EQ(schedule["mean_slowdown"], 0);
}

// Batsim 5.0.0-rc2 writes one object, a line for each name, in order of the names, and numbers only; its own
// also has "batsim_version". The job comes at 1 and runs from 2 to 4 on one of two nodes: turnaround time 3,
// slowdown 3 / 2, and 2 * 4 - 2 = 6 s are idle.
TEST_F(Schedule, AsJsonHasTheLayoutOfBatsim5) {
  std::ostringstream text;
  write_schedule_json(of_run(row(1, 1, 2, 4, "0"), {1, 1}), text);
  EXPECT_EQ(text.str(), R"({
  "consumed_joules": -1,
  "makespan": 4.0,
  "max_slowdown": 1.5,
  "max_turnaround_time": 3.0,
  "max_waiting_time": 1.0,
  "mean_slowdown": 1.5,
  "mean_turnaround_time": 3.0,
  "mean_waiting_time": 1.0,
  "nb_computing_machines": 2,
  "nb_grouped_switches": 0,
  "nb_jobs": 1,
  "nb_jobs_finished": 1,
  "nb_jobs_killed": 0,
  "nb_jobs_rejected": 0,
  "nb_jobs_success": 1,
  "nb_machine_switches": 0,
  "success_rate": 1.0,
  "time_computing": 2.0,
  "time_idle": 6.0,
  "time_sleeping": 0,
  "time_switching_off": 0,
  "time_switching_on": 0,
  "time_unavailable": 0.0
}
)");
}

// The columns that tests of pybatsim expect of Batsim 4, but for those that depend on the machine or on
// Batsim.
TEST_F(Schedule, IsExportedAsBothVersionsOfBatsimWriteIt) {
  const auto said = run_shell("$MALHA simulate -p star --set platform.hosts=8 -d cluster.easy_backfill -w "
                              "rigid_jobs --set workload.jobs=20 -o run >/dev/null && "
                              "$MALHA export run --schedule schedule.json && "
                              "$MALHA export run --schedule out_schedule.csv",
                              folder_.path());
  ASSERT_EQ(said.status, 0) << said.err;
  EXPECT_EQ(said.out,
            "written: 20 jobs in Batsim's schedule.json\nwritten: 20 jobs in Batsim's schedule.csv\n");
  const auto of_5 = json::parse(text_of(folder_ / "schedule.json"));
  EXPECT_EQ(of_5, batsim_schedule(folder_ / "run"));
  CsvReader of_4(folder_ / "out_schedule.csv"), metrics(folder_ / "run/schedule.csv");
  ASSERT_TRUE(of_4.next() && metrics.next());
  EXPECT_EQ(of_4.names(), (std::vector<std::string>{"consumed_joules",
                                                    "makespan",
                                                    "max_slowdown",
                                                    "max_turnaround_time",
                                                    "max_waiting_time",
                                                    "mean_slowdown",
                                                    "mean_turnaround_time",
                                                    "mean_waiting_time",
                                                    "nb_computing_machines",
                                                    "nb_grouped_switches",
                                                    "nb_jobs",
                                                    "nb_jobs_finished",
                                                    "nb_jobs_killed",
                                                    "nb_jobs_rejected",
                                                    "nb_jobs_success",
                                                    "nb_machine_switches",
                                                    "success_rate",
                                                    "time_computing",
                                                    "time_idle",
                                                    "time_sleeping",
                                                    "time_switching_off",
                                                    "time_switching_on",
                                                    "time_unavailable"}));
  for (const auto& name : of_4.names())
    EXPECT_EQ(of_4.real(name), of_5[name].get<double>()) << name;
  for (const auto* name : {"makespan", "mean_waiting_time", "max_waiting_time", "mean_turnaround_time"})
    EXPECT_DOUBLE_EQ(of_4.real(name), metrics.real(name)) << name;
  EXPECT_FALSE(of_4.next());
}

} // namespace schedule_test
} // namespace malha::testing
