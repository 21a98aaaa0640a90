// SPDX-License-Identifier: MIT
#include "size_asking.hpp"

#include "policies/cluster/queue/levels.hpp"

namespace malha::cluster {
namespace equi_test {

using test::SizeAsking;
using test::sizes;

// 10 nodes among jobs with a minimum of 1, a minimum of 5 and a maximum of 2: 1 + 5 + 1, and of the other
// three the first two go to jobs 0 and 2, which is full then, and the last to job 0.
TEST(Equi, GivesFurtherNodesToThoseWithTheFewest) {
  SizeAsking equi("cluster/equi");
  equi.waits(0, sizes(JobKind::malleable, 1, 2, 8), 10);
  equi.waits(1, sizes(JobKind::moldable, 5, 5, 8), 10);
  equi.waits(2, sizes(JobKind::malleable, 1, 1, 2), 10);
  EXPECT_EQ(equi.answer(10), "0:3 1:5 2:2");
}

// Job 0 has all 8 nodes. Jobs 1 and 2 come; 8 / 3 are three for job 0, three for job 1 and two for job 2. At
// its point job 0 gives five.
TEST(Equi, ShrinksRunningJobsAtTheirPoints) {
  SizeAsking equi("cluster/equi");
  auto& running = equi.runs(0, sizes(JobKind::malleable, 1, 4, 8), 8);
  equi.waits(1, sizes(JobKind::malleable, 1, 4, 8), 10);
  equi.waits(2, sizes(JobKind::malleable, 1, 4, 8), 10);
  EXPECT_EQ(equi.answer(8), "0>3");
  running.target = 3;
  EXPECT_EQ(equi.answer(8), ""); // it has been told
  running.at_point = true;
  EXPECT_EQ(equi.answer(8), "1:3 2:2 0>3");
}

// Rigid job 0 has four of 8 nodes, and job 1 two. Job 2 needs two: with it the minima are 1 + 2. Job 3 needs
// two more than there are. Of the four nodes job 1 gets two, so that job 2 starts on two.
TEST(Equi, LetsThoseShareWhoseMinimaFit) {
  SizeAsking equi("cluster/equi");
  equi.runs(0, sizes(JobKind::rigid, 4, 4, 4), 4);
  equi.runs(1, sizes(JobKind::malleable, 1, 1, 8), 2);
  equi.waits(2, sizes(JobKind::malleable, 2, 2, 8), 10);
  equi.waits(3, sizes(JobKind::malleable, 3, 3, 8), 10);
  equi.waits(4, sizes(JobKind::malleable, 1, 1, 8), 10);
  EXPECT_EQ(equi.answer(8), "2:2");
  EXPECT_EQ(equi.reasons, (std::vector<std::string>{"2 head", "3 too_few_nodes", "4 behind_head"}));
}

// Jobs 0 and 1 have two of 8 nodes each, and four nodes each are their parts: job 0 is at its point, job 1
// gets its nodes reserved. Then job 2 comes, and what was reserved is given up: 8 / 3.
TEST(Equi, LetsJobsGrowWhileNobodyWaits) {
  SizeAsking equi("cluster/equi");
  auto& first = equi.runs(0, sizes(JobKind::malleable, 1, 2, 8), 2);
  auto& second = equi.runs(1, sizes(JobKind::malleable, 1, 2, 8), 2);
  first.at_point = true;
  EXPECT_EQ(equi.answer(8), "0>4 1>4");
  first.nodes = first.target = second.target = 4;
  first.at_point = false;
  equi.waits(2, sizes(JobKind::malleable, 1, 2, 8), 10);
  EXPECT_EQ(equi.answer(8), "2:2 0>3 1>2");
}

// 1, 3 and 7 with tops 4, 9 and 9: three go to the first, up to 3 and its top, and so on.
TEST(Levels, AreRaisedFromTheLowest) {
  const std::vector<Level> levels{{1, 4}, {3, 9}, {7, 9}};
  using Raised = std::vector<int>;
  EXPECT_EQ(raise_lowest(levels, 0), (Raised{0, 0, 0}));
  EXPECT_EQ(raise_lowest(levels, 2), (Raised{2, 0, 0}));
  EXPECT_EQ(raise_lowest(levels, 3), (Raised{3, 0, 0})); // the first of two
  EXPECT_EQ(raise_lowest(levels, 4), (Raised{3, 1, 0}));
  EXPECT_EQ(raise_lowest(levels, 8), (Raised{3, 5, 0})); // 4, 8 and 7
  EXPECT_EQ(raise_lowest(levels, 100), (Raised{3, 6, 2}));
  EXPECT_EQ(raise_lowest({}, 5), Raised{});
}

} // namespace equi_test
} // namespace malha::cluster
