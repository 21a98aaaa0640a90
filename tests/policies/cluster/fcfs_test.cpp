// SPDX-License-Identifier: MIT
#include "queue_asking.hpp"

namespace malha::cluster {
namespace fcfs_test {

using test::Ids;

/// Which jobs of a queue start at once, each given by the nodes it asks for.
Ids started(int free_nodes, const std::vector<int>& queue, const std::string& order = "submit") {
  std::vector<test::Waiting> jobs;
  for (const int nodes : queue)
    jobs.push_back({nodes, 100});
  return test::QueueAsking("cluster/fcfs", {{"order", order}}, free_nodes).started(jobs);
}

// 2 of 4 nodes, then 1, then 1: all taken.
TEST(Fcfs, StartsJobsInOrderWhileTheyFit) { EXPECT_EQ(started(4, {2, 1, 1, 1}), (Ids{0, 1, 2})); }

TEST(Fcfs, LetsAFirstJobThatIsTooLargeBlockTheRest) { EXPECT_EQ(started(4, {5, 1, 1}), Ids{}); }

// 2 of 4 nodes, then 3 do not fit in the 2 left; the last would.
TEST(Fcfs, LetsALaterJobThatDoesNotFitBlockTheRest) { EXPECT_EQ(started(4, {2, 3, 1}), Ids{0}); }

TEST(Fcfs, StartsAJobThatTakesAllNodes) { EXPECT_EQ(started(4, {4, 1}), Ids{0}); }

TEST(Fcfs, StartsTheWholeQueueWhenItFits) { EXPECT_EQ(started(100, {3, 1, 2}), (Ids{0, 1, 2})); }

TEST(Fcfs, StartsNothingWithoutFreeNodesOrJobs) {
  EXPECT_EQ(started(0, {1}), Ids{});
  EXPECT_EQ(started(4, {}), Ids{});
}

// By size: 1 (job 2), 1 (job 3), then 2 (job 0); 3 (job 1) does not fit in what is left of 5. The other way
// round: 3, then 2.
TEST(Fcfs, TakesTheQueueInItsOrder) {
  EXPECT_EQ(started(5, {2, 3, 1, 1}, "smallest"), (Ids{2, 3, 0}));
  EXPECT_EQ(started(5, {2, 3, 1, 1}, "largest"), (Ids{1, 0}));
}

} // namespace fcfs_test
} // namespace malha::cluster
