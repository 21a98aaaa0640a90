// SPDX-License-Identifier: MIT
#include "answers.hpp"
#include "policies/multicluster/estimator.hpp"
#include "tests/policies/support/policy_maker.hpp"

#include <set>

namespace malha::test {
namespace multicluster_estimator_answers_test {

const std::string question = multicluster::Estimator::question;

// Gateways keep no history for estimators that say so.
TEST(EstimatorAnswers, AreTheSameWithoutAHistoryThatIsNotRead) {
  const auto& views = *conformance::views_of(question);
  std::set<std::string> read_none;
  for (const auto& name : shipped_catalog().policies_of(question)) {
    const auto& policy = shipped_catalog().policy(name);
    RandomStreams random(1);
    conformance::Draw draw(random.stream(name));
    for (int number = 0; number < 100; ++number) {
      const Parameters parameters(policy.parameters, draw.parameters(policy.parameters));
      RandomStreams streams(2), same_streams(2);
      const auto made = policy.make(parameters, streams), other = policy.make(parameters, same_streams);
      if (static_cast<multicluster::Estimator&>(*made).reads_history())
        continue;
      read_none.insert(name);
      const auto view = views.draw(draw);
      auto without = view;
      without.erase("history");
      conformance::Asking asking, asking_other;
      ASSERT_EQ(views.ask(*made, view, asking), views.ask(*other, without, asking_other)) << name << view;
    }
  }
  // The first of these asks one of the others, if it is not told to ask another one.
  EXPECT_EQ(read_none,
            (std::set<std::string>{"multicluster/noisy", "multicluster/hanzich", "multicluster/sdpn"}));
}

// Two nodes, for jobs of one, two and three nodes.
TEST(EstimatorAnswers, AreHeldToTheirRules) {
  const auto broken = [](int size, const std::string& answer) {
    return broken_rule(question, R"({"nodes": [{}, {}], "job": {"size": )" + std::to_string(size) + "}}",
                       answer);
  };
  EXPECT_EQ(broken(3, R"(["never", "never", 0, 0])"), "");
  EXPECT_EQ(broken(3, "[0, 1, 0, 0]"), "it runs a job that is too large");
  EXPECT_EQ(broken(2, "[0, 1, 0, 0]"), "");
  EXPECT_EQ(broken(2, "[-1, 1, 0, 0]"), "it gives no times");
  EXPECT_EQ(broken(2, R"(["never", "never", 0, 0])"), "it gives no times");
  EXPECT_EQ(broken(1, "[0, 1, 2, 0]"), "it counts nodes that the job does not get");
  EXPECT_EQ(broken(1, "[0, 1, 0, -1]"), "it counts less than no step");
}

} // namespace multicluster_estimator_answers_test
} // namespace malha::test
