// SPDX-License-Identifier: MIT
// The workload on which one scheduler is worst against another: what is found, and that it is found again.
#include "results/files/csv_reader.hpp"
#include "tests/support/program.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <sstream>
#include <thread>

namespace malha::testing {
namespace duel_test {

class Duels : public ::testing::Test {
protected:
  Said duel(const std::string& words, const std::string& out) const {
    return run_shell("$MALHA duel " + words + " -o " + out, folder_.path());
  }
  nlohmann::json result(const std::string& out) const {
    return nlohmann::json::parse(text_of(folder_ / out / "result.json"));
  }
  /// The ratio that is found; 0 if the duel fails.
  double ratio(const std::string& words, const std::string& out) const {
    const auto said = duel(words, out);
    EXPECT_EQ(said.status, 0) << words << ": " << said.err;
    return said.status == 0 ? result(out)["ratio"].get<double>() : 0;
  }
  /// What a duel leaves, without the command lines of runs.
  std::map<std::string, std::string> left_in(const std::string& out) const {
    return results_below(folder_ / out);
  }

  TemporaryFolder folder_;
};

const std::string fcfs_easy = "cluster.fcfs cluster.easy_backfill ";

// With L s for the job that all wait for, first in first out makes about n - 1 of n jobs wait for L, and EASY
// one: the ratio tends to n - 1. Half of that is found quickly.
TEST_F(Duels, FcfsLosesMoreAgainstEasyTheMoreJobsThereAre) {
  double last = 1;
  for (const int jobs : {4, 8, 16}) {
    const auto found =
        ratio(fcfs_easy + "--longest 1000 --steps 3000 --chains 4 --jobs " + std::to_string(jobs),
              "of-" + std::to_string(jobs));
    EXPECT_GT(found, jobs / 2.0) << jobs;
    EXPECT_GT(found, last + 0.5) << jobs;
    last = found;
  }
}

// Neither of the two is better on all workloads (mualem2001).
TEST_F(Duels, EasyAndConservativeEachBeatTheOther) {
  const std::string how = " --steps 3000 --chains 4";
  EXPECT_GT(ratio("cluster.easy_backfill cluster.conservative_backfill" + how, "a"), 1.2);
  EXPECT_GT(ratio("cluster.conservative_backfill cluster.easy_backfill" + how, "b"), 1.2);
}

// On two machines of one speed, tasks of 1, 1 and 2 s end after 3 s under min-min, and after 2 s under
// max-min: a ratio of 1.5. By mean turnaround, min-min is never worse there than to run the longest first.
TEST_F(Duels, MinMinAndMaxMinEachBeatTheOtherOnTwoMachines) {
  const std::string how = " --nodes 2 --steps 2000 --chains 4";
  EXPECT_GE(ratio("broker.min_min broker.max_min --metric makespan --speeds 1 --keep 1" + how, "a"), 1.5);
  EXPECT_GT(ratio("broker.max_min broker.min_min" + how, "b"), 2);
}

// For each of its planners, PISA found an instance on which it takes at least twice as long as another one
// (coleman2025, abstract).
TEST_F(Duels, PlannersEachBeatTheOther) {
  const std::string heft = "heft=broker.planned", cpop = "cpop=broker.planned,policy.planning=workflow/cpop",
                    how = " --metric makespan --steps 2000 --chains 4";
  EXPECT_GT(ratio(heft + " " + cpop + how, "a"), 2);
  EXPECT_GT(ratio(cpop + " " + heft + how, "b"), 2);
}

// Clusters of one node and one speed. If all jobs go to the first cluster, n jobs end after a long one there;
// otherwise one of them does: the ratio tends to n. Half of that is found quickly.
TEST_F(Duels, OneClusterForAllLosesMoreAgainstAllClustersTheMoreJobsThereAre) {
  const std::string how = " --nodes 1 --speeds 1 --longest 1000 --steps 3000 --chains 4 --jobs ";
  for (const int jobs : {4, 8})
    EXPECT_GT(ratio("multicluster.ffit multicluster.least_loaded" + how + std::to_string(jobs),
                    "of-" + std::to_string(jobs)),
              jobs / 2.0)
        << jobs;
}

// If one cluster is ten times as fast as another one, a meta-scheduler that looks at loads alone sends jobs
// to the slow one although they would end earlier behind others.
TEST_F(Duels, LoadsAloneLoseAgainstPredictedTimes) {
  EXPECT_GT(ratio("multicluster.least_loaded multicluster.tat --steps 2000 --chains 4", "a"), 2);
}

/// The sides of a duel with meta-schedulers: whatever they ask, simulations end as the search has it.
class MetaSchedulerDuels : public Duels, public ::testing::WithParamInterface<const char*> {};

// None of the first sides is never worse: the least of their ratios under this seed, of stability, is 1.1. A
// search that finds nothing has 1.
TEST_P(MetaSchedulerDuels, AreConfirmed) {
  const auto said = duel(GetParam() + std::string(" --estimates 3 --steps 300 --chains 2 --seed 3"), "out");
  ASSERT_EQ(said.status, 0) << said.err;
  EXPECT_GT(result("out")["ratio"], 1);
}

INSTANTIATE_TEST_SUITE_P(
    Of, MetaSchedulerDuels,
    ::testing::Values(
        "multicluster.rr multicluster.random", "multicluster.random multicluster.ptt",
        "multicluster.tat easy=multicluster.tat,policy=cluster/easy_backfill",
        "full=multicluster.rr,policy.limit.limit=1 multicluster.rr",
        "free=multicluster.rr,policy.limit.limit=1,policy.queue=multicluster/non_blocking multicluster.ffit",
        "again=multicluster.tat,policy.limit.limit=1,policy.queue.reschedule=on multicluster.tat",
        "stable=multicluster.ffit,policy.limit=multicluster/stability multicluster.ffit",
        "full=multicluster.rr,policy.limit=multicluster/saturation multicluster.tat",
        "noisy=multicluster.tat,policy.estimator=multicluster/noisy,policy.estimator.noise=1 "
        "multicluster.tat",
        "extend=multicluster.tat,overrun=extend,policy=cluster/easy_backfill multicluster.rr",
        "hanzich=multicluster.tat,policy.estimator=multicluster/hanzich multicluster.tat"));

// A task that comes alone may be pulled by a slow machine, whose turn it is. A broker that looks at speeds
// gives it to the fastest one, where it ends up to ten times as early.
TEST_F(Duels, PullLosesAgainstBrokersThatLookAtSpeeds) {
  EXPECT_GT(ratio("tuple_space.ticket_classes broker.mftf --metric makespan --steps 1000 --chains 2", "a"),
            2);
  EXPECT_GT(ratio("broker.min_min tuple_space.ticket_classes --metric makespan --steps 1000 --chains 2", "b"),
            1.2);
}

// Two users of one machine each. Under Fair-Share short tasks of an owner wait for the long ones that another
// user runs on both machines; OSEP stops one. But what it stops begins from zero, and all behind it wait.
TEST_F(Duels, PoolsEachBeatTheOther) {
  const std::string how = " --clusters 2 --nodes 1 --speeds 1 --longest 1000 --steps 2000 --chains 4";
  EXPECT_GT(ratio("ownership.fair_share ownership.osep" + how, "a"), 2);
  EXPECT_GT(ratio("ownership.osep ownership.fair_share" + how, "b"), 1.5);
  EXPECT_GT(ratio("ownership.osep images=ownership.osep,checkpoint=on,checkpoint_cost=2" + how, "c"), 1.2);
}

TEST_F(Duels, FindTheSameWithAnyNumberOfWorkers) {
  const std::string how = fcfs_easy + "--steps 2000 --chains 3 ";
  const auto said = duel(how + "--seed 5 -j 1", "a");
  ASSERT_EQ(said.status, 0) << said.err;
  ASSERT_EQ(duel(how + "--seed 5 -j 3", "b").status, 0);
  ASSERT_EQ(duel(how + "--seed 6 -j 3", "c").status, 0);
  for (const std::string file : {"result.json", "search/chain-0.json", "search/chain-1.json",
                                 "search/chain-2.json", "scenario/worst.xml", "scenario/worst.swf"}) {
    EXPECT_FALSE(text_of(folder_ / "a" / file).empty()) << file;
    EXPECT_EQ(text_of(folder_ / "a" / file), text_of(folder_ / "b" / file)) << file;
  }
  EXPECT_NE(text_of(folder_ / "a/search/chain-0.json"), text_of(folder_ / "c/search/chain-0.json"));
  EXPECT_NE(text_of(folder_ / "a/search/chain-0.json"), text_of(folder_ / "a/search/chain-1.json"));
}

// A duel that is killed after some legs goes on, and ends in the files of one that was not.
TEST_F(Duels, GoOnWhenTheyWereKilled) {
  const std::string how = fcfs_easy + "--steps 20000 --chains 2 -j 1";
  ASSERT_EQ(duel(how, "whole").status, 0);
  const Started killed({"duel", "cluster.fcfs", "cluster.easy_backfill", "--steps", "20000", "--chains", "2",
                        "-j", "1", "-o", "killed"},
                       folder_.path());
  while (!std::filesystem::exists(folder_ / "killed/search/chain-0.json") && !killed.has_ended())
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  killed.send(SIGKILL);
  ASSERT_EQ(killed.wait().status, 128 + SIGKILL);
  ASSERT_FALSE(std::filesystem::exists(folder_ / "killed/result.json"));
  const auto said = duel(how, "killed");
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_EQ(left_in("killed"), left_in("whole"));
}

TEST_F(Duels, KeepAScenarioThatHoldsWhenItIsRunAgain) {
  const auto found = ratio("easy=cluster.easy_backfill,policy.order=shortest slow=cluster.slurm "
                           "--metric mean_bounded_slowdown --estimates 3 --steps 2000 --chains 2",
                           "out");
  const auto again = run_shell("$MALHA run out/scenario/worst.xml -o again", folder_.path());
  EXPECT_EQ(again.status, 0) << again.err;
  CsvReader verdicts(folder_ / "again/verdicts.csv");
  ASSERT_TRUE(verdicts.next());
  EXPECT_EQ(verdicts.text("verdict"), "agrees");
  EXPECT_NEAR(verdicts.real("ours"), found, 1e-9 * found);
  EXPECT_EQ(run_shell("$MALHA validate again", folder_.path()).status, 0);
}

// What is shown is what the runs have.
TEST_F(Duels, ShowWhichJobsRunAtOtherDatesAndWhy) {
  const auto said = duel(fcfs_easy + "--jobs 3 --nodes 2 --steps 2000 --chains 2 --explain", "out");
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_EQ(said.err, "");
  EXPECT_NE(said.out.find("what they run at other dates, in s:\njob  submitted  nodes  run time  "
                          "cluster.fcfs  cluster.easy_backfill\n"),
            std::string::npos)
      << said.out;
  EXPECT_NE(said.out.find(" under cluster.fcfs:\n"), std::string::npos) << said.out;
  EXPECT_NE(said.out.find("behind_head"), std::string::npos) << said.out;
  EXPECT_NE(said.out.find("both schedules are valid"), std::string::npos) << said.out;
}

// The search computes without the simulation; if the two differ, nothing of it is believed.
TEST_F(Duels, FailLoudlyIfTheSimulationDiffers) {
  const std::string how = fcfs_easy + "--steps 500 --chains 1";
  ASSERT_EQ(duel(how, "out").status, 0);
  auto changed = result("out");
  changed["values"][0] = 1000;
  write_text(folder_ / "out/result.json", changed.dump());
  const auto said = duel(how, "out");
  EXPECT_EQ(said.status, 1);
  EXPECT_EQ(said.out, "");
  EXPECT_NE(said.err.find("malha: duel: a whole simulation of what was found does not agree with the search: "
                          "mean_turnaround_time of cluster.fcfs is 1000 in the search, and "),
            std::string::npos)
      << said.err;
}

void expect_refused(const Said& said, const std::string& message) {
  EXPECT_EQ(said.err, "malha: " + message + "\n");
  EXPECT_EQ(said.out, "");
  EXPECT_EQ(said.status, 2);
}

TEST_F(Duels, RefuseWhatTheyCannotPlay) {
  expect_refused(duel("cluster.fcfs", "x"),
                 "duel: takes two deployments, not 1; valid: malha duel cluster.fcfs cluster.easy_backfill");
  expect_refused(duel("cluster.fcfs cluster.fcfs,policy.order=shortest", "x"),
                 "duel: cluster.fcfs,policy.order=shortest: has settings and no label; valid: "
                 "LABEL=cluster.fcfs,policy.order=shortest, where the label is its name in results");
  expect_refused(
      duel("cluster.fcfs broker.min_min", "x"),
      "duel: cluster.fcfs plays jobs of one cluster, and broker.min_min plays bags of tasks; valid: two "
      "sides that play one kind of instances, as policy.planning decides");
  expect_refused(
      duel("broker.planned broker.min_min", "x"),
      "duel: broker.planned plays workflows, and broker.min_min plays bags of tasks; valid: two sides "
      "that play one kind of instances, as policy.planning decides");
  expect_refused(duel("broker.min_min wait=broker.min_min,execution=exec", "x"),
                 "duel: wait has execution=exec, and a duel tries instances without a simulation; valid: "
                 "planned");
  expect_refused(duel("cluster.fcfs sleeps=cluster.fcfs,policy.sleep=cluster/idle_timeout", "x"),
                 "duel: sleeps has policy.sleep=cluster/idle_timeout, and a duel tries instances without it; "
                 "valid: cluster/always_on");
  expect_refused(duel("cluster.fcfs slow=cluster.fcfs,policy.frequency=cluster/dvfs_slack", "x"),
                 "duel: slow has policy.frequency=cluster/dvfs_slack, and a duel tries instances without it; "
                 "valid: cluster/full_speed");
  expect_refused(duel("cluster.fcfs waits=cluster.fcfs,policy.release=cluster/wait_below", "x"),
                 "duel: waits has policy.release=cluster/wait_below, and a duel tries instances without it; "
                 "valid: cluster/at_once");
  expect_refused(duel("multicluster.rr copies=multicluster.rr,policy.selection=multicluster/copies", "x"),
                 "duel: copies has policy.selection=multicluster/copies, and a duel tries instances without "
                 "it; valid: a selection of one cluster");
  expect_refused(
      duel("multicluster.rr parts=multicluster.rr,policy.coallocation=multicluster/non_saturated", "x"),
      "duel: parts has policy.coallocation=multicluster/non_saturated, and a duel tries instances "
      "without it; valid: multicluster/never");
  expect_refused(duel("multicluster.rr multicluster.mcisne", "x"),
                 "duel: multicluster.mcisne has allocation=shared, and a duel tries instances whose jobs "
                 "share no node; valid: node, core");
  expect_refused(duel("multicluster.rr ibl=multicluster.tat,policy.estimator=multicluster/ibl", "x"),
                 "duel: ibl has policy.estimator=multicluster/ibl, and a duel tries instances without it; "
                 "valid: an estimator that needs no experiences and names no site, such as "
                 "multicluster/sdpn");
  expect_refused(duel("multicluster.rr old=multicluster.rr,status_age=5", "x"),
                 "duel: old has status_age=5, and a duel tries instances without a simulation; valid: 0");
  expect_refused(duel("broker.min_min tuple_space.replicated", "x"),
                 "duel: tuple_space.replicated has not one actor tuple_space/space, and a duel has no model "
                 "of others; valid: one server of the tuple space");
  expect_refused(
      duel("easygrid.sites easygrid.one_site", "x"),
      "duel: easygrid.sites has easygrid/global_manager, of which a duel has no model; valid: deployments "
      "with one of broker/broker, cluster/scheduler, multicluster/meta_scheduler, ownership/pool, "
      "tuple_space/broker");
  expect_refused(duel(fcfs_easy + "--metric utilisation", "x"),
                 "duel: --metric cannot be utilisation; valid: a metric of the rows of jobs, such as "
                 "jobs_killed, jobs_rejected, makespan, mean_waiting_time, p95_waiting_time, "
                 "max_waiting_time, mean_turnaround_time, mean_bounded_slowdown, p95_bounded_slowdown");
  expect_refused(duel(fcfs_easy + "--jobs 1", "x"), "duel: --jobs cannot be 1; valid: from 2 to 1000");
  expect_refused(duel(fcfs_easy + "--keep 0.9 --target 2", "x"),
                 "duel: --keep and --target both say how far to shrink; valid: one of the two");
  expect_refused(duel(fcfs_easy + "--set workload.jobs=5", "x"),
                 "duel: --set workload.jobs=5: a duel makes the platform and the workload; valid: --jobs, "
                 "--nodes, --clusters, --longest, --within, --speeds, --estimates");
  expect_refused(duel(fcfs_easy + "--set warm_up=5", "x"),
                 "duel: --set warm_up=5: a duel is over whole runs in which messages take no time; valid: "
                 "slowdown_threshold, slowdown_speed, short_job, narrow_job");
  EXPECT_FALSE(std::filesystem::exists(folder_ / "x"));
}

TEST_F(Duels, RefuseTheFolderOfAnother) {
  const std::string how = fcfs_easy + "--steps 100 --chains 1 ";
  ASSERT_EQ(duel(how, "out").status, 0);
  expect_refused(duel(how + "--seed 1", "out"), "output folder out: holds another duel, which differs in "
                                                "seed; valid: another folder (-o)");
  std::filesystem::create_directory(folder_ / "mine");
  write_text(folder_ / "mine/notes.txt", "x");
  expect_refused(duel(how, "mine"),
                 "output folder mine: holds something else than a duel; valid: another folder (-o)");
}

TEST_F(Duels, SayThatNoInstanceHasARatio) {
  // No job is ever killed, so that the metric is 0 for both.
  expect_refused(duel(fcfs_easy + "--metric jobs_killed --steps 100 --chains 1", "x"),
                 "duel: no instance has a ratio: on each that was tried a side does not run all jobs, or the "
                 "metric of the second side is 0; valid: another metric, or other bounds");
}

// Conservative backfilling delays no job that is there before, so that FCFS starts none earlier.
TEST_F(Duels, FindNothingWhereOneIsNeverWorse) {
  const auto said = duel("cluster.conservative_backfill cluster.fcfs --steps 1000 --chains 2", "out");
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_EQ(result("out")["ratio"], 1);
  EXPECT_NE(said.out.find("both run all jobs at the same dates\n"), std::string::npos) << said.out;
}

// The commands of the page work in their order.
TEST(DuelPage, HasCommandsThatWork) {
  const TemporaryFolder folder;
  std::istringstream lines(text_of(MALHA_SOURCE_FOLDER "/docs/duels.md"));
  int commands = 0;
  const std::string program = "./malha ";
  for (std::string line; std::getline(lines, line);)
    if (line.rfind(program, 0) == 0) {
      const auto said = run_shell("$MALHA " + line.substr(program.size()), folder.path());
      EXPECT_EQ(said.status, 0) << line << '\n' << said.err;
      ++commands;
    }
  EXPECT_EQ(commands, 1);
}

} // namespace duel_test
} // namespace malha::testing
