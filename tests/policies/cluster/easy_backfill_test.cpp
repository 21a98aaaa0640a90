// SPDX-License-Identifier: MIT
#include "queue_asking.hpp"

namespace malha::cluster {
namespace easy_backfill_test {

using test::Ids;
using test::QueueAsking;
using Texts = std::vector<std::string>;

QueueAsking asking(int free_nodes, std::vector<Release> running,
                   const std::map<std::string, std::string>& parameters = {}) {
  QueueAsking asking("cluster/easy_backfill", parameters, free_nodes);
  asking.running = std::move(running);
  asking.explain = true;
  return asking;
}

// Of 4 nodes 2 are free, the others from 100 on: the head, of 4 nodes, starts then. Job 1 ends at 100, the
// shadow time, and fills the gap; job 2 would end at 101.
TEST(EasyBackfill, LetsAJobFillTheGapThatEndsByTheShadowTime) {
  EXPECT_EQ(asking(2, {{100, 10, 10, 2}}).started({{4, 50}, {1, 100}, {1, 101}}), Ids{1});
}

// Of 6 nodes 3 are free, the others from 100 on: the head, of 4, leaves 2. Job 1 takes these two for long;
// there is none left for job 2; job 3 is over by 100.
TEST(EasyBackfill, LetsAJobTakeTheNodesThatTheHeadLeaves) {
  EXPECT_EQ(asking(3, {{100, 10, 10, 3}}).started({{4, 50}, {2, 1000}, {1, 1000}, {1, 50}}), (Ids{1, 3}));
}

// One node is free; at 100 both 1 and 3 nodes come free. The head, of 2, could start with the first of them,
// but at that date all are there: 3 are left, and the long job 1 takes the node that is free now.
TEST(EasyBackfill, CountsAllThatIsGivenBackAtTheShadowTime) {
  EXPECT_EQ(asking(1, {{100, 10, 10, 1}, {100, 11, 11, 3}}).started({{2, 50}, {1, 1000}}), Ids{1});
}

// Jobs 0 and 1 take 3 of 4 nodes. Job 0 ends at 10: the shadow time of job 2, of 3 nodes, with one left then,
// which the long job 3 takes.
TEST(EasyBackfill, CountsWhatItHasJustStarted) {
  EXPECT_EQ(asking(4, {}).started({{2, 10}, {1, 100}, {3, 50}, {1, 1000}}), (Ids{0, 1}));
  EXPECT_EQ(asking(5, {}).started({{2, 10}, {1, 100}, {3, 50}, {1, 1000}}), (Ids{0, 1, 3}));
}

// Job 2 of the same example has no walltime: nobody knows when it ends, so that it has to be beside the head.
TEST(EasyBackfill, NeverCountsOnAJobWithoutAWalltime) {
  EXPECT_EQ(asking(2, {{100, 10, 10, 2}}).started({{4, 50}, {1, never}, {1, 100}}), Ids{2});
  EXPECT_EQ(asking(1, {{never, 10, 10, 2}}).started({{2, 50}, {1, never}, {1, 100}}), (Ids{1}));
}

// Whatever fits starts; the head waits for as long as others come.
TEST(EasyBackfill, FillsWithoutAReservationAtDepthZero) {
  EXPECT_EQ(asking(2, {{100, 10, 10, 2}}, {{"depth", "0"}}).started({{4, 50}, {1, 1000}, {2, 5}, {1, 1000}}),
            (Ids{1, 3}));
}

// 2 of 4 nodes are free. Job 0, of 3, starts at 100 and ends at 150; one node is left. With one reservation
// job 1, which takes 2 until 100, is followed by nobody. With two, job 1 (4 nodes) is promised 150, so that
// job 2, which takes the node that is left until 200, has to wait; job 3 does not.
TEST(EasyBackfill, KeepsAsManyReservationsAsItsDepth) {
  const std::vector<test::Waiting> jobs{{3, 50}, {4, 50}, {1, 200}, {1, 100}};
  EXPECT_EQ(asking(2, {{100, 10, 10, 2}}).started(jobs), (Ids{2, 3}));
  EXPECT_EQ(asking(2, {{100, 10, 10, 2}}, {{"depth", "2"}}).started(jobs), Ids{3});
}

// Shortest first: job 2 (10 s) is the head and starts; then job 1 (20 s), of 3 nodes, waits for 100, and job
// 0 (30 s) fills the gap.
TEST(EasyBackfill, TakesTheQueueInItsOrder) {
  EXPECT_EQ(asking(2, {{100, 10, 10, 2}}, {{"order", "shortest"}}).started({{1, 30}, {3, 20}, {1, 10}}),
            (Ids{2, 0}));
}

// 2 of 4 nodes are free; the head, of 4, starts at 100. Jobs 1 to 4 fit the gap one by one: in the order of
// the queue job 1 starts, and leaves one node to job 3; shortest first, jobs 4 and 3 do. Job 5 would delay
// the head.
TEST(EasyBackfill, FillsGapsInAnOrderOfTheirOwn) {
  const std::vector<test::Waiting> jobs{{4, 5}, {1, 90}, {2, 80}, {1, 70}, {1, 60}, {1, 101}};
  EXPECT_EQ(asking(2, {{100, 10, 10, 2}}).started(jobs), (Ids{1, 3}));
  EXPECT_EQ(asking(2, {{100, 10, 10, 2}}, {{"backfill_order", "shortest"}}).started(jobs), (Ids{4, 3}));
}

// Jobs 0 and 1 start, though job 3 is shorter: the order of the queue decides who is the head, here job 2. Of
// 5 nodes 2 are left; job 4 goes before job 3.
TEST(EasyBackfill, KeepsTheHeadWhateverFillsGaps) {
  EXPECT_EQ(asking(5, {}, {{"backfill_order", "shortest"}})
                .started({{2, 100}, {1, 50}, {5, 10}, {2, 40}, {1, 30}, {1, 35}}),
            (Ids{0, 1, 4, 5}));
}

// Of 3 nodes 2 are free. Job 0 reserves all at 100, and at depth 2 job 1 all at 105. Then, shortest first,
// jobs 4 and 2. At depth 0 nobody reserves: shortest first, jobs 4 and 2 as well, and never job 3.
TEST(EasyBackfill, FillsGapsInThatOrderAtAnyDepth) {
  const std::vector<test::Waiting> jobs{{3, 5}, {3, 8}, {1, 60}, {1, 90}, {1, 20}};
  for (const char* depth : {"0", "1", "2"})
    EXPECT_EQ(asking(2, {{100, 10, 10, 1}}, {{"depth", depth}, {"backfill_order", "shortest"}}).started(jobs),
              (Ids{4, 2}))
        << depth;
  EXPECT_EQ(asking(2, {{100, 10, 10, 1}}, {{"depth", "2"}}).started(jobs), (Ids{2, 3}));
}

TEST(EasyBackfill, TakesPredictionsWhereWalltimesCount) {
  const auto takes = [](const std::map<std::string, std::string>& parameters) {
    return test::make<Queue>("cluster/easy_backfill", parameters)->takes_predictions();
  };
  EXPECT_TRUE(takes({}));
  EXPECT_FALSE(takes({{"depth", "0"}}));
  EXPECT_TRUE(takes({{"depth", "0"}, {"order", "shortest"}}));
  EXPECT_TRUE(takes({{"depth", "0"}, {"backfill_order", "shortest"}}));
}

// (wait / walltime)^3 x size at 100: job 0 1 x 2, job 1 8 x 1, job 2 0.
TEST(EasyBackfill, TakesTheJobThatHasWaitedLongestForItsWalltimeFirst) {
  auto wfp3 = asking(2, {{200, 10, 10, 2}}, {{"order", "wfp3"}});
  wfp3.now = 100;
  EXPECT_EQ(wfp3.started({{2, 100, 0}, {1, 50, 0}, {1, 1, 100}}), (Ids{1, 2}));
}

// Of 6 nodes 3 are free, the others from 100 on. Job 0 takes one for long; job 1, the head, needs the 5 that
// are left at 100. Jobs 4 and 5 end before and take the last free nodes.
TEST(EasyBackfill, SaysWhy) {
  EXPECT_EQ(QueueAsking::reasons(asking(3, {{100, 10, 10, 3}})
                                     .decision({{1, 500}, {5, 50}, {1, 1000}, {1, 1000}, {1, 50}, {1, 50}})),
            (Texts{"0 head", "4 ends_by_shadow_time", "5 ends_by_shadow_time", "1 head_reserved 100",
                   "2 too_few_nodes", "3 too_few_nodes"}));
}

std::string nodes_of(const std::string& choice, int size) {
  QueueAsking asking("cluster/easy_backfill", {{"nodes", choice}}, 0);
  asking.free_is("0-1 4-6 9");
  return asking.decision({{size, 10}}).start.at(0).nodes.text();
}

// Intervals of 2, 3 and 1 nodes are free. The scheduler itself takes the lowest when a policy says nothing.
TEST(NodeChoice, FitsAJobIntoTheIntervalsThatAreFree) {
  EXPECT_EQ(nodes_of("first", 3), "");
  EXPECT_EQ(nodes_of("best_fit", 1), "9");
  EXPECT_EQ(nodes_of("contiguous", 1), "0");
  EXPECT_EQ(nodes_of("best_fit", 2), "0-1");
  EXPECT_EQ(nodes_of("contiguous", 3), "4-6");
  EXPECT_EQ(nodes_of("best_fit", 4), "4-6 9");   // none holds it: the largest, then what holds the rest
  EXPECT_EQ(nodes_of("contiguous", 4), "0 4-6"); // the largest, then the next largest
  EXPECT_EQ(nodes_of("best_fit", 5), "0-1 4-6");
  EXPECT_EQ(nodes_of("contiguous", 6), "0-1 4-6 9");
}

// Job 0 takes node 9; job 1 finds 0-1 and 4-6.
TEST(NodeChoice, SeesWhatTheSameDecisionHasTaken) {
  QueueAsking asking("cluster/fcfs", {{"nodes", "best_fit"}}, 0);
  asking.free_is("0-1 4-6 9");
  const auto decision = asking.decision({{1, 10}, {1, 10}, {3, 10}});
  ASSERT_EQ(decision.start.size(), 3U);
  EXPECT_EQ(decision.start[1].nodes.text(), "0");
  EXPECT_EQ(decision.start[2].nodes.text(), "4-6");
}

} // namespace easy_backfill_test
} // namespace malha::cluster
