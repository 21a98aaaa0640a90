// SPDX-License-Identifier: MIT
// The batch scheduler on nodes that go down and come back, as state profiles of the platform say.
#include "batch_program.hpp"

#include <random>

namespace malha::testing {
namespace batch_nodes_test {

/// Workers node-0, node-1, … beside a master.
class NodesThatFail : public BatchProgram, public ::testing::WithParamInterface<const char*> {
protected:
  /// A profile a node, "" for none.
  void platform(const Texts& profiles, int cores = 1) {
    workers("state_file", profiles, "1Gf", "instant", cores);
  }
  /// At the start: node-0 is the first of the platform that goes.
  static std::string refusal_of(const std::string& deployment) {
    return std::string("malha: ") + MALHA_SOURCE_FOLDER + "/deployments/" + deployment +
           ".xml:5: actor 'cluster/scheduler' does not support hosts that fail (host_state of 'node-0', "
           "p.xml:5); "
           "valid: execution=timeline with transport=instant, or execution=timeline without "
           "workload/submitter, or execution=messages, or execution=exec\n";
  }
  static std::string under_policy() { return std::string("-d cluster.") + GetParam() + " --explain "; }

  Texts attempts() { return lines("out/attempts.csv"); }
  Texts outages() { return lines("out/outages.csv"); }
};

constexpr const char* down_from_5_to_25 = "5 0\n25 1\n";

// Job 0 loses node 0 at 5, after 5 of its 10 s, and starts anew on node 1 at 8, where job 1 ends. Job 2 needs
// two nodes, and waits for the other: nothing is held back for it as long as too few are up, and so job 3
// starts at 19, to 39. Node 0 is back at 25, and job 2 starts at 39.
TEST_P(NodesThatFail, HaveTheirJobsQueuedAgain) {
  platform({down_from_5_to_25, ""});
  jobs({{0, 1, 10, 10}, {0, 1, 8, 8}, {1, 2, 3, 3}, {19, 1, 20, 20}});
  simulated(under_policy());
  is_valid();
  EXPECT_EQ(schedule(), (Texts{"1 0 8 1", "0 8 18 1", "3 19 39 1", "2 39 42 0-1"}));
  EXPECT_EQ(attempts(), (Texts{"0,0,1,0,0,5,node_lost,0", "0,0,2,1,8,18,COMPLETED_SUCCESSFULLY,0"}));
  EXPECT_EQ(outages(), Texts{"0,5,25"});
  EXPECT_EQ(columns("out/jobs.csv", {"job_id", "restarts", "wasted_time"}),
            (Texts{"1 0 0", "0 1 5", "3 0 0", "2 0 0"}));
  EXPECT_EQ(metric("restarts"), 1);
  // Nodes at work: 5 + 10 by job 0, 8 by job 1, 2 x 3 by job 2, 20 by job 3; of 2 x 42.
  EXPECT_EQ(metric("utilisation"), 49.0 / 84);
}

// All of a job is lost with one of its nodes. The other is free at once: job 1 takes it, and job 0 waits.
TEST_P(NodesThatFail, TakeTheWholeOfAJobWithThem) {
  platform({"", down_from_5_to_25});
  jobs({{0, 2, 10, 10}, {1, 1, 30, 30}});
  simulated(under_policy());
  is_valid();
  EXPECT_EQ(schedule(), (Texts{"1 5 35 0", "0 35 45 0-1"}));
  EXPECT_EQ(attempts(), (Texts{"0,0,1,0-1,0,5,node_lost,0", "0,0,2,0-1,35,45,COMPLETED_SUCCESSFULLY,0"}));
  EXPECT_EQ(outages(), Texts{"1,5,25"});
}

// Job 0 ends at 5 and job 1, on the other node, at 6.
TEST_P(NodesThatFail, DoNoHarmToAJobThatEndsAtThatDate) {
  platform({down_from_5_to_25, ""});
  jobs({{0, 1, 5, 5}, {0, 1, 6, 6}});
  simulated(under_policy());
  is_valid();
  EXPECT_EQ(columns("out/jobs.csv", {"job_id", "finish_time", "final_state", "restarts"}),
            (Texts{"0 5 COMPLETED_SUCCESSFULLY 0", "1 6 COMPLETED_SUCCESSFULLY 0"}));
  EXPECT_EQ(attempts(), Texts{});
  EXPECT_EQ(outages(), Texts{"0,5,"}); // the run ends before it is back
}

// Job 1 is submitted at 5 and starts on node 1; job 2, at 25, on the node that is back then.
TEST_P(NodesThatFail, AreSeenBeforeTheSubmissionsOfTheSameDate) {
  platform({down_from_5_to_25, ""});
  jobs({{5, 1, 40, 40}, {25, 1, 1, 1}});
  simulated(under_policy());
  is_valid();
  EXPECT_EQ(schedule(), (Texts{"1 25 26 0", "0 5 45 1"}));
  EXPECT_EQ(attempts(), Texts{});
}

// The profile repeats every 20 s, and job 0, of 18 s, is lost twice: it runs 0-5, 8-25 and, where job 1 ends,
// from 27 on. Job 2 waits for the node that is back at 28.
TEST_P(NodesThatFail, MayFailAgainAndAgain) {
  platform({"PERIODICITY 20\n5 0\n8 1\n", ""});
  jobs({{0, 1, 18, 18}, {0, 1, 27, 27}, {26, 1, 1, 1}});
  simulated(under_policy());
  is_valid();
  EXPECT_EQ(schedule(), (Texts{"1 0 27 1", "2 28 29 0", "0 27 45 1"}));
  EXPECT_EQ(attempts(), (Texts{"0,0,1,0,0,5,node_lost,0", "0,0,2,0,8,25,node_lost,0",
                               "0,0,3,1,27,45,COMPLETED_SUCCESSFULLY,0"}));
  // 5 + 17 s are lost.
  EXPECT_EQ(columns("out/jobs.csv", {"job_id", "restarts", "wasted_time"})[2], "0 2 22");
  EXPECT_EQ(outages(), (Texts{"0,5,8", "0,25,28", "0,45,"}));
}

// A host of two cores: job 0 has both of them, and both are down.
TEST_P(NodesThatFail, AreLostWithAllTheirCores) {
  platform({down_from_5_to_25, ""}, 2);
  jobs({{0, 2, 10, 10}, {0, 1, 30, 30}});
  simulated(under_policy() + "--set allocation=core");
  is_valid();
  EXPECT_EQ(schedule(), (Texts{"1 0 30 2", "0 25 35 0-1"}));
  EXPECT_EQ(attempts(), (Texts{"0,0,1,0-1,0,5,node_lost,0", "0,0,2,0-1,25,35,COMPLETED_SUCCESSFULLY,0"}));
  EXPECT_EQ(outages(), (Texts{"0,5,25", "1,5,25"}));
}

// Down nodes count neither as idle nor as computing.
TEST_P(NodesThatFail, ShowInTheStatesOfTheMachine) {
  platform({down_from_5_to_25, ""});
  jobs({{0, 2, 3, 3}, {10, 1, 20, 20}});
  simulated(under_policy() + "--set series=on");
  // asleep (down), switching on, switching off, idle, computing
  EXPECT_EQ(lines("out/machine_states.csv"), (Texts{"0,0,0,0,0,2", "3,0,0,0,2,0", "5,1,0,0,1,0",
                                                    "10,1,0,0,0,1", "25,0,0,0,1,1", "30,0,0,0,2,0"}));
}

// The job needs both nodes, and nothing else is to come but the second of them, at 25.
TEST_P(NodesThatFail, AreWaitedForByTheOnlyJob) {
  platform({down_from_5_to_25, ""});
  jobs({{0, 2, 10, 10}});
  simulated(under_policy());
  is_valid();
  EXPECT_EQ(schedule(), Texts{"0 25 35 0-1"});
}

// The same, in a run that would be cut.
TEST_P(NodesThatFail, AreWaitedForByTheOnlyJobOfARunThatHasAnEnd) {
  platform({down_from_5_to_25, ""});
  jobs({{0, 2, 10, 10}});
  simulated(under_policy() + "--set max_time=1000");
  is_valid();
  EXPECT_EQ(schedule(), Texts{"0 25 35 0-1"});
}

// Job 0 finds node 1 alone; job 1, at 30, both of them.
TEST_P(NodesThatFail, MayBeDownFromTheBeginning) {
  platform({"0 0\n25 1\n", ""});
  jobs({{0, 1, 10, 10}, {30, 2, 10, 10}});
  simulated(under_policy());
  is_valid();
  EXPECT_EQ(schedule(), (Texts{"0 0 10 1", "1 30 40 0-1"}));
  EXPECT_EQ(outages(), Texts{"0,0,25"});
}

// Job 1 needs both nodes when it comes at 6, and one is left.
TEST_P(NodesThatFail, LeaveAJobToBeRejectedThatNeedsThemWhenTheyNeverComeBack) {
  platform({"5 0\n", ""});
  jobs({{0, 1, 4, 4}, {6, 2, 10, 10}, {7, 1, 10, 10}});
  simulated(under_policy());
  is_valid();
  EXPECT_EQ(schedule(), (Texts{"0 0 4 0", "1   ", "2 7 17 1"}));
  EXPECT_EQ(outages(), Texts{"0,5,"});
}

class NodesThatFailInvariants : public NodesThatFail {};

/// Every node but the last fails now and then. Jobs of 1 s, up to 3000, keep the run awake to its end.
TEST_P(NodesThatFailInvariants, LeaveAValidScheduleOfRandomJobs) {
  for (const unsigned seed : {1u, 2u, 3u, 4u}) {
    std::mt19937 random(seed);
    const auto draw = [&](int low, int high) {
      return low + static_cast<int>(random() % static_cast<unsigned>(high - low + 1));
    };
    Texts profiles;
    for (int node = 0; node < 5; ++node) {
      const int down = draw(20, 60), back = down + draw(1, 30);
      profiles.push_back("PERIODICITY " + std::to_string(back + draw(5, 40)) + "\n" + std::to_string(down) +
                         " 0\n" + std::to_string(back) + " 1\n");
    }
    profiles.emplace_back();
    platform(profiles);
    std::vector<BatchJob> all;
    for (int i = 0, date = 0; i < 60; ++i) {
      const int run_time = draw(1, 15);
      all.push_back({date += draw(0, 4), draw(1, 4), run_time, run_time + draw(-1, 8) + 1});
    }
    for (int date = 300; date < 3000; date += 10)
      all.push_back({date, 1, 1, 1});
    jobs(all);
    simulated(under_policy());
    is_valid();
    EXPECT_GT(metric("restarts"), 0) << seed;
  }
}

// Jobs come as messages; the second is on its way as the node goes down.
TEST_P(NodesThatFail, AreRefusedOnANetwork) {
  platform({down_from_5_to_25, ""});
  platform_ = "-p p.xml";
  jobs({{0, 1, 10, 10}, {5, 1, 1, 1}});
  const auto said = simulate(under_policy());
  EXPECT_EQ(said.status, 2);
  EXPECT_EQ(said.err, refusal_of(std::string("cluster.") + GetParam()));
}

INSTANTIATE_TEST_SUITE_P(Under, NodesThatFail, ::testing::Values("easy_backfill", "conservative_backfill"),
                         [](const auto& one) { return std::string(one.param); });
INSTANTIATE_TEST_SUITE_P(Under, NodesThatFailInvariants,
                         ::testing::Values("easy_backfill", "conservative_backfill"),
                         [](const auto& one) { return std::string(one.param); });

class NodesWithActors : public NodesThatFail {
protected:
  /// Nodes that fail in turn, a profile each, and actors on them that wait for jobs, or execute them.
  static std::string with_actors() {
    return std::string("-d cluster.nodes --set execution=") + GetParam() + " ";
  }
};

// As with ends that are planned, see NodesThatFail: the same jobs have the same dates.
TEST_P(NodesWithActors, LoseTheirJobsAndComeBack) {
  platform({down_from_5_to_25, ""});
  jobs({{0, 1, 10, 10}, {0, 1, 8, 8}, {1, 2, 3, 3}, {19, 1, 20, 20}});
  simulated(with_actors());
  is_valid();
  EXPECT_EQ(schedule(), (Texts{"1 0 8 1", "0 8 18 1", "3 19 39 1", "2 39 42 0-1"}));
  EXPECT_EQ(attempts(), (Texts{"0,0,1,0,0,5,node_lost,0", "0,0,2,1,8,18,COMPLETED_SUCCESSFULLY,0"}));
  EXPECT_EQ(outages(), Texts{"0,5,25"});
}

// The part on node 0 is ended, and job 1 takes the node at once. Were it still there, job 1 would compute at
// half the speed.
TEST_P(NodesWithActors, EndThePartsOnNodesThatAreUp) {
  platform({"", down_from_5_to_25});
  jobs({{0, 2, 10, 10}, {1, 1, 30, 30}});
  simulated(with_actors());
  is_valid();
  EXPECT_EQ(schedule(), (Texts{"1 5 35 0", "0 35 45 0-1"}));
}

// 0-5, 8-25 and, where job 1 ends, from 27 on, as in NodesThatFail.
TEST_P(NodesWithActors, MayFailAgainAndAgain) {
  platform({"PERIODICITY 20\n5 0\n8 1\n", ""});
  jobs({{0, 1, 18, 18}, {0, 1, 27, 27}, {26, 1, 1, 1}});
  simulated(with_actors());
  is_valid();
  EXPECT_EQ(schedule(), (Texts{"1 0 27 1", "2 28 29 0", "0 27 45 1"}));
}

TEST_P(NodesWithActors, AreWaitedForByTheOnlyJob) {
  platform({down_from_5_to_25, ""});
  jobs({{0, 2, 10, 10}});
  simulated(with_actors());
  is_valid();
  EXPECT_EQ(schedule(), Texts{"0 25 35 0-1"});
}

// Lost at 5 and put back never, or once, to 8 on the only other node.
TEST_P(NodesWithActors, KillAJobAtItsLimitOfRequeues) {
  platform({down_from_5_to_25, ""});
  jobs({{0, 1, 10, 10}, {0, 1, 8, 8}});
  simulated(with_actors() + "--set requeue_limit=0");
  is_valid();
  EXPECT_EQ(columns("out/jobs.csv", {"job_id", "finish_time", "final_state", "restarts"}),
            (Texts{"0 5 COMPLETED_KILLED 0", "1 8 COMPLETED_SUCCESSFULLY 0"}));
  simulated(with_actors() + "--set requeue_limit=1");
  EXPECT_EQ(columns("out/jobs.csv", {"job_id", "finish_time", "final_state", "restarts"}),
            (Texts{"1 8 COMPLETED_SUCCESSFULLY 0", "0 18 COMPLETED_SUCCESSFULLY 1"}));
}

// On a network jobs come as messages, and messages start and end them. All jobs end, the schedule is valid,
// and no node does two things at once: each job of 10 s takes 10 s on the node, whatever was under way there
// before.
TEST_P(NodesWithActors, RunOnANetwork) {
  platform({down_from_5_to_25, "", "7 0\n7.5 1\n"});
  platform_ = "-p p.xml";
  jobs({{0, 1, 10, 20}, {0, 2, 10, 20}, {5, 1, 10, 20}, {7, 1, 10, 20}, {24, 3, 10, 20}});
  simulated(with_actors());
  is_valid();
  const auto rows = columns("out/jobs.csv", {"execution_time", "final_state"});
  ASSERT_EQ(rows.size(), 5u);
  for (const auto& row : rows) {
    EXPECT_NEAR(std::stod(row), 10, 1e-6);
    EXPECT_NE(row.find("COMPLETED_SUCCESSFULLY"), std::string::npos);
  }
  EXPECT_EQ(metric("restarts"), 2);
}

INSTANTIATE_TEST_SUITE_P(By, NodesWithActors, ::testing::Values("messages", "exec"),
                         [](const auto& one) { return std::string(one.param); });

/// Nodes that fail by the environment, with racks, under each execution and transport.
class RandomFailuresInvariants : public BatchProgram {};

// Jobs compute, so that exec executes them. What ends late under a network is late by messages alone.
TEST_F(RandomFailuresInvariants, LeaveAValidScheduleUnderEveryExecution) {
  const std::string failing =
      "$MALHA simulate -p star --set platform.hosts=12 -w rigid_jobs --set workload.jobs=200 --set "
      "workload.max_resources=4 --set workload.work=2e10 --set workload.interarrival=8 --environment "
      "failures "
      "--set failures.mtbf=300 --set failures.mttr=40 --set failures.rack=4 --set failures.rack_share=30 ";
  std::string planned;
  for (const std::string seed : {"1", "2"})
    for (const std::string transport : {"instant", "network"})
      for (const std::string execution : {"timeline", "messages", "exec"}) {
        if (transport == "network" && execution == "timeline")
          continue; // with a submitter it is refused
        const auto out = "out-" + execution + transport + seed;
        const auto said = run_shell(failing + "-d cluster.nodes --set execution=" + execution +
                                        " --set transport=" + transport + " --seed " + seed + " -o " + out,
                                    folder_.path());
        ASSERT_EQ(said.status, 0) << said.err;
        is_valid(out);
        EXPECT_GT(metric("restarts", out), 5) << out;
        EXPECT_EQ(metric("jobs_finished", out), 200);
        if (execution == "timeline")
          planned = text_of(folder_ / (out + "/jobs.csv"));
        if (execution == "messages" && transport == "instant") {
          EXPECT_EQ(text_of(folder_ / (out + "/jobs.csv")), planned) << seed;
        }
      }
}

} // namespace batch_nodes_test
} // namespace malha::testing
