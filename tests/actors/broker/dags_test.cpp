// SPDX-License-Identifier: MIT
// DAGs under a broker: two resources of 1 flop/s, and links of 0.5 s and 1 B/s, so that 2 B take 2.5 s.
#include "tests/actors/support/diamond.hpp"

namespace malha::testing {
namespace broker_dags_test {

using Lines = std::vector<std::string>;

/// The list policy with other defaults: tasks by rank, each where it ends first.
PolicyDescriptor list_by_rank() {
  PolicyDescriptor policy = ScriptedRun::shipped("broker/list");
  for (auto& parameter : policy.parameters)
    parameter.default_value = parameter.name == "priority" ? "rank" : "earliest";
  return policy;
}

class BrokerDags : public ::testing::Test {
protected:
  void broker(const Settings& parameters, const std::string& policy = "broker/workqueue",
              const std::string& planner = "workflow/no_plan") {
    run_.place("broker/broker", "host-0", parameters,
               {{"", ScriptedRun::shipped(policy)}, {"planning", ScriptedRun::shipped(planner)}});
    run_.place("broker/worker", "host-[12]", {});
  }
  Outcome done() {
    const auto outcome = run_.run();
    EXPECT_EQ(outcome.status, Status::done) << outcome.message;
    return outcome;
  }

