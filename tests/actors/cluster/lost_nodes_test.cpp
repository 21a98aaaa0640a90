// SPDX-License-Identifier: MIT
// Nodes that go for good: jobs for which too few are left are rejected, and those behind them run.
#include "batch_program.hpp"

#include <algorithm>

namespace malha::testing {
namespace lost_nodes_test {

class NodesThatGoForGood : public BatchProgram {
protected:
  /// Four nodes, of which the last two go at 5.
  void two_of_four_go(int cores = 1) {
    workers("state_file", {"", "", "5 0\n", "5 0\n"}, "1Gf", "instant", cores);
  }
  /// "id state start" of each job, by id; a rejected job has no start.
  Texts outcome() const {
    Texts rows = columns("out/jobs.csv", {"job_id", "final_state", "starting_time"});
    std::sort(rows.begin(), rows.end());
    return rows;
  }
};

// Job 0 runs on all four nodes and loses two at 5. Two are left, too few for it and for job 2, which comes at
// 6. Job 1 runs on both from 5 to 8, and then job 3.
const std::vector<BatchJob> four_jobs{{0, 4, 10, 20}, {1, 2, 3, 5}, {6, 3, 2, 5}, {7, 1, 2, 5}};
const std::vector<std::string> expected{"0 REJECTED ", "1 COMPLETED_SUCCESSFULLY 5", "2 REJECTED ",
                                        "3 COMPLETED_SUCCESSFULLY 8"};

TEST_F(NodesThatGoForGood, LeaveTheirJobsToBeRejectedUnderEveryPolicyAndExecution) {
  jobs(four_jobs);
  two_of_four_go();
  for (const std::string policy : {"fcfs", "easy_backfill", "conservative_backfill", "torque_fifo",
                                   "machine_backfill", "contract_fcfs", "contract_backfill"})
    for (const std::string execution : {"timeline", "messages", "exec"})
      for (const std::string allocation : {"node", "core"}) {
        simulated("-d cluster.nodes --set policy=cluster/" + policy + " --set execution=" + execution +
                  " --set allocation=" + allocation);
        EXPECT_EQ(outcome(), expected) << policy << " " << execution << " " << allocation;
        is_valid();
      }
}

TEST_F(NodesThatGoForGood, LeaveTheirJobsToBeRejectedOnANetwork) {
  jobs({{0, 4, 10, 20}, {1, 2, 3, 5}, {6, 3, 2, 5}, {7, 1, 2, 5}});
  workers("state_file", {"", "", "5 0\n", "5 0\n"}, "1Gf", "network");
  simulated("-d cluster.nodes");
  Texts states = columns("out/jobs.csv", {"job_id", "final_state"});
  std::sort(states.begin(), states.end());
  EXPECT_EQ(states,
            (Texts{"0 REJECTED", "1 COMPLETED_SUCCESSFULLY", "2 REJECTED", "3 COMPLETED_SUCCESSFULLY"}));
}

// Of eight CPUs on four machines four are left, on two machines. Three CPUs are enough for a job of three,
// unless each of its tasks needs a machine of its own.
TEST_F(NodesThatGoForGood, CountAsMachinesWhereEachTaskNeedsOne) {
  jobs({{6, 3, 2, 5}});
  two_of_four_go(2);
  simulated("-d cluster.fcfs --set allocation=core");
  EXPECT_EQ(outcome(), Texts{"0 COMPLETED_SUCCESSFULLY 6"});
  simulated("-d cluster.fcfs --set policy=cluster/contract_fcfs --set allocation=core");
  EXPECT_EQ(outcome(), Texts{"0 REJECTED "});
}

// The nodes are back from 20 to 30. A job that comes at 6 waits for them; one that comes at 31 does not.
TEST_F(NodesThatGoForGood, AreWaitedForOnlyWhileTheyComeBack) {
  jobs({{6, 4, 5, 5}, {31, 4, 5, 5}});
  const std::string back = "5 0\n20 1\n30 0\n";
  workers("state_file", {"", "", back, back}, "1Gf");
  simulated("-d cluster.fcfs");
  EXPECT_EQ(outcome(), (Texts{"0 COMPLETED_SUCCESSFULLY 20", "1 REJECTED "}));
}

// They fail and are repaired: all jobs wait, and run.
TEST_F(NodesThatGoForGood, AreWaitedForWhereTheyAreRepaired) {
  jobs({{0, 4, 50, 50}, {0, 4, 50, 50}, {0, 4, 50, 50}});
  star(5);
  simulated("-d cluster.fcfs --environment failures --set failures.mtbf=300 --set failures.mttr=100");
  const auto states = columns("out/jobs.csv", {"final_state"});
  EXPECT_EQ(states, Texts(3, "COMPLETED_SUCCESSFULLY"));
}

} // namespace lost_nodes_test
} // namespace malha::testing
