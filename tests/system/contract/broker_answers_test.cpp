// SPDX-License-Identifier: MIT
#include "answers.hpp"

namespace malha::test {
namespace broker_answers_test {

// Task 0 waits and task 1 runs. Resource 1 is busy, resource 3 is down.
std::string broken(const std::string& answer) {
  return broken_rule("broker/assignment", R"({"resources": [{}, {"busy_for": 9}, {}, {"is_down": 1}],
                                              "tasks": [{"work": 5}, {"work": 5, "copies": 1}]})",
                     answer);
}

TEST(AssignmentAnswers, AreHeldToTheirRules) {
  EXPECT_EQ(broken("[]"), "");
  EXPECT_EQ(broken("[[0, 2], [1, 0]]"), "");
  EXPECT_EQ(broken("[[0, 2], [0, 0]]"), "");
  EXPECT_EQ(broken("[[2, 0]]"), "task 2 neither waits nor runs");
  EXPECT_EQ(broken("[[0, 0], [1, 1]]"), "resource 1 is not free");
  EXPECT_EQ(broken("[[0, 3]]"), "resource 3 is not free");
  EXPECT_EQ(broken("[[0, 4]]"), "resource 4 is not free");
  EXPECT_EQ(broken("[[0, -1]]"), "resource -1 is not free");
  EXPECT_EQ(broken("[[0, 0], [1, 0]]"), "resource 0 is given two tasks");
}

} // namespace broker_answers_test
} // namespace malha::test
