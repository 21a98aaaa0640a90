// SPDX-License-Identifier: MIT
#include "coallocating.hpp"

namespace malha::test {
namespace jones_test {

multicluster::Coallocation jones(const HandMadeClusters& clusters,
                                 const std::map<std::string, std::string>& settings = {}) {
  return allocate("multicluster/jones", clusters, settings);
}

// 85 % of 20 tasks are 17. 17 tasks in one cluster and 3 in the other send 17 * 3 / 19 times 19 B/s.
TEST(Jones, WantsMostOfTheTasksInOneCluster) {
  HandMadeClusters clusters(20, {full(3), full(17)});
  clusters.application.bandwidth = 19;
  const auto answer = jones(clusters);
  EXPECT_EQ(counts(answer), (std::vector<int>{3, 17}));
  EXPECT_EQ(answer.communication_slowdown, 0.51);
  EXPECT_EQ(answer.solver_nodes, 0);
  EXPECT_EQ(counts(jones(HandMadeClusters(20, {full(16), full(16)}))), std::vector<int>{});
}

// 85 % of 21 tasks are 17.85: 18 must go together.
TEST(Jones, RoundsThePartUp) {
  EXPECT_EQ(counts(jones(HandMadeClusters(21, {full(17), full(17)}))), std::vector<int>{});
  EXPECT_EQ(counts(jones(HandMadeClusters(21, {full(18), full(17)}))), (std::vector<int>{18, 3}));
}

// Three tasks are left after the first cluster: the last two clusters take two of them and one.
TEST(Jones, PutsTheRestWhereMostNodesAreFree) {
  EXPECT_EQ(counts(jones(HandMadeClusters(20, {full(17), full(1), full(2), full(2)}))),
            (std::vector<int>{17, 0, 2, 1}));
}

TEST(Jones, TakesTheLowestClusterThatHasAllNodes) {
  EXPECT_EQ(counts(jones(HandMadeClusters(4, {full(3), full(4), full(9)}))), (std::vector<int>{0, 4, 0}));
}

TEST(Jones, TakesTheNodesOfMostPower) {
  EXPECT_EQ(jones(HandMadeClusters(2, {{0.5, 0.8, 0.8, 0.9}})).nodes, (Nodes{{1, 3}}));
}

TEST(Jones, AllocatesNothingWhereNodesAreMissing) {
  EXPECT_EQ(jones(HandMadeClusters(20, {full(17), full(2)})).nodes, Nodes{});
  EXPECT_EQ(jones(HandMadeClusters(1, {})).nodes, Nodes{});
}

// Half of four tasks.
TEST(Jones, LetsThePartBeSet) {
  const HandMadeClusters clusters(4, {full(2), full(2)});
  EXPECT_EQ(counts(jones(clusters)), std::vector<int>{});
  EXPECT_EQ(counts(jones(clusters, {{"share", "50"}})), (std::vector<int>{2, 2}));
}

TEST(Jones, RefusesAPartThatIsNone) {
  EXPECT_EQ(refusal("multicluster/jones", "share", "101"),
            "parameter 'share' cannot be '101'; valid: a number, from 0 to 100");
  EXPECT_EQ(refusal("multicluster/jones", "share", "-1"),
            "parameter 'share' cannot be '-1'; valid: a number, from 0 to 100");
}

} // namespace jones_test
} // namespace malha::test
