// SPDX-License-Identifier: MIT
#include "answers.hpp"

namespace malha::test {
namespace ownership_answers_test {

// User 0 has task 0 ready; user 1 has task 1 ready, for which machine 1 is kept. Machine 0 runs a task of
// user 0, machines 2 and 3 are free.
const std::string pool = R"({"users": [{"share": 1, "ready": 1}, {"share": 1, "ready": 1}],
                             "machines": [{"runs": 0}, {"kept_for": 1}, {}, {}]})";

TEST(PreemptionAnswers, AreHeldToTheirRules) {
  const auto broken = [](const std::string& stops, const std::string& keeps = "[]") {
    return broken_rule("ownership/preemption", pool,
                       R"({"stops": )" + stops + R"(, "keeps": )" + keeps + "}");
  };
  EXPECT_EQ(broken("[[0, 0]]"), "");
  EXPECT_EQ(broken("[]", "[[2, 0]]"), "");
  EXPECT_EQ(broken("[[1, 0]]"), "machine 1 runs nothing");
  EXPECT_EQ(broken("[[0, 0], [0, 0]]"), "machine 0 is kept twice");
  EXPECT_EQ(broken("[[0, 1]]"), "user 1 has no further ready task");
  EXPECT_EQ(broken("[[0, 0]]", "[[2, 0]]"), "user 0 has no further ready task");
  EXPECT_EQ(broken("[]", "[[0, 0]]"), "machine 0 is not free");
  EXPECT_EQ(broken("[]", "[[2, 2]]"), "user 2 is not there");
}

TEST(NegotiationAnswers, AreHeldToTheirRules) {
  const auto broken = [](const std::string& starts) {
    return broken_rule("ownership/negotiation", pool, starts);
  };
  EXPECT_EQ(broken("[[1, 1, 1], [0, 0, 2]]"), "");
  EXPECT_EQ(broken("[[0, 2, 2]]"), "task 2 is not ready");
  EXPECT_EQ(broken("[[0, 0, 2], [0, 0, 3]]"), "task 0 is not ready");
  EXPECT_EQ(broken("[[0, 0, 0]]"), "machine 0 is not idle");
  EXPECT_EQ(broken("[[0, 0, 1]]"), "machine 1 is kept for another");
  EXPECT_EQ(broken("[[0, 0, 2], [1, 1, 2]]"), "machine 2 is given two tasks");
  EXPECT_EQ(broken("[[2, 0, 2]]"), "user 2 is not there");
}

} // namespace ownership_answers_test
} // namespace malha::test
