// SPDX-License-Identifier: MIT
// How jobs of the batch scheduler are run: planned on a timeline, waited for or executed by actors on the
// nodes; on nodes or on cores; up to their walltimes or beyond.
#include "batch_program.hpp"
#include "tests/actors/support/scripted_run.hpp"
#include "tests/support/thrown.hpp"

#include <cmath>
#include <random>

namespace malha::testing {
namespace batch_execution_test {

constexpr int seven_nodes = 7;

/// Every seventh job is killed at its walltime; some keep it to the second.
std::vector<BatchJob> random_jobs(unsigned seed) {
  std::mt19937 random(seed);
  const auto draw = [&](int low, int high) {
    return low + static_cast<int>(random() % static_cast<unsigned>(high - low + 1));
  };
  std::vector<BatchJob> jobs;
  for (int i = 0, date = 0; i < 80; ++i) {
    date += draw(0, 3);
    const int run_time = draw(0, 20), size = std::min(seven_nodes, draw(1, 10));
    const int walltime = i % 7 == 0 ? draw(1, run_time + 1) : std::max(1, run_time + 3 * draw(0, 2));
    jobs.push_back({date, size, run_time, walltime});
  }
  return jobs;
}

class ExecutionsDifferential : public BatchProgram, public ::testing::WithParamInterface<const char*> {
protected:
  void run(const std::string& execution) {
    simulated(std::string("-d cluster.nodes --set policy=cluster/") + GetParam() +
                  " --set execution=" + execution,
              execution);
  }
  /// Dates and resources by row; all else as text.
  void expect_near(const std::string& out, const std::string& other) {
    CsvReader ours(folder_ / (out + "/jobs.csv")), theirs(folder_ / (other + "/jobs.csv"));
    while (ours.next()) {
      ASSERT_TRUE(theirs.next());
      for (const auto* column : {"job_id", "final_state", "allocated_resources", "requested_time"})
        EXPECT_EQ(ours.text(column), theirs.text(column)) << ours.place();
      for (const auto* column : {"starting_time", "finish_time"})
        EXPECT_NEAR(ours.real(column), theirs.real(column), 1e-9 * theirs.real(column)) << ours.place();
    }
    EXPECT_FALSE(theirs.next());
  }
};

// 10 Gflop on a host of 1 Gflop/s that they share with another process take 20 s: the walltime of 15 s comes
// first.
TEST_F(BatchProgram, KillsAtItsWalltimeWhatExternalLoadSlowsDown) {
  star(1);
  write_text(folder_ / "x.json", R"({"nb_res": 1, "jobs": [
    {"id": 1, "subtime": 0, "res": 1, "profile": "p", "walltime": 15},
    {"id": 2, "subtime": 0, "res": 1, "profile": "p", "walltime": 25}],
    "profiles": {"p": {"type": "parallel_homogeneous", "cpu": 1e10, "com": 0}}})");
  simulated("-d cluster.nodes --set policy=cluster/fcfs --set execution=exec --environment external_load");
  is_valid();
  EXPECT_EQ(columns("out/jobs.csv", {"job_id", "finish_time", "final_state"}),
            (Texts{"1 15 COMPLETED_WALLTIME_REACHED", "2 35 COMPLETED_SUCCESSFULLY"}));
}

TEST_P(ExecutionsDifferential, GiveTheSameDatesUnderInstantTransport) {
  star(seven_nodes);
  for (const unsigned seed : {1u, 2u, 3u}) {
    jobs(random_jobs(seed));
    for (const auto* execution : {"timeline", "messages", "exec"}) {
      run(execution);
      is_valid(execution);
    }
    const auto text = text_of(folder_ / "timeline/jobs.csv");
    EXPECT_EQ(text, text_of(folder_ / "messages/jobs.csv")) << "seed " << seed;
    EXPECT_NE(text.find("COMPLETED_WALLTIME_REACHED"), std::string::npos); // the test is about something
    EXPECT_GT(metric("max_waiting_time", "timeline"), 0);
    expect_near("exec", "timeline");
  }
}

/// With walltimes that no job reaches: those are counted from the first part of a job that starts.
std::vector<BatchJob> unlimited_jobs() {
  std::vector<BatchJob> jobs = random_jobs(4);
  for (auto& job : jobs)
    job.walltime = 2 * job.run_time + 10;
  return jobs;
}

