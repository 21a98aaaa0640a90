// SPDX-License-Identifier: MIT
#include "answers.hpp"

namespace malha::test {
namespace easygrid_answers_test {

TEST(DistributionAnswers, AreHeldToTheirRules) {
  const auto broken = [](const std::string& answer) {
    return broken_rule("easygrid/distribution",
                       R"({"tasks": [1, 1], "children": [{"child": 3}, {"child": 5}]})", answer);
  };
  EXPECT_EQ(broken("[[1, 3], [0, 5]]"), "");
  EXPECT_EQ(broken("[[0, 3], [1, 4]]"), "child 4 is not there");
  EXPECT_EQ(broken("[[0, 3]]"), "a task is left out");
  EXPECT_EQ(broken("[[0, 3], [0, 5]]"), "position 0 is given twice");
  EXPECT_EQ(broken("[[0, 3], [2, 5]]"), "position 2 is not there");
}

TEST(BalanceAnswers, AreHeldToTheirRules) {
  const auto broken = [](const std::string& giver, const std::string& fraction,
                         const std::string& receivers) {
    return broken_rule("easygrid/balance",
                       R"({"children": [{"child": 0, "power": 1, "ert": 9}, {"child": 2, "power": 1},
                                        {"child": 4, "power": 1}]})",
                       R"({"giver": )" + giver + R"(, "fraction": )" + fraction + R"(, "receivers": )" +
                           receivers + "}");
  };
  EXPECT_EQ(broken_rule("easygrid/balance", "{}", "null"), "");
  EXPECT_EQ(broken("0", "1", "[[2, 1], [4, 0.5]]"), "");
  EXPECT_EQ(broken("1", "0.5", "[[2, 1]]"), "the giver is not there");
  EXPECT_EQ(broken("0", "0", "[[2, 1]]"), "the fraction is 0");
  EXPECT_EQ(broken("0", "1.5", "[[2, 1]]"), "the fraction is 1.5");
  EXPECT_EQ(broken("0", "\"nan\"", "[[2, 1]]"), "the fraction is \"nan\"");
  EXPECT_EQ(broken("0", "0.5", "[]"), "there is no receiver");
  EXPECT_EQ(broken("0", "0.5", "[[3, 1]]"), "receiver 3 is not there");
  EXPECT_EQ(broken("0", "0.5", "[[0, 1]]"), "receiver 0 is the giver");
  EXPECT_EQ(broken("0", "0.5", "[[4, 1], [2, 1]]"), "receiver 2 is out of order");
  EXPECT_EQ(broken("0", "0.5", "[[2, 1], [2, 1]]"), "receiver 2 is out of order");
  EXPECT_EQ(broken("0", "0.5", "[[2, 0]]"), "receiver 2 has weight 0");
  EXPECT_EQ(broken("0", "0.5", "[[2, \"never\"]]"), "receiver 2 has weight \"never\"");
}

// Half of 4 is asked for.
TEST(GiveUpAnswers, AreHeldToTheirRules) {
  const auto broken = [](const std::string& answer) {
    return broken_rule("easygrid/give_up", R"({"fraction": 0.5, "ready": [1, 1, 2]})", answer);
  };
  EXPECT_EQ(broken("[1, 0]"), "");
  EXPECT_EQ(broken("[0, 2]"), "more is given than was asked for");
  EXPECT_EQ(broken("[0, 0]"), "position 0 is given twice");
  EXPECT_EQ(broken("[3]"), "position 3 is not there");
}

TEST(LaunchAnswers, AreHeldToTheirRules) {
  const auto broken = [](const std::string& answer) {
    return broken_rule("easygrid/launch", R"({"slots": 3, "running": 1, "ready": [1, 2, 3]})", answer);
  };
  EXPECT_EQ(broken("[2, 1]"), "");
  EXPECT_EQ(broken("[2, 1, 0]"), "more is launched than there are free slots");
  EXPECT_EQ(broken("[2, 2]"), "position 2 is given twice");
  EXPECT_EQ(broken("[3]"), "position 3 is not there");
}

TEST(OrderAnswers, AreHeldToTheirRules) {
  const auto broken = [](const std::string& answer) {
    return broken_rule("easygrid/order",
                       R"({"slots": 3, "running": 1, "waiting": [{"work": 1, "ready_since": 0},
                           {"work": 1, "ready_since": "never"}, {"work": 1, "ready_since": 0}]})",
                       answer);
  };
  EXPECT_EQ(broken("[2, 0]"), "");
  EXPECT_EQ(broken("[0, 1]"), "the task at position 1 is not ready");
  EXPECT_EQ(broken("[2, 1, 0]"), "more is launched than there are free slots");
  EXPECT_EQ(broken("[2, 2]"), "position 2 is given twice");
  EXPECT_EQ(broken("[3]"), "position 3 is not there");
}

TEST(PendingAnswers, AreHeldToTheirRules) {
  const auto broken = [](const std::string& answer) {
    return broken_rule("easygrid/pending", R"({"hosts": [{}, {}], "tasks": [{"host": 1}, {"host": -1}]})",
                       answer);
  };
  EXPECT_EQ(broken("[[1, 0], [0, 0]]"), "");
  EXPECT_EQ(broken("[[0, 0]]"), "waiting task 1 gets no host");
  EXPECT_EQ(broken("[[1, 0], [0, 1]]"), "waiting task 0 is on host 1 already");
  EXPECT_EQ(broken("[[1, 2]]"), "host 2 is not there");
  EXPECT_EQ(broken("[[1, 0], [1, 1]]"), "waiting task 1 is given twice");
  EXPECT_EQ(broken("[[2, 0]]"), "waiting task 2 is not there (2 are)");
}

TEST(MediationAnswers, AreHeldToTheirRules) {
  const auto broken = [](const std::string& answer) {
    return broken_rule("easygrid/mediation", R"({"wanted": [{"site": 1, "finish_here": 110}]})", answer);
  };
  EXPECT_EQ(broken("[0]"), "");
  EXPECT_EQ(broken("[0, 0]"), "position 0 is given twice");
  EXPECT_EQ(broken("[1]"), "position 1 is not there");
}

} // namespace easygrid_answers_test
} // namespace malha::test
