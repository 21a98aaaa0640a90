// SPDX-License-Identifier: MIT
#include "answers.hpp"

namespace malha::test {
namespace multicluster_coallocation_answers_test {

// Two tasks. Nodes 0 and 2 of the first cluster are usable, and node 0 of the second.
std::string broken(const std::string& nodes) {
  return broken_rule("multicluster/coallocation",
                     R"({"tasks": 2, "clusters": [{"nodes": [1, 0, 1]}, {"nodes": [1]}]})", nodes);
}

TEST(CoallocationAnswers, AreHeldToTheirRules) {
  EXPECT_EQ(broken("[]"), "");
  EXPECT_EQ(broken("[[0, 2], []]"), "");
  EXPECT_EQ(broken("[[2], [0]]"), "");
  EXPECT_EQ(broken("[[0, 2]]"), "1 clusters");
  EXPECT_EQ(broken("[[0, 1], []]"), "node 1 of cluster 0 is not usable");
  EXPECT_EQ(broken("[[0, 0], []]"), "node 0 of cluster 0 does not come after the one before");
  EXPECT_EQ(broken("[[0, 2], [0]]"), "3 tasks");
}

} // namespace multicluster_coallocation_answers_test
} // namespace malha::test