TEST_P(ExecutionsDifferential, AreValidOnANetworkAndCountTheirMessages) {
  const auto all = unlimited_jobs();
  int parts = 0;
  for (const auto& job : all)
    parts += job.size;
  jobs(all);
  star(seven_nodes, "network");
  for (const auto* execution : {"messages", "exec"}) {
    run(execution);
    is_valid(execution);
    // A message of 1024 B starts each part, one of 1 B says that it has ended, and nothing is stopped.
    EXPECT_EQ(columns(std::string(execution) + "/messages.csv", {"kind", "number", "bytes"}),
              (Texts{"end " + std::to_string(parts) + " " + std::to_string(parts), "last_submission 1 1",
                     "start " + std::to_string(parts) + " " + std::to_string(1024 * parts), "stop 0 0",
                     "submission 80 81920"}));
  }
  expect_near("exec", "messages");
}

INSTANTIATE_TEST_SUITE_P(Of, ExecutionsDifferential,
                         ::testing::Values("fcfs", "easy_backfill", "conservative_backfill"),
                         [](const auto& one) { return std::string(one.param); });

class JobsOnANetwork : public BatchProgram {};

// First come first served: nothing can start earlier because something else is later.
TEST_F(JobsOnANetwork, StartAndEndLater) {
  jobs(unlimited_jobs());
  const std::string fcfs = "-d cluster.nodes --set policy=cluster/fcfs --set execution=";
  star(seven_nodes);
  simulated(fcfs + "timeline", "timeline");
  std::map<std::string, std::pair<Seconds, Seconds>> instant;
  for (CsvReader rows(folder_ / "timeline/jobs.csv"); rows.next();)
    instant[rows.text("job_id")] = {rows.real("starting_time"), rows.real("finish_time")};
  star(seven_nodes, "network");
  for (const auto* execution : {"messages", "exec"}) {
    simulated(fcfs + execution);
    for (CsvReader rows(folder_ / "out/jobs.csv"); rows.next();) {
      EXPECT_GT(rows.real("starting_time"), instant.at(rows.text("job_id")).first) << rows.place();
      EXPECT_GT(rows.real("finish_time"), instant.at(rows.text("job_id")).second) << rows.place();
    }
  }
}

// Job 0 has 7 parts. That on the master's own node starts before the others, whose messages take longer, and
// each part runs its 10 s: the job takes longer than its run time, and is still within its walltime.
TEST_F(JobsOnANetwork, MayRunAsLongAsTheirWalltimeOnSeveralNodes) {
  jobs({{0, seven_nodes, 10, 10}});
  star(seven_nodes, "network");
  simulated("-d cluster.nodes --set execution=messages");
  is_valid();
}

// The log says when a start was decided, jobs.csv when the message was at the node.
TEST_F(JobsOnANetwork, MayBeExplained) {
  jobs({{0, 1, 10, 20}});
  star(1, "network");
  simulated("-d cluster.nodes --set execution=messages --explain");
  is_valid();
}

// Jobs 0 and 1 are expected to end at 10, and do so later: job 1 by the message to its node, and its end is
// known one more message later. Meanwhile job 2 is promised the two nodes from 10 on.
TEST_F(JobsOnANetwork, MayEndLaterThanPromisedToConservativeBackfilling) {
  jobs({{0, 1, 10, 10}, {0, 1, 10, 10}, {1, 2, 5, 5}});
  star(2, "network");
  simulated("-d cluster.nodes --set policy=cluster/conservative_backfill --set execution=messages");
}

class OnOneNode : public ::testing::TestWithParam<const char*> {};

// The submitter is on host-1 and the node is host-2, each with a link of its own to the scheduler. A job
// arrives 1000 B after its submission, and starts 1024 B later; the next one starts when its end has come
// back, in 1 B, and 1024 B have gone to the node again.
TEST_P(OnOneNode, DatesAreLaterByTheMessagesOfANetwork) {
  ScriptedRun run(Settings{{"hosts", "3"}});
  run.jobs({job_of(0, {task_of(10e9)}), job_of(1, {task_of(5e9)}), job_of(100, {task_of(1e9)})});
  run.place("cluster/scheduler", "host-0", {{"nodes", "host-2"}, {"execution", GetParam()}},
            {{"", ScriptedRun::shipped("cluster/fcfs")}});
  run.place("workload/submitter", "host-1", {{"description", "1000"}});
  run.place("cluster/node", "host-2", {});
  const auto outcome = run.run();
  ASSERT_EQ(outcome.status, Status::done) << outcome.message;
  const Seconds first = transfer_time(1000) + transfer_time(1024);
  const Seconds second = first + 10 + transfer_time(1) + transfer_time(1024);
  const Seconds third = 100 + transfer_time(1001) + transfer_time(1024); // with it, that it is the last
  const std::vector<std::pair<Seconds, Seconds>> expected{
      {first, first + 10}, {second, second + 5}, {third, third + 1}};
  const auto rows = run.schedule();
  ASSERT_EQ(rows.size(), expected.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::istringstream row(rows[i]);
    int id = -1;
    Seconds start = -1, finish = -1;
    row >> id >> start >> finish;
    EXPECT_EQ(id, static_cast<int>(i));
    EXPECT_NEAR(start, expected[i].first, clock_precision);
    EXPECT_NEAR(finish, expected[i].second, clock_precision);
  }
  EXPECT_EQ(run.messages("start", "cluster/scheduler>cluster/node"), "3 3072");
  EXPECT_EQ(run.messages("end", "cluster/node>cluster/scheduler"), "3 3");
}

