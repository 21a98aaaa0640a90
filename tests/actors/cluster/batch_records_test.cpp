// SPDX-License-Identifier: MIT
// What the batch scheduler writes down, on one example of four jobs under EASY.
#include "batch_program.hpp"
#include "results/explain/explanation.hpp"

#include <set>
#include <sstream>

namespace malha::testing {
namespace batch_records_test {

/// Two nodes. Job 0 runs 0-10. Job 1 comes at 1, needs both nodes, and is reserved them from 10 on. Job 2, of
/// 3 s, comes at 2 and ends by 10: 2-5. Job 3 comes at 3; at 5 there is a node for it, but its 9 s would
/// delay job 1. At 10 job 1 starts, and job 3 is reserved a node for 15, where it starts: 15-19.
class FourJobs : public BatchProgram {
protected:
  FourJobs() {
    star(2);
    jobs({{0, 1, 10, 10, "ann"}, {1, 2, 5, 5, "bob"}, {2, 1, 3, 3, "ann"}, {3, 1, 4, 9, "bob"}});
  }
  void run(const std::string& options = "") { simulated("-d cluster.easy_backfill " + options); }
  /// Cut at 12: jobs 0 and 2 have ended, job 1 runs, job 3 waits.
  void run_cut_at_12(const std::string& options = "") {
    const auto said = simulate("-d cluster.easy_backfill --set max_time=12 " + options);
    EXPECT_EQ(said.status, 4);
    EXPECT_EQ(said.err.find("malha: cut at max_time=12 s"), 0u) << said.err;
  }
};

TEST_F(FourJobs, RunAsTheirStorySays) {
  run();
  is_valid();
  EXPECT_EQ(schedule(), (Texts{"2 2 5 1", "0 0 10 0", "1 10 15 0-1", "3 15 19 0"}));
}

TEST_F(FourJobs, AreExplainedByADecisionLogThatSaysWhatChanges) {
  run("--set explain=on");
  is_valid();
  EXPECT_EQ(text_of(folder_ / "out/decisions.csv"), "time,job,job_id,decision,reason,promised_start\n"
                                                    "0,0,0,start,head,\n"
                                                    "1,1,1,wait,head_reserved,10\n"
                                                    "2,2,2,start,ends_by_shadow_time,\n"
                                                    "3,3,3,wait,too_few_nodes,\n"
                                                    "5,3,3,wait,would_delay_reservation,\n"
                                                    "10,1,1,start,head,\n"
                                                    "10,3,3,wait,head_reserved,15\n"
                                                    "15,3,3,start,head,\n");
}

TEST_F(FourJobs, KeepNoLogUnlessItIsWanted) {
  run();
  for (const auto* file :
       {"decisions.csv", "series.csv", "machine_states.csv", "attempts.csv", "outages.csv"})
    EXPECT_FALSE(std::filesystem::exists(folder_ / "out" / file)) << file;
}

TEST_F(FourJobs, AreExplainedOneByOne) {
  const std::vector<std::pair<std::string, std::string>> answers{
      {"3@2.5", "job 3 at t=2.5 s: is not known yet"},
      {"3@3", "job 3 at t=3 s: waits (too_few_nodes) since t=3 s"},
      {"3@7", "job 3 at t=7 s: waits (would_delay_reservation) since t=5 s"},
      {"3@14.5", "job 3 at t=14.5 s: waits (head_reserved, start promised at 15) since t=10 s"},
      {"3@100", "job 3 at t=100 s: has started (head) since t=15 s"},
      {"2@2", "job 2 at t=2 s: has started (ends_by_shadow_time) since t=2 s"},
      {"9@2", "there is no job 9 (0 to 3)"}};
  for (const auto& [asked, answer] : answers) {
    const auto said = simulate("-d cluster.easy_backfill --explain=" + asked);
    EXPECT_EQ(said.status, 0) << said.err;
    EXPECT_NE(said.out.find("\n" + answer + "\n"), std::string::npos) << said.out;
  }
}

// At 3 jobs 0 and 2 have the two nodes, and job 1 waits since 1. At 5 job 2 ends. At 10 job 1 starts on both.
TEST_F(FourJobs, AreToldTheirWholeWait) {
  const auto said = simulate("-d cluster.easy_backfill --explain=3");
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_NE(said.out.find("\njob 3 needs 1 of 2 nodes; submitted at 3 s, started at 15 s, after 12 s\n"
                          "  from 3 s to 5 s: too_few_nodes (fewer nodes were free than it needs)\n"
                          "    0 of 2 nodes free; waiting before it: 1 job (1); running: 2 jobs (0, 2)\n"
                          "  from 5 s to 10 s: would_delay_reservation (it fitted, but would have delayed a\n"
                          "  job that has a reservation)\n"
                          "    1 of 2 nodes free; waiting before it: 1 job (1); running: 1 job (0)\n"
                          "  from 10 s to 15 s: head_reserved (first of the jobs that waited; nodes were\n"
                          "  reserved for it), start promised at 15 s\n"
                          "    0 of 2 nodes free; running: 1 job (1)\n"
                          "  at 15 s started: head (first of the queue, and it fits)\n"),
            std::string::npos)
      << said.out;
}

// Job 2 comes after job 1 and starts before it, on the node that was free.
TEST_F(FourJobs, AreToldWhoOvertookThem) {
  const auto said = simulate("-d cluster.easy_backfill --explain=1");
  EXPECT_NE(said.out.find("\njob 1 needs 2 of 2 nodes; submitted at 1 s, started at 10 s, after 9 s\n"
                          "  from 1 s to 10 s: head_reserved (first of the jobs that waited; nodes were\n"
                          "  reserved for it), start promised at 10 s\n"
                          "    0 to 1 of 2 nodes free; overtook it: 1 job (2); running: 1 job (0)\n"
                          "  at 10 s started: head (first of the queue, and it fits)\n"),
            std::string::npos)
      << said.out;
}

TEST_F(FourJobs, AreToldWhereThereIsNothingToTell) {
  EXPECT_NE(simulate("-d cluster.easy_backfill --explain=9").out.find("\nthere is no job 9 (0 to 3)\n"),
            std::string::npos);
  EXPECT_NE(simulate("-d cluster.easy_backfill --explain=2")
                .out.find("\njob 2 needs 1 of 2 nodes; submitted at 2 s, started at once\n"
                          "  at 2 s started: ends_by_shadow_time (it fits, and ends before the nodes\n"
                          "  reserved for the first job are needed)\n"),
            std::string::npos);
}

// The reasons that policies give are those that the page lists, and each has its words.
TEST(Explanation, HasWordsForEveryReason) {
  std::istringstream lines(text_of(MALHA_SOURCE_FOLDER "/docs/batch.md"));
  std::set<std::string> listed, known;
  for (std::string line; std::getline(lines, line);)
    for (const auto* decision :
         {" | start | ", " | wait | ", " | deallocate | ", " | begin | ", " | reject | "})
      if (const auto end = line.find(decision); end != std::string::npos)
        listed.insert(line.substr(2, end - 2));
  for (const auto& [reason, meaning] : meanings_of_reasons())
    known.insert(reason);
  EXPECT_EQ(known, listed);
}

TEST_F(FourJobs, AreNotExplainedToAQuestionThatIsNone) {
  const auto said = simulate("-d cluster.easy_backfill --explain=three");
  EXPECT_EQ(said.status, 2);
  EXPECT_EQ(said.err, "malha: simulate: --explain cannot be three; valid: a job_id such as 17, or 17@3600 "
                      "for one date\n");
}

TEST_F(FourJobs, LeaveASeriesOfTheQueueAndTheNodes) {
  run("--set series=on");
  // At 2 job 2 starts at once, and does not count as queued.
  EXPECT_EQ(text_of(folder_ / "out/series.csv"),
            "time,queued_jobs,queued_resources,running_jobs,computing_resources,utilisation\n"
            "0,0,0,1,1,0.5\n"
            "1,1,2,1,1,0.5\n"
            "2,1,2,2,2,1\n"
            "3,2,3,2,2,1\n"
            "5,2,3,1,1,0.5\n"
            "10,1,1,1,2,1\n"
            "15,0,0,1,1,0.5\n"
            "19,0,0,0,0,0\n");
  EXPECT_EQ(text_of(folder_ / "out/machine_states.csv"),
            "time,nb_sleeping,nb_switching_on,nb_switching_off,nb_idle,nb_computing\n"
            "0,0,0,0,1,1\n"
            "1,0,0,0,1,1\n"
            "2,0,0,0,0,2\n"
            "3,0,0,0,0,2\n"
            "5,0,0,0,1,1\n"
            "10,0,0,0,0,2\n"
            "15,0,0,0,1,1\n"
            "19,0,0,0,2,0\n");
}

TEST_F(FourJobs, LeaveASeriesUpToTheCut) {
  run_cut_at_12("--set series=on");
  const auto rows = columns("out/series.csv", {"time", "queued_jobs", "running_jobs"});
  EXPECT_EQ(rows, (Texts{"0 0 1", "1 1 1", "2 1 2", "3 2 2", "5 2 1", "10 1 1"}));
}

// Waited: 0, 9, 0 and 12 s. Window: 0 to 19. Node-seconds: 10 + 2 x 5 + 3 + 4.
TEST_F(FourJobs, AreMeasuredOverTime) {
  run();
  EXPECT_EQ(metric("mean_queue_length"), 21.0 / 19);
  EXPECT_EQ(metric("utilisation"), 27.0 / (2 * 19));
  EXPECT_EQ(metric("longest_queue"), 2);
  EXPECT_EQ(metric("restarts"), 0);
  EXPECT_EQ(metric("mean_waiting_time"), 21.0 / 4);
  EXPECT_EQ(metric("max_waiting_time"), 12);
  EXPECT_EQ(metric("simulated_time"), 19);
  EXPECT_EQ(metric("jobs_counted"), 4);
  EXPECT_EQ(metric("jobs_killed"), 0);
}

// Waited up to 12: job 1 from 1 to 10, job 3 from 3 on. Node-seconds: 10 + 3 + 2 x 2.
TEST_F(FourJobs, AreMeasuredUpToTheCut) {
  run_cut_at_12();
  is_valid();
  EXPECT_EQ(metric("mean_queue_length"), (9.0 + 9.0) / 12);
  EXPECT_EQ(metric("utilisation"), 17.0 / (2 * 12));
  EXPECT_EQ(metric("longest_queue"), 2);
  EXPECT_EQ(metric("jobs_finished"), 2);
  EXPECT_EQ(metric("cut"), 1);
  EXPECT_EQ(metric("simulated_time"), 12);
}

// The window begins with the first submission: the same, 100 s later.
TEST_F(FourJobs, AreMeasuredFromTheFirstSubmissionOn) {
  jobs({{100, 1, 10, 10}, {101, 2, 5, 5}, {102, 1, 3, 3}, {103, 1, 4, 9}});
  run();
  EXPECT_EQ(metric("mean_queue_length"), 21.0 / 19);
  EXPECT_EQ(metric("utilisation"), 27.0 / (2 * 19));
}

// Cut at 50 with the next job due at 100: 10 of 2 x 50 node-seconds.
TEST_F(FourJobs, AreMeasuredUpToACutBetweenJobs) {
  jobs({{0, 1, 10, 10}, {100, 1, 10, 10}});
  EXPECT_EQ(simulate("-d cluster.easy_backfill --set max_time=50").status, 4);
  EXPECT_EQ(metric("simulated_time"), 50);
  EXPECT_EQ(metric("utilisation"), 10.0 / 100);
}

// Means over the jobs of each. ann waited 0 and 0, and was served in 10 and 3; bob waited 9 and 12, and was
// served in 14 and 16: 1.4 and 1.6 times the 10 s that count at least. Alone, bob's jobs take 5 and 4 s: 5 /
// 14 and 4 / 16 are 35.714 and 25 %.
TEST_F(FourJobs, AreAccountedToTheirUsers) {
  run();
  EXPECT_EQ(text_of(folder_ / "out/users.csv"),
            "user,jobs,mean_waiting_time,max_waiting_time,mean_turnaround_time,mean_bounded_slowdown,"
            "user_satisfaction\n"
            "ann,2,0,0,6.5,1,100\n"
            "bob,2,10.5,12,15,1.5,30.357142857142858\n");
}

// Jobs 1 and 2 alone count: they waited 9 and 0 s. What is about the machine stays whole.
TEST_F(FourJobs, CountBetweenWarmUpAndCoolDown) {
  run("--set warm_up=1 --set cool_down=3");
  is_valid();
  EXPECT_EQ(metric("jobs_counted"), 2);
  EXPECT_EQ(metric("jobs_finished"), 4);
  EXPECT_EQ(metric("mean_waiting_time"), 4.5);
  EXPECT_EQ(metric("max_waiting_time"), 9);
  EXPECT_EQ(metric("mean_turnaround_time"), (14.0 + 3.0) / 2);
  EXPECT_EQ(metric("makespan"), 19);
  EXPECT_EQ(metric("utilisation"), 27.0 / (2 * 19));
  EXPECT_EQ(lines("out/users.csv"), (Texts{"ann,1,0,0,3,1,100", "bob,1,9,9,14,1.4,35.714285714285715"}));
}

TEST_F(FourJobs, MayAllBeBeforeTheWarmUp) {
  run("--set warm_up=4");
  EXPECT_EQ(metric("jobs_counted"), 0);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out/users.csv"));
  EXPECT_EQ(text_of(folder_ / "out/schedule.csv").find("mean_waiting_time"), std::string::npos);
}

// First come first served: job 2 is behind job 1, and so is job 3. Job 1 starts at 10, the others at 15.
TEST_F(FourJobs, AreExplainedByFirstComeFirstServed) {
  simulated("-d cluster.fcfs --set explain=on");
  is_valid();
  EXPECT_EQ(lines("out/decisions.csv"),
            (Texts{"0,0,0,start,head,", "1,1,1,wait,too_few_nodes,", "2,2,2,wait,behind_head,",
                   "3,3,3,wait,behind_head,", "10,1,1,start,head,", "10,2,2,wait,too_few_nodes,",
                   "15,2,2,start,head,", "15,3,3,start,head,"}));
}

// Conservative: job 3, of 9 s, is promised 15 when it comes, behind job 1.
TEST_F(FourJobs, AreExplainedByConservativeBackfilling) {
  simulated("-d cluster.conservative_backfill --set explain=on");
  is_valid();
  EXPECT_EQ(lines("out/decisions.csv"),
            (Texts{"0,0,0,start,promise_due,0", "1,1,1,wait,promised,10", "2,2,2,start,promise_due,2",
                   "3,3,3,wait,promised,15", "10,1,1,start,promise_due,10", "15,3,3,start,promise_due,15"}));
}

/// With executions on the nodes, what is written down is the same.
class FourJobsOnNodes : public FourJobs, public ::testing::WithParamInterface<const char*> {};

TEST_P(FourJobsOnNodes, LeaveTheSameRecords) {
  const std::string all = "--set explain=on --set series=on ";
  run(all);
  simulated(all + "-d cluster.nodes --set execution=" + GetParam(), "other");
  for (const auto* file : {"jobs.csv", "decisions.csv", "series.csv", "machine_states.csv", "users.csv"})
    EXPECT_EQ(text_of(folder_ / "out" / file), text_of(folder_ / "other" / file)) << file;
  for (const auto* name : {"mean_queue_length", "longest_queue", "utilisation", "simulated_time"})
    EXPECT_EQ(metric(name), metric(name, "other")) << name;
}

INSTANTIATE_TEST_SUITE_P(By, FourJobsOnNodes, ::testing::Values("messages", "exec"),
                         [](const auto& one) { return std::string(one.param); });

// It starts at once: series.csv, too, knows no date at which it is queued.
TEST_F(FourJobs, MakeNoQueueWhenTheyStartAtOnce) {
  jobs({{0, 1, 10, 10}});
  run("--set series=on");
  EXPECT_EQ(columns("out/series.csv", {"time", "queued_jobs"}), (Texts{"0 0", "10 0"}));
  EXPECT_EQ(metric("longest_queue"), 0);
}

// Job 1 of 3 nodes can never run on 2, and is in no queue.
TEST_F(FourJobs, MayHaveOneAmongThemThatIsTooLarge) {
  jobs({{0, 1, 10, 10}, {1, 3, 5, 5}});
  run("--set series=on --set explain=on");
  is_valid();
  EXPECT_EQ(metric("jobs_rejected"), 1);
  EXPECT_EQ(metric("mean_queue_length"), 0);
  EXPECT_EQ(columns("out/series.csv", {"time", "queued_jobs"}), (Texts{"0 0", "1 0", "10 0"}));
  EXPECT_EQ(lines("out/decisions.csv"), Texts{"0,0,0,start,head,"});
}

// What was done to a workload is said behind the metrics: this job runs longer than it was to.
TEST_F(FourJobs, MayHaveANoteOnTheirWorkload) {
  write_text(folder_ / "x.swf", "1 0 -1 10 -1 -1 -1 1 5 -1 -1 -1 -1 -1 -1 -1 -1 -1\n");
  const auto said =
      run_shell("$MALHA simulate -w x.swf " + platform_ + " -d cluster.fcfs -o out", folder_.path());
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_NE(said.out.find("workload: 1 job, run time above the estimate\n"), std::string::npos) << said.out;
}

} // namespace batch_records_test
} // namespace malha::testing
