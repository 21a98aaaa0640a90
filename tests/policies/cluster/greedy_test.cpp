// SPDX-License-Identifier: MIT
#include "size_asking.hpp"

namespace malha::cluster {
namespace greedy_test {

using test::SizeAsking;
using test::sizes;

// Of 8 nodes job 0 gets its maximum, 3, rigid job 1 its 2, and job 2 the 3 that are left of 6. Job 3 needs
// one and waits; so does job 4.
TEST(Greedy, GivesJobsWhatIsFreeUpToTheirMaximum) {
  SizeAsking greedy("cluster/greedy");
  greedy.waits(0, sizes(JobKind::moldable, 1, 2, 3), 10);
  greedy.waits(1, sizes(JobKind::rigid, 2, 2, 2), 10);
  greedy.waits(2, sizes(JobKind::malleable, 2, 4, 6), 10);
  greedy.waits(3, sizes(JobKind::malleable, 1, 4, 6), 10);
  greedy.waits(4, sizes(JobKind::malleable, 1, 4, 6), 10);
  EXPECT_EQ(greedy.answer(8), "0:3 1:0 2:3");
  EXPECT_EQ(greedy.reasons,
            (std::vector<std::string>{"0 head", "1 head", "2 head", "3 too_few_nodes", "4 behind_head"}));
}

// Two of 8 nodes are free. Job 0 needs three, so that job 1, which needs one, waits.
TEST(Greedy, LetsAFirstJobHoldBackTheRest) {
  SizeAsking greedy("cluster/greedy");
  greedy.runs(7, sizes(JobKind::rigid, 6, 6, 6), 6);
  greedy.waits(0, sizes(JobKind::malleable, 3, 4, 6), 10);
  greedy.waits(1, sizes(JobKind::malleable, 1, 4, 6), 10);
  EXPECT_EQ(greedy.answer(8), "");
}

// Three of 8 nodes are free. Jobs 1, 2 and 3 are at points: job 1 grows by two to its maximum; job 2 by one;
// job 3 is evolving and does not ask; job 0 is not at a point.
TEST(Greedy, LetsJobsGrowAtTheirPoints) {
  SizeAsking greedy("cluster/greedy");
  greedy.runs(0, sizes(JobKind::malleable, 1, 2, 8), 1);
  greedy.runs(2, sizes(JobKind::adaptive, 1, 2, 8), 2).at_point = true;
  greedy.runs(1, sizes(JobKind::malleable, 1, 2, 3), 1).at_point = true;
  greedy.runs(3, sizes(JobKind::evolving, 1, 2, 8), 1).at_point = true;
  EXPECT_EQ(greedy.answer(8), "1>3 2>3");
}

// One of 8 nodes is free. Job 0 asks for two more, and is declined; job 1 gives back two, so that job 2 gets
// the three more that it asks for. Nothing is left for job 3.
TEST(Greedy, AnswersRequestsFirstAndByTheirIds) {
  SizeAsking greedy("cluster/greedy");
  const auto asks = [&](JobHandle job, int nodes, int wanted) {
    auto& one = greedy.runs(job, sizes(JobKind::evolving, 1, 2, 8), nodes);
    one.at_point = true;
    one.wanted = wanted;
  };
  asks(0, 2, 4);
  asks(1, 3, 1);
  asks(2, 2, 5);
  greedy.waits(3, sizes(JobKind::malleable, 1, 1, 1), 10);
  EXPECT_EQ(greedy.answer(8), "1>1 2>5");
}

} // namespace greedy_test
} // namespace malha::cluster
