// SPDX-License-Identifier: MIT
// What a meta-scheduler and its gateways ask.
#include "answers.hpp"

namespace malha::test {
namespace multicluster_meta_answers_test {

// Job 3 was refused by cluster 0; no cluster was chosen for job 4.
TEST(UpperQueueAnswers, AreHeldToTheirRules) {
  const auto broken = [](const std::string& answer) {
    return broken_rule("multicluster/queue",
                       R"({"clusters": [{}], "jobs": [{"id": 3, "chose": 0, "was_refused": 1}, {"id": 4}]})",
                       answer);
  };
  EXPECT_EQ(broken("null"), "");
  EXPECT_EQ(broken(R"({"job": 4, "as_remembered": false})"), "");
  EXPECT_EQ(broken(R"({"job": 5, "as_remembered": false})"), "job 5 does not wait");
  EXPECT_EQ(broken(R"({"job": 3, "as_remembered": true})"), "job 3 was refused in this pass");
  EXPECT_EQ(broken(R"({"job": 4, "as_remembered": true})"), "no cluster was chosen for job 4");
}

TEST(SelectionAnswers, AreHeldToTheirRules) {
  const auto broken = [](const std::string& answer) {
    return broken_rule("multicluster/selection",
                       R"({"clusters": [{}, {}], "candidates": [{"cluster": 0}, {"cluster": 1}]})", answer);
  };
  EXPECT_EQ(broken("[1]"), "");
  EXPECT_EQ(broken(R"(["states", "none"])"), "");
  EXPECT_EQ(broken("[[1, 0]]"), "");
  EXPECT_EQ(broken("[2]"), "it selects candidate 2 of 2");
  EXPECT_EQ(broken("[[1, 2]]"), "it selects candidate 2 of 2");
  EXPECT_EQ(broken("[[1, 1]]"), "it selects candidate 1 twice");
  EXPECT_EQ(broken(R"(["states", "states", "states", "states"])"), "it asks for what it was given");
}

TEST(LimitAnswers, AreHeldToTheirRules) {
  const auto broken = [](const std::string& view, const std::string& answer) {
    return broken_rule("multicluster/limit", view, answer);
  };
  EXPECT_EQ(broken("{}", R"(["yes"])"), "");
  EXPECT_EQ(broken(R"({"running": 1})", R"(["no"])"), "");
  EXPECT_EQ(broken("{}", R"(["wants_estimate", "no"])"),
            "it refuses although nothing waits or runs, so that nothing ever changes");
  EXPECT_EQ(broken("{}", R"(["wants_estimate", "wants_estimate"])"),
            "it asks for an estimate that it was given");
}

} // namespace multicluster_meta_answers_test
} // namespace malha::test