INSTANTIATE_TEST_SUITE_P(By, OnOneNode, ::testing::Values("messages", "exec"),
                         [](const auto& one) { return std::string(one.param); });

TEST(ExecutionOnNodes, NeedsAnActorOnEachOfThem) {
  ScriptedRun run(Settings{{"hosts", "3"}});
  run.jobs({job_of(0, {task_of(1e9)})});
  run.instant();
  run.place("cluster/scheduler", "host-0", {{"nodes", "host-[12]"}, {"execution", "messages"}},
            {{"", ScriptedRun::shipped("cluster/fcfs")}});
  run.place("cluster/node", "host-1", {});
  EXPECT_EQ(thrown<InputError>([&] { run.run(); }),
            "deployment.xml:1: actor 'cluster/scheduler' on host 'host-0': execution=messages needs an actor "
            "'cluster/node' on host 'host-2'; valid: deploy one on every node, or execution=timeline");
}

/// A job of two nodes: 10 Gflop each and what each sends to the other, on hosts of 1 Gflop/s.
class JobsThatExchangeData : public BatchProgram {
protected:
  void job(const std::string& bytes, int walltime = -1) {
    write_text(folder_ / "x.json", R"({"nb_res": 2, "jobs": [{"id": 5, "profile": "p", "subtime": 0, "res": 2,
      "walltime": )" + std::to_string(walltime) +
                                       R"(}],
      "profiles": {"p": {"type": "parallel_homogeneous", "cpu": 1e10, "com": )" +
                                       bytes + "}}}");
  }
  Seconds took() {
    CsvReader rows(folder_ / "out/jobs.csv");
    EXPECT_TRUE(rows.next());
    return rows.real("execution_time");
  }
};

TEST_F(JobsThatExchangeData, TakeLongerOnANetwork) {
  star(2, "network");
  job("0");
  simulated("-d cluster.nodes --set execution=exec");
  const Seconds without = took();
  EXPECT_NEAR(without, 10, 0.1); // beside the messages that start the two parts
  // 1e9 B over links of 12.5 MB/s: 80 s at least, beside the work.
  job("1e9");
  simulated("-d cluster.nodes --set execution=exec");
  is_valid();
  EXPECT_GT(took(), 80);
  // 1e6 B: within the time of the work.
  job("1e6");
  simulated("-d cluster.nodes --set execution=exec");
  EXPECT_NEAR(took(), without, 1e-3);
}

// Both parts are cut after 20 s of what would take 80.
TEST_F(JobsThatExchangeData, AreKilledAtTheirWalltime) {
  star(2, "network");
  job("1e9", 20);
  simulated("-d cluster.nodes --set execution=exec");
  EXPECT_EQ(columns("out/jobs.csv", {"final_state"}), Texts{"COMPLETED_WALLTIME_REACHED"});
  EXPECT_NEAR(took(), 20, 0.1);
}

TEST_F(JobsThatExchangeData, AreRefusedWhereNobodyKnowsTheirTime) {
  job("1e6");
  for (const std::string options : {"timeline --set transport=network", "messages --set transport=network",
                                    "exec --set transport=instant"}) {
    platform_ = "-p star --set platform.hosts=2";
    const auto said = simulate("-d cluster.nodes --set execution=" + options);
    EXPECT_EQ(said.status, 2);
    EXPECT_EQ(said.err,
              "malha: workload 'x.json': job 5 exchanges data, and only executions on a network know "
              "its time; valid: execution=exec with transport=network\n");
  }
}

