// SPDX-License-Identifier: MIT
#include "size_asking.hpp"

#include "policies/cluster/queue/fastest_size.hpp"

namespace malha::cluster {
namespace moldable_easy_test {

using test::SizeAsking;
using test::sizes;
using Texts = std::vector<std::string>;

/// A moldable job of those sizes.
JobSizes moldable(int min, int pref, int max) { return sizes(JobKind::moldable, min, pref, max); }
JobSizes rigid(int nodes) { return sizes(JobKind::rigid, nodes, nodes, nodes); }

// Two of 4 nodes are free, all from the end of job 7 on. Job 0 takes 80 s on two nodes and 40 s on four: it
// waits until 39, and would as soon start now if job 7 ended at 40. Ties go to the fewest nodes.
TEST(MoldableEasy, StartsTheHeadWithTheSizeThatEndsFirst) {
  for (const auto& [end, expected] : std::map<Seconds, std::string>{{39, ""}, {40, "0:2"}, {41, "0:2"}}) {
    SizeAsking easy("cluster/moldable_easy");
    easy.runs(7, rigid(2), 2, end);
    easy.waits(0, moldable(1, 4, 4), 40);
    EXPECT_EQ(easy.answer(4), expected) << end;
  }
}

// The same, with four nodes reserved at 20. Job 1, of up to two nodes, takes 18 s on two: they are free until
// then. Job 2 would take 22 s on two, so that it waits.
TEST(MoldableEasy, LetsOthersStartOnSizesThatDoNotDelayTheHead) {
  SizeAsking easy("cluster/moldable_easy");
  easy.runs(7, rigid(2), 2, 20);
  easy.waits(0, moldable(1, 4, 4), 40);
  easy.waits(2, moldable(1, 2, 2), 22);
  easy.waits(1, moldable(1, 2, 2), 18);
  EXPECT_EQ(easy.answer(4), "1:2");
  EXPECT_EQ(easy.reasons, (Texts{"1 ends_by_shadow_time", "0 reserved", "2 too_few_nodes"}));
}

// Three of 8 nodes are free. Rigid job 0 needs six, at 100, and leaves two. Job 1 would take 120 s on three
// nodes: it gets two. Nothing but one size can have been chosen for job 0, so that it is promised its date.
TEST(MoldableEasy, LetsOthersTakeWhatTheHeadLeaves) {
  SizeAsking easy("cluster/moldable_easy");
  easy.runs(7, rigid(5), 5, 100);
  easy.waits(0, rigid(6), 10);
  easy.waits(1, moldable(1, 3, 3), 120);
  EXPECT_EQ(easy.answer(8), "1:2");
  EXPECT_EQ(easy.reasons, (Texts{"1 fits_in_extra_nodes", "0 head_reserved"}));
}

// Half of 8 nodes; but job 1 needs five. Without a bound job 0 takes all.
TEST(MoldableEasy, KeepsJobsToAShareOfTheMachine) {
  SizeAsking greedy("cluster/moldable_easy"), modest("cluster/moldable_easy", {{"max_share", "0.5"}});
  for (auto* easy : {&greedy, &modest})
    easy->waits(0, moldable(1, 2, 8), 100);
  EXPECT_EQ(greedy.answer(8), "0:8");
  EXPECT_EQ(modest.answer(8), "0:4");
  SizeAsking large("cluster/moldable_easy", {{"max_share", "0.5"}});
  large.waits(1, moldable(5, 6, 8), 100);
  EXPECT_EQ(large.answer(8), "1:5");
}

// One of 4 nodes is free, the others from 50 on: job 0 takes 160 s on one node and ends at 90 on four. At 1
// job 7 has ended, and job 8 has its nodes until 500: now job 0 ends first on the node that is free. If its
// size was chosen when it came, it waits for four.
TEST(MoldableEasy, ChoosesSizesWhenJobsStartOrWhenTheyCome) {
  for (const auto& [choose, expected] :
       std::map<std::string, std::string>{{"start", "0:1"}, {"submit", ""}}) {
    SizeAsking easy("cluster/moldable_easy", {{"choose", choose}});
    easy.runs(7, rigid(3), 3, 50);
    easy.waits(0, moldable(1, 4, 4), 40);
    EXPECT_EQ(easy.answer(4), "");
    easy.now = 1;
    easy.ends(7);
    easy.runs(8, rigid(3), 3, 500);
    EXPECT_EQ(easy.answer(4), expected) << choose;
  }
}

// Two of 4 nodes are free until 50; rigid job 0 has all of them from then until 60. Job 1 takes 80 s on two
// nodes: before job 0 there is no room for it, and behind it 40 s on four end first, at 100. So it waits when
// job 0 has ended and a job has come that runs on two nodes until 500: if it had chosen as if job 0 were not
// there, two nodes (until 80; on four from 50 on until 90), it would start then.
TEST(MoldableEasy, ChoosesSizesBehindTheJobsBefore) {
  SizeAsking easy("cluster/moldable_easy", {{"choose", "submit"}});
  easy.runs(7, rigid(2), 2, 50);
  easy.waits(0, rigid(4), 10);
  easy.waits(1, moldable(1, 4, 4), 40);
  easy.waits(2, moldable(1, 2, 2), 50); // 50 s on two nodes: they are free until 50
  EXPECT_EQ(easy.answer(4), "2:2");
  easy.runs(2, moldable(1, 2, 2), 2, 50);
  easy.now = 50;
  easy.ends(7);
  easy.ends(2);
  EXPECT_EQ(easy.answer(4), "0:0");
  easy.runs(0, rigid(4), 4, 60);
  easy.now = 60;
  easy.ends(0);
  easy.runs(8, rigid(2), 2, 500);
  EXPECT_EQ(easy.answer(4), "");
}

// Job 7 gives back two nodes, so that job 0 starts on four of 6 nodes. Then job 8 asks for one more than are
// free.
TEST(MoldableEasy, AnswersRequests) {
  SizeAsking easy("cluster/moldable_easy");
  auto& seven = easy.runs(7, sizes(JobKind::evolving, 1, 2, 6), 3, 100);
  auto& eight = easy.runs(8, sizes(JobKind::evolving, 1, 2, 6), 1, 100);
  easy.waits(0, rigid(4), 10);
  seven.at_point = true;
  seven.wanted = 1;
  EXPECT_EQ(easy.answer(6), "0:0 7>1");
  easy.runs(0, rigid(4), 4, 10);
  seven.nodes = seven.target = 1;
  seven.at_point = false;
  eight.at_point = true;
  eight.wanted = 2;
  EXPECT_EQ(easy.answer(6), "");
}

// Nobody knows when it ends: it gets the fewest nodes.
TEST(MoldableEasy, GivesJobsWithoutAWalltimeTheirMinimum) {
  SizeAsking easy("cluster/moldable_easy");
  easy.waits(0, moldable(2, 4, 8), never);
  EXPECT_EQ(easy.answer(8), "0:2");
}

// Downey's job of parallelism 4 without variance is linear up to 4. A table is as fast between two numbers as
// on the smaller one, and may be slower on more nodes.
TEST(FastestSize, IsTheLeastOfSeveral) {
  JobSizes job;
  job.law = SpeedUp::downey(4, 0);
  EXPECT_EQ(fastest_size(job, 1, 3), 3);
  EXPECT_EQ(fastest_size(job, 1, 64), 4);
  EXPECT_EQ(fastest_size(job, 6, 64), 6);
  job.law = SpeedUp::table({{1, 100}, {4, 30}, {8, 50}});
  EXPECT_EQ(fastest_size(job, 1, 3), 1);
  EXPECT_EQ(fastest_size(job, 1, 16), 4);
  EXPECT_EQ(fastest_size(job, 8, 16), 8);
  job.law = SpeedUp::amdahl(0.9);
  EXPECT_EQ(fastest_size(job, 1, 100), 100);
}

} // namespace moldable_easy_test
} // namespace malha::cluster
