// SPDX-License-Identifier: MIT
#include "meta_asking.hpp"

#include "policies/sdk/numbers.hpp"

namespace malha::test {
namespace ptt_test {

using Estimates = std::vector<multicluster::Estimate>;

int chosen(const Estimates& estimates, double w, const std::string& form = "product") {
  SelectionAsking ptt("multicluster/ptt", {{"w", shortest(w)}, {"form", form}});
  ptt.estimates = estimates;
  const int cluster = ptt.among_all();
  EXPECT_TRUE(ptt.wanted_estimates);
  return cluster;
}

/// TR 100, 80 and 50; the last cluster has most nodes with local users.
Estimates with_users(int of_the_last) { return {{40, 60, 0}, {70, 10, 1}, {0, 50, of_the_last}}; }

// TR * (w TR / 100 + (1 - w) LT / 4):
//   w = 0:    0, 80 * 1/4 = 20, 50 * 4/4 = 50
//   w = 0.5:  100 * 0.5 = 50, 80 * (0.4 + 0.125) = 42, 50 * (0.25 + 0.5) = 37.5
//   w = 1:    100, 64, 25
TEST(WeightedTurnaround, MultipliesByTheTurnaroundTime) {
  EXPECT_EQ(chosen(with_users(4), 0), 0);
  EXPECT_EQ(chosen(with_users(4), 0.5), 2);
  EXPECT_EQ(chosen(with_users(4), 1), 2);
}

// With 8 such nodes in the last cluster, w = 0.5: 50, 80 * (0.4 + 0.5 / 8) = 37, 50 * 0.75 = 37.5.
TEST(WeightedTurnaround, WeighsLocalNodesByTheMost) { EXPECT_EQ(chosen(with_users(8), 0.5), 1); }

// w TR / 100 + (1 - w) LT / 4:
//   w = 0:    0, 0.25, 1
//   w = 0.5:  0.5, 0.4 + 0.125 = 0.525, 0.25 + 0.5 = 0.75
//   w = 1:    1, 0.8, 0.5
TEST(WeightedTurnaround, MayLeaveOutThatFactor) {
  EXPECT_EQ(chosen(with_users(4), 0, "sum"), 0);
  EXPECT_EQ(chosen(with_users(4), 0.5, "sum"), 0);
  EXPECT_EQ(chosen(with_users(4), 1, "sum"), 2);
}

// Without local users and with w = 0 all values are 0; turnaround times are 9, 7 and 7. With w = 0.5 and
// form=sum, 10 s on no local node weigh as much as 5 s on one of two: 0.5 = 0.25 + 0.25.
TEST(WeightedTurnaround, TakesTheLowerTurnaroundTimeThenTheFirstOfEquals) {
  for (const auto* form : {"product", "sum"})
    EXPECT_EQ(chosen({{0, 9}, {3, 4}, {7, 0}}, 0, form), 1) << form;
  EXPECT_EQ(chosen({{0, 10, 0}, {0, 5, 1}, {0, 10, 2}}, 0.5, "sum"), 1);
}

// Without the first cluster the maxima are 20 s and one node: 0.25 + 0.5 against 0.5 + 0. With its hundred
// nodes the second cluster would have 0.25 + 0.005.
TEST(WeightedTurnaround, LeavesOutClustersThatCannotRunTheJob) {
  EXPECT_EQ(chosen({{never, never, 100}, {0, 10, 1}, {0, 20, 0}}, 0.5, "sum"), 2);
  EXPECT_EQ(chosen({{never, 1}, {0, never}, {never, never}}, 0.5), -1);
  EXPECT_EQ(chosen({{never, never}, {never, never}, {0, 1, 1}}, 0), 2);
}

TEST(WeightedTurnaround, KnowsJobsThatTakeNoTime) {
  for (const auto* form : {"product", "sum"})
    EXPECT_EQ(chosen({{0, 0, 1}, {0, 0}, {0, 0}}, 0.5, form), form == std::string("sum") ? 1 : 0) << form;
}

// The clusters have 8 nodes; 0, 4 and 8 of them have a local user. With w = 0 weights are 1, 0.5 and 0:
//   100 * (1 + 0) = 100, 80 * (0.5 * 0.8 + 0.5 / 4) = 42, 50 * (0 + 4/4) = 50
// With w = 0.5 they are 1, 0.75 and 0.5:
//   100, 80 * (0.75 * 0.8 + 0.25 / 4) = 53, 50 * (0.25 + 0.5) = 37.5
// With w = 1 they are all 1: 100, 64, 25.
TEST(WeightedTurnaround, MayWeighUsersWhereTheyAre) {
  for (const auto& [w, expected] : {std::pair("0", 1), {"0.5", 2}, {"1", 2}}) {
    SelectionAsking ptt("multicluster/ptt", {{"w", w}, {"adapt", "local_users"}});
    ptt.clusters[1].local_users = 4;
    ptt.clusters[2].local_users = 8;
    ptt.estimates = with_users(4);
    EXPECT_EQ(ptt.among_all(), expected) << w;
    EXPECT_TRUE(ptt.wanted_states);
  }
}

// Without users anywhere only the turnaround time counts, whatever w is.
TEST(WeightedTurnaround, IsLeastTurnaroundWhereNobodyIs) {
  SelectionAsking ptt("multicluster/ptt", {{"w", "0"}, {"adapt", "local_users"}});
  ptt.estimates = {{0, 9, 0}, {0, 8, 3}, {0, 7, 5}};
  EXPECT_EQ(ptt.among_all(), 2);
}

// Turnaround times in steps of 1/8 s, so that they tie, and some clusters that cannot run the job.
TEST(WeightedTurnaround, IsLeastTurnaroundWhereOnlyThatCounts) {
  RandomStreams streams(1);
  auto& draws = streams.stream("test");
  SelectionAsking tat("multicluster/tat"), product("multicluster/ptt", {{"w", "1"}}),
      sum("multicluster/ptt", {{"w", "1"}, {"form", "sum"}});
  for (int job = 0; job < 10'000; ++job) {
    for (auto& one : tat.estimates) {
      one.waiting_time = static_cast<double>(draws() % 9) / 8 * (1 + static_cast<double>(draws() % 3));
      one.execution_time = draws() % 4 == 0 ? never : static_cast<double>(draws() % 9) / 8;
      one.local_nodes = static_cast<int>(draws() % 4);
    }
    product.estimates = sum.estimates = tat.estimates;
    const int least = tat.among_all();
    ASSERT_EQ(product.among_all(), least) << "job " << job;
    ASSERT_EQ(sum.among_all(), least) << "job " << job;
  }
}

} // namespace ptt_test
} // namespace malha::test
