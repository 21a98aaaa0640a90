// SPDX-License-Identifier: MIT
#include "answers.hpp"
#include "policies/cluster/frequency.hpp"
#include "tests/support/thrown.hpp"

namespace malha::test {
namespace cluster_frequency_answers_test {

constexpr const char* three_levels = R"({"levels": [{}, {"stretch": 2}, {"stretch": 5}]})";

struct Constant : cluster::Frequency {
  int pstate(const cluster::FrequencyView&) override { return 1; }
  bool changes_any() const override { return changes; }

  bool changes = true;
};

TEST(FrequencyAnswers, ArePstatesThatAreThere) {
  const auto broken = [](const std::string& answer) {
    return broken_rule("cluster/frequency", three_levels, answer);
  };
  for (const auto* valid : {"0", "1", "2"})
    EXPECT_EQ(broken(valid), "");
  for (const auto* wrong : {"3", "-1", "0.5"})
    EXPECT_EQ(broken(wrong), "the pstate is none of the levels") << wrong;
}

TEST(FrequencyAnswers, AreThatOfThePlatformIfThePolicySaysSo) {
  const auto asked = [](Constant policy) {
    conformance::Asking asking;
    return conformance::views_of("cluster/frequency")
        ->ask(policy, conformance::Json::parse(three_levels), asking);
  };
  Constant policy;
  EXPECT_EQ(asked(policy), 1);
  policy.changes = false;
  EXPECT_EQ(testing::thrown<BrokenRule>([&] { asked(policy); }),
            "it says that all jobs run at the pstate of the platform, and this one does not");
}

} // namespace cluster_frequency_answers_test
} // namespace malha::test
