// SPDX-License-Identifier: MIT
#include "answers.hpp"

namespace malha::test {
namespace cluster_checkpoint_answers_test {

TEST(CheckpointAnswers, AreHeldToTheirRules) {
  const auto broken = [](const std::string& answer) {
    return broken_rule("cluster/checkpoint", "{}", answer);
  };
  EXPECT_EQ(broken("600"), "");
  EXPECT_EQ(broken(R"("never")"), "");
  EXPECT_EQ(broken("0"), "the interval is not above 0");
  EXPECT_EQ(broken("-1"), "the interval is not above 0");
  EXPECT_EQ(broken(R"("nan")"), "the interval is no number");
}

} // namespace cluster_checkpoint_answers_test
} // namespace malha::test
