// SPDX-License-Identifier: MIT
#include "size_asking.hpp"

namespace malha::cluster {
namespace hesrpt_test {

using test::SizeAsking;

/// A job that may change at any date, with S(n) = n^p. It prefers one node.
JobSizes any_size(const std::string& law, int max = 100, int min = 1) {
  auto sizes = test::sizes(JobKind::malleable, min, min, max);
  sizes.law = SpeedUp::read(law);
  sizes.parts = JobSizes::any_date;
  return sizes;
}

// p = .5: the i-th largest of three gets (i / 3)^2 - ((i - 1) / 3)^2 of 36 nodes: 4, 12 and 20.
TEST(HeSrpt, GivesSmallJobsTheMostNodes) {
  SizeAsking policy("cluster/hesrpt");
  policy.waits(0, any_size("power:.5"), 20);
  policy.waits(1, any_size("power:.5"), 30);
  policy.waits(2, any_size("power:.5"), 10);
  EXPECT_EQ(policy.answer(36), "2:20 0:12 1:4");
}

// 10 nodes: 10/9, 30/9 and 50/9 are 1, 3 and 5, and the greatest remainder is .56 of job 2.
TEST(HeSrpt, RoundsByLargestRemainders) {
  SizeAsking policy("cluster/hesrpt");
  policy.waits(0, any_size("power:.5"), 20);
  policy.waits(1, any_size("power:.5"), 30);
  policy.waits(2, any_size("power:.5"), 10);
  EXPECT_EQ(policy.answer(10), "2:6 0:3 1:1");
}

// Job 0 has 4 of 16 nodes and half of its work of 20 x 1 left: 10 against 12 of job 1. The smaller one gets
// three quarters.
TEST(HeSrpt, OrdersJobsByWhatIsLeft) {
  SizeAsking policy("cluster/hesrpt");
  policy.waits(0, any_size("power:.5"), 20);
  EXPECT_EQ(policy.answer(16), "0:16");
  auto& running = policy.runs(0, any_size("power:.5"), 16);
  running.at_point = true;
  running.left = 0.5;
  running.computes = 10;
  policy.now = 10;
  policy.waits(1, any_size("power:.5"), 12);
  EXPECT_EQ(policy.answer(16), "1:4 0>12");
}

// Two linear jobs on 8 nodes: the smaller one gets all but the one that the other has at least. Job 2 has a
// maximum of 3, and leaves the rest to job 0.
TEST(HeSrpt, KeepsToTheSizesOfJobs) {
  SizeAsking linear("cluster/hesrpt");
  linear.waits(0, any_size("linear"), 20);
  linear.waits(1, any_size("linear"), 10);
  EXPECT_EQ(linear.answer(8), "1:7 0:1");
  SizeAsking bounded("cluster/hesrpt");
  bounded.waits(0, any_size("linear"), 20);
  bounded.waits(2, any_size("linear", 3), 10);
  EXPECT_EQ(bounded.answer(8), "2:3 0:5");
}

// Three jobs on two nodes: the largest waits.
TEST(HeSrpt, LetsTheLargestWait) {
  SizeAsking policy("cluster/hesrpt");
  policy.waits(0, any_size("power:.5"), 30);
  policy.waits(1, any_size("power:.5"), 20);
  policy.waits(2, any_size("power:.5"), 10);
  EXPECT_EQ(policy.answer(2), "2:1 1:1");
}

// A rigid job of two nodes and 5 s has a work of 10, and is the smallest.
TEST(HeSrpt, TakesOtherJobsAsTheyAre) {
  SizeAsking policy("cluster/hesrpt");
  policy.waits(0, any_size("power:.5"), 30);
  policy.waits(1, test::sizes(JobKind::rigid, 2, 2, 2), 5);
  EXPECT_EQ(policy.answer(8), "1:0 0:6");
}

} // namespace hesrpt_test
} // namespace malha::cluster
