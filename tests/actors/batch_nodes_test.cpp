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
    const bool has_comment_of_two_lines = deployment == "cluster.nodes";
    return std::string("malha: ") + MALHA_SOURCE_FOLDER + "/deployments/" + deployment +
           (has_comment_of_two_lines ? ".xml:6" : ".xml:5") +
           ": actor 'cluster/scheduler' does not bear hosts that go (host_state of 'node-0', p.xml:5); "
           "valid: "
           "execution=timeline with transport=instant, or execution=timeline without workload/submitter\n";
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

TEST_P(NodesThatFail, LeaveADeadlockWhenTheyNeverComeBackToAJobThatNeedsThem) {
  platform({"5 0\n", ""});
  jobs({{0, 1, 4, 4}, {6, 2, 10, 10}, {7, 1, 10, 10}});
  const auto said = simulate(under_policy());
  EXPECT_EQ(said.status, 4);
  // At 17 job 2 ends, and nothing else is to come. The scheduler waits for the node for 30 years.
  EXPECT_EQ(
      said.err,
      "malha: deadlock at t=1000000017 s: nothing can happen any more; cluster/scheduler@head waits for "
      "its policy to start a queued job\n");
  is_valid();
  EXPECT_EQ(schedule(), (Texts{"0 0 4 0", "2 7 17 1"}));
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
  Said executed() { return simulate(std::string("-d cluster.nodes --set execution=") + GetParam()); }
  const std::string refusal_ = refusal_of("cluster.nodes");
};

// The job would have ended before.
TEST_P(NodesWithActors, AreRefusedAtTheStart) {
  platform({down_from_5_to_25, ""});
  jobs({{0, 1, 1, 1}});
  const auto said = executed();
  EXPECT_EQ(said.status, 2);
  EXPECT_EQ(said.err, refusal_);
}

INSTANTIATE_TEST_SUITE_P(By, NodesWithActors, ::testing::Values("messages", "exec"),
                         [](const auto& one) { return std::string(one.param); });

} // namespace batch_nodes_test
} // namespace malha::testing