  ScriptedRun run_{Settings{{"hosts", "3"}, {"speeds", "1"}, {"latency", "0.5"}, {"bandwidth", "1"}}};
};

TEST_F(BrokerDags, TasksWaitForTheirParents) {
  run_.jobs({diamond()});
  run_.instant();
  broker({});
  const auto outcome = done();
  EXPECT_EQ(run_.schedule(), (Lines{"0 0 10 0", "1 10 30 0", "2 10 40 1", "3 40 50 0"}));
  EXPECT_EQ(run_.lines("dag_tasks.csv"),
            (Lines{"0,0,split,,0,0", "1,0,left,0,0,0", "2,0,right,0,0,0", "3,0,join,1-2,0,0"}));
  EXPECT_EQ(ScriptedRun::metric(outcome, "mean_bag_turnaround_time"), 50);
  for (const auto& metric : outcome.metrics)
    EXPECT_NE(metric.name, "transferred_bytes"); // ends are planned: there is no message with data
}

// Each of the four tasks reads and makes its file by messages of the broker: 0 reads nothing, 1 and 2 read 2
// B, 3 reads 4 B; 0, 1 and 2 make 2 B.
TEST_F(BrokerDags, DataThatComeWithMessagesAreCounted) {
  Job job = diamond();
  const std::vector<Bytes> inputs{0, 2, 2, 4}, outputs{2, 2, 2, 0};
  for (std::size_t i = 0; i < job.tasks.size(); ++i) {
    job.tasks[i].input = inputs[i];
    job.tasks[i].output = outputs[i];
  }
  run_.jobs({job, job_of(1, {task_of(10)})});
  broker({});
  EXPECT_EQ(ScriptedRun::metric(done(), "transferred_bytes"), 14);
}

TEST_F(BrokerDags, BagsTransferNothing) {
  run_.jobs({job_of(0, {task_of(10), task_of(10)})});
  broker({{"data", "lazy"}});
  for (const auto& metric : done().metrics)
    EXPECT_TRUE(metric.name != "transferred_bytes" && metric.name != "mean_critical_path") << metric.name;
}

// 1 finds the file of 0 on its resource. 2 gets its resource at 10 s and fetches the file until 12.5 s. So it
// ends at 42.5 s. 3 finds the file of 1, and fetches that of 2 until 45 s.
// Two files of 2 B were fetched. The path 0, 2, 3 computes 10 + 30 + 10 s of the 55 s.
TEST_F(BrokerDags, ATaskFetchesItsDataWhenItIsAssigned) {
  run_.jobs({diamond()});
  run_.instant();
  run_.set("explain", "on");
  broker({{"data", "lazy"}});
  const auto outcome = done();
  EXPECT_EQ(run_.schedule(), (Lines{"0 0 10 0", "1 10 30 0", "2 12.5 42.5 1", "3 45 55 0"}));
  EXPECT_EQ(ScriptedRun::metric(outcome, "transferred_bytes"), 4);
  EXPECT_EQ(ScriptedRun::metric(outcome, "mean_critical_path"), 50);
  EXPECT_EQ(run_.lines("dag_starts.csv"), (Lines{"0,0,0,,0", "1,0,10,,0", "2,1,10,12.5,2", "3,0,42.5,45,2"}));
}

// HEFT: ranks 10 + 2.5 + 30 + 2.5 + 10 = 55, 32.5 + 10 = 42.5 for 2, then 1, then 3. 0 and 2 on resource 0: 0
// to 10, 10 to 40. 1 on resource 1: 12.5 to 32.5. 3 on resource 0 at 40, where the file of 1 is since 35.
// Carried out with data that leave when they are made, it is the same. The longest way takes 10 + 30 + 10 s
// and all tasks 70 s.
TEST_F(BrokerDags, APlanIsCarriedOut) {
  run_.jobs({diamond()});
  run_.instant();
  run_.set("explain", "on");
  broker({{"data", "eager"}}, "broker/workqueue", "workflow/heft");
  const auto outcome = done();
  EXPECT_EQ(run_.schedule(), (Lines{"0 0 10 0", "1 12.5 32.5 1", "2 10 40 0", "3 40 50 0"}));
  EXPECT_EQ(ScriptedRun::metric(outcome, "mean_slr"), 1);
  EXPECT_EQ(ScriptedRun::metric(outcome, "mean_speedup"), 1.4);
  EXPECT_EQ(ScriptedRun::metric(outcome, "mean_efficiency"), 0.7);
  // The file of 0 came to resource 1 at 12.5. 3 reads the file of 1, on resource 0 since 35, and that of 2.
  EXPECT_EQ(ScriptedRun::metric(outcome, "transferred_bytes"), 4);
  EXPECT_EQ(run_.lines("dag_starts.csv"), (Lines{"0,0,0,,0", "2,0,10,,0", "1,1,12.5,12.5,2", "3,0,40,40,2"}));
}

// The same plan, but 3 fetches the file of 1 when 2 has ended, at 40 s.
TEST_F(BrokerDags, APlanIsCarriedOutWithDataThatAreFetched) {
  run_.jobs({diamond()});
  run_.instant();
  broker({{"data", "lazy"}}, "broker/workqueue", "workflow/heft");
  done();
  EXPECT_EQ(run_.schedule(), (Lines{"0 0 10 0", "1 12.5 32.5 1", "2 10 40 0", "3 42.5 52.5 0"}));
}

// Min-min at 10 s: 1 would end at 30 s on resource 0, where the file is, and at 32.5 s on resource 1; 2 at 40
// s and 42.5 s. 1 is first, on resource 0; then 2 on resource 1. At 42.5 s task 3 ends at 55 s on resource 0,
// which fetches the file of 2, and on resource 1 as well, which fetches that of 1: the lower one.
TEST_F(BrokerDags, MinMinCountsTheTimeOfData) {
  run_.jobs({diamond()});
  run_.instant();
  broker({{"data", "lazy"}}, "broker/min_min");
  done();
  EXPECT_EQ(run_.schedule(), (Lines{"0 0 10 0", "1 10 30 0", "2 12.5 42.5 1", "3 45 55 0"}));
}

// Run times of their own: 0 takes 4 s on resource 1, 2 takes 5 s there. List scheduling by rank, to the
// resource on which a task ends first. 0 goes to resource 1: 0 to 4. At 4 s task 2 has the greater rank, (30
// + 5) / 2 against (20 + 20) / 2 is 17.5 against 20: so 1 is first, on resource 1 (24 s against 26.5 s), then
// 2 on resource 0: 6.5 to 36.5. 3 at 36.5 s: on resource 0 it fetches the file of 1: 39 to 49. The least
// times along 0, 1 and 3 are 4 + 20 + 10 s, and resource 1 alone would need 4 + 20 + 5 + 10 s.
TEST_F(BrokerDags, TasksHaveTimesOfTheirOwnOnEachResource) {
  Job job = diamond();
  auto details = std::make_shared<DagDetails>(*job.details);
  details->run_times = {10, 4, 20, 20, 30, 5, 10, 10};
  details->latencies = {0.5};
  details->bandwidths = {1};
  job.details = details;
  run_.jobs({job});
  run_.instant();
  run_.place("broker/broker", "host-0", {{"data", "lazy"}},
             {{"", list_by_rank()}, {"planning", ScriptedRun::shipped("workflow/no_plan")}});
  run_.place("broker/worker", "host-[12]", {});
  const auto outcome = done();
  EXPECT_EQ(run_.schedule(), (Lines{"0 0 4 1", "1 4 24 1", "2 6.5 36.5 0", "3 39 49 0"}));
  EXPECT_DOUBLE_EQ(ScriptedRun::metric(outcome, "mean_slr"), 49.0 / 34);
  EXPECT_DOUBLE_EQ(ScriptedRun::metric(outcome, "mean_speedup"), 39.0 / 49);
}

// Over the network 2 fetches the file of 0, and 3 that of 2 or of 1: two files of 2 B in all. Tasks begin
// later than above by the messages of the broker, which take the latency.
TEST_F(BrokerDags, ResourcesFetchDataFromEachOtherOverTheNetwork) {
  run_.jobs({diamond()});
  broker({{"data", "lazy"}, {"description", "0"}, {"result", "0"}});
  const auto outcome = done();
  EXPECT_EQ(run_.messages("data", "host>host"), "2 4");
  EXPECT_EQ(ScriptedRun::metric(outcome, "transferred_bytes"), 4);
  EXPECT_EQ(ScriptedRun::metric(outcome, "jobs_finished"), 4);
  EXPECT_GT(ScriptedRun::metric(outcome, "makespan"), 55);
}

} // namespace broker_dags_test
} // namespace malha::testing
