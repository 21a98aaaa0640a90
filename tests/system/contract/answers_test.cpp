// SPDX-License-Identifier: MIT
// What every policy must keep, on random views of its question. `malha check` asks more, in processes of
// their own.
#include "answers.hpp"
#include "scenarios/runner/conformance/described.hpp"
#include "tests/policies/support/policy_maker.hpp"

namespace malha::test {
namespace answers_test {

using conformance::Asking;
using conformance::Draw;
using conformance::Json;
using conformance::Views;

/// A policy is asked this many views under each of so many settings of its parameters; runs of a whole
/// cluster have some forty decisions each.
constexpr int settings = 10, views_per_setting = 100, runs_per_setting = 20;

class AnswersInvariants : public ::testing::TestWithParam<std::string> {
protected:
  const Views& views() const { return *conformance::views_of(GetParam()); }

  /// Puts views to two instances side by side. Returns how many answers decide something.
  int check(const PolicyDescriptor& policy, const Parameters& parameters, Draw& draw) const {
    const int number = views().is_whole_run ? runs_per_setting : views_per_setting;
    RandomStreams streams(2), same_streams(2);
    auto instance = policy.make(parameters, streams), other = policy.make(parameters, same_streams);
    Asking asking, asking_other;
    int decisions = 0;
    for (int i = 0; i < number; ++i) {
      SCOPED_TRACE("view " + std::to_string(i));
      if (views().is_alone) {
        instance = policy.make(parameters, streams);
        other = policy.make(parameters, same_streams);
      }
      const Json view = views().draw(draw);
      const auto answer = views().ask(*instance, view, asking);
      EXPECT_EQ(answer, views().ask(*other, view, asking_other)) << "asked twice";
      EXPECT_EQ(views().broken_rule(view, answer), "");
      decisions += !answer.empty();
      if (HasFailure())
        break;
    }
    return decisions;
  }
};

std::vector<std::string> questions() {
  std::vector<std::string> questions;
  for (const auto& views : linked_parts<Views>())
    questions.push_back(views.name);
  return questions;
}

TEST_P(AnswersInvariants, KeepTheRulesAndAreTheSameOfTwoInstances) {
  const auto policies = shipped_catalog().policies_of(GetParam());
  EXPECT_FALSE(policies.empty());
  int decisions = 0;
  for (const auto& name : policies) {
    const auto& policy = shipped_catalog().policy(name);
    RandomStreams streams(1);
    for (const auto& given : conformance::drawn_settings(policy, {}, settings, 1)) {
      if (HasFailure())
        break;
      Draw draw(streams.stream(name));
      std::string trace = name;
      for (const auto& [parameter, value] : given)
        trace += " " + parameter + "=" + value;
      SCOPED_TRACE(trace);
      decisions += check(policy, Parameters(policy.parameters, given), draw);
    }
  }
  EXPECT_GT(decisions, 0) << "no policy decided anything";
}

INSTANTIATE_TEST_SUITE_P(Of, AnswersInvariants, ::testing::ValuesIn(questions()), [](const auto& one) {
  auto name = one.param;
  std::replace(name.begin(), name.end(), '/', '_');
  return name;
});

} // namespace answers_test
} // namespace malha::test
