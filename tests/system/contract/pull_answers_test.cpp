// SPDX-License-Identifier: MIT
#include "answers.hpp"

namespace malha::test {
namespace pull_answers_test {

// Two resources; job 7 has two equal tasks and another one. The first resource wants both classes.
std::string broken(const std::string& resources, const std::string& tasks, const std::string& wants) {
  return broken_rule("pull/choice", R"({"speeds": [1, 2], "jobs": [{"id": 7, "works": [5, 5, 6]}]})",
                     R"({"resources": )" + resources + R"(, "tasks": [)" + tasks +
                         R"(], "wants": [[[7, 1], [7, 2]], )" + wants + "]}");
}

TEST(ChoiceAnswers, AreHeldToTheirRules) {
  const std::string both = "[[7, 1], [7, 2]]";
  EXPECT_EQ(broken("[1, 2]", "[1, 1, 2]", both), "");
  EXPECT_EQ(broken("[1, 2]", "[1, 1, 1]", "[[7, 3], [7, 1]]"), "");
  EXPECT_EQ(broken("[1]", "[1, 1, 2]", both), "resources: 1 classes for 2 amounts");
  EXPECT_EQ(broken("[1, 0]", "[1, 1, 2]", both), "resources: class 0 is below 1");
  EXPECT_EQ(broken("[1, 2]", "[1, 1]", both), "job 7: 2 classes for 3 amounts");
  EXPECT_EQ(broken("[1, 2]", "[1, 2, 2]", both), "job 7: equal amounts are of classes 1 and 2");
  EXPECT_EQ(broken("[1, 2]", "[1, 1, 2]", "[[7, 1], [6, 1]]"),
            "class 1 of job 6 is wanted, which is not there");
  EXPECT_EQ(broken("[1, 2]", "[1, 1, 2]", "[[7, 1], [7, 1]]"), "class 1 of job 7 is wanted twice");
  EXPECT_EQ(broken("[1, 2]", "[1, 1, 2]", "[[7, 1]]"), "class 2 of job 7 is never wanted");
}

} // namespace pull_answers_test
} // namespace malha::test
