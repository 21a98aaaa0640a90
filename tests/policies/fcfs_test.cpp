// SPDX-License-Identifier: MIT
#include "policies/cluster/queue.hpp"

#include "policy_maker.hpp"

namespace malha::cluster {
namespace {

using test::Positions;

/// Which jobs of a queue start, each given by the nodes it asks for.
Positions started(int free_nodes, const std::vector<int>& queue) {
  std::deque<Task> tasks;
  for (const int nodes : queue) {
    Task task;
    task.id = static_cast<TaskId>(tasks.size());
    task.resources = nodes;
    tasks.push_back(task);
  }
  return test::make<Queue>("cluster/fcfs")->start_now({0, free_nodes, tasks});
}

// 2 of 4 nodes, then 1, then 1: all taken.
TEST(Fcfs, StartsJobsInOrderWhileTheyFit) { EXPECT_EQ(started(4, {2, 1, 1, 1}), (Positions{0, 1, 2})); }

TEST(Fcfs, LetsAFirstJobThatIsTooLargeBlockTheRest) { EXPECT_EQ(started(4, {5, 1, 1}), Positions{}); }

// 2 of 4 nodes, then 3 do not fit in the 2 left; the last would.
TEST(Fcfs, LetsALaterJobThatDoesNotFitBlockTheRest) { EXPECT_EQ(started(4, {2, 3, 1}), Positions{0}); }

TEST(Fcfs, StartsAJobThatTakesAllNodes) { EXPECT_EQ(started(4, {4, 1}), Positions{0}); }

TEST(Fcfs, StartsTheWholeQueueWhenItFits) { EXPECT_EQ(started(100, {3, 1, 2}), (Positions{0, 1, 2})); }

TEST(Fcfs, StartsNothingWithoutFreeNodesOrJobs) {
  EXPECT_EQ(started(0, {1}), Positions{});
  EXPECT_EQ(started(4, {}), Positions{});
}

} // namespace
} // namespace malha::cluster