class BatchJobs : public BatchProgram, public ::testing::WithParamInterface<const char*> {
protected:
  std::string executed() const { return std::string("-d cluster.nodes --set execution=") + GetParam() + " "; }
};

// One host of 4 cores. Jobs 0 to 3 take a core each; 4 waits for the lowest of them, and 5 for the 3 others.
TEST_P(BatchJobs, MayTakeCoresInsteadOfNodes) {
  platform_ = "-p star --set platform.hosts=1 --set platform.cores=4 --set transport=instant";
  jobs({{0, 1, 10, 10}, {0, 1, 10, 10}, {0, 1, 10, 10}, {0, 1, 10, 10}, {0, 1, 10, 10}, {0, 3, 5, 5}});
  simulated(executed() + "--set allocation=core");
  is_valid();
  EXPECT_EQ(schedule(), (Texts{"0 0 10 0", "1 0 10 1", "2 0 10 2", "3 0 10 3", "5 10 15 1-3", "4 10 20 0"}));
  EXPECT_EQ(lines("out/resources.csv"),
            (Texts{"0,host-0,1e+09,1,cluster,,1", "1,host-0,1e+09,1,cluster,,1",
                   "2,host-0,1e+09,1,cluster,,1", "3,host-0,1e+09,1,cluster,,1"}));
  // 4 x 10 + 10 + 3 x 5 core-seconds of 4 x 20.
  EXPECT_EQ(metric("utilisation"), 65.0 / 80);
}

// The same host as one node.
TEST_P(BatchJobs, TakeWholeNodesOtherwise) {
  platform_ = "-p star --set platform.hosts=1 --set platform.cores=4 --set transport=instant";
  jobs({{0, 1, 10, 10}, {0, 1, 10, 10}});
  simulated(executed());
  EXPECT_EQ(schedule(), (Texts{"0 0 10 0", "1 10 20 0"}));
  EXPECT_EQ(lines("out/resources.csv"), Texts{"0,host-0,1e+09,4,cluster,,1"});
}

// Job 0 is killed after 4 of its 10 s; job 1 ends as it reaches its walltime, by itself.
TEST_P(BatchJobs, AreKilledAtTheirWalltimeAndNotWhenTheyKeepIt) {
  star(2);
  jobs({{1, 1, 10, 4}, {1, 1, 4, 4}});
  simulated(executed());
  is_valid();
  EXPECT_EQ(columns("out/jobs.csv", {"job_id", "success", "final_state", "starting_time", "finish_time"}),
            (Texts{"0 0 COMPLETED_WALLTIME_REACHED 1 5", "1 1 COMPLETED_SUCCESSFULLY 1 5"}));
  EXPECT_EQ(metric("jobs_killed"), 1);
  EXPECT_EQ(metric("jobs_finished"), 2);
}

// EASY on 2 nodes. Job 0 is expected to end at 10, and runs to 30: at 10 it is expected at 20, and at 20,
// with its estimate doubled again, at 40. Job 1 needs both nodes, and is reserved them then. Job 2, of 9 s,
// does not end by 10, but does by 20: it starts at 10. Job 3, of 18 s, comes at 21 and ends by 40: it starts
// at once, to 39. Job 0 ends at 30, and job 1 can start at 39.
TEST_P(BatchJobs, RunOnBeyondTheirWalltimeWhereThatIsNoLimit) {
  star(2);
  jobs({{0, 1, 30, 10}, {1, 2, 5, 5}, {2, 1, 9, 9}, {21, 1, 18, 18}});
  simulated(executed() + "--set overrun=extend --explain");
  is_valid();
  EXPECT_EQ(schedule(), (Texts{"2 10 19 1", "0 0 30 0", "3 21 39 1", "1 39 44 0-1"}));
  EXPECT_EQ(metric("jobs_killed"), 0);
  Texts found;
  for (const auto& row : columns("out/decisions.csv", {"decision", "job_id", "time", "promised_start"}))
    if (row.find(" 1 ") != std::string::npos || row.find("void") == 0)
      found.push_back(row);
  EXPECT_EQ(found, (Texts{"wait 1 1 10", "void  10 ", "wait 1 10 20", "void  20 ", "wait 1 20 40",
                          "wait 1 30 39", "start 1 39 "}));
}

INSTANTIATE_TEST_SUITE_P(By, BatchJobs, ::testing::Values("timeline", "messages", "exec"),
                         [](const auto& one) { return std::string(one.param); });

} // namespace batch_execution_test
} // namespace malha::testing
