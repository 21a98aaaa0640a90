// SPDX-License-Identifier: MIT
#include "actors/model/broken_rule.hpp"
#include "actors/tuple_space/model/resource.hpp"

#include <gtest/gtest.h>

namespace malha::test {
namespace resource_classes_test {

using namespace malha::tuple_space;

/// The class of an amount is its place, from 1, plus how often it was asked before.
template <class Base>
struct CountingChoice : Base {
  std::vector<int> classes_of(const std::vector<double>& amounts) override {
    std::vector<int> classes;
    for (std::size_t i = 0; i < amounts.size(); ++i)
      classes.push_back(static_cast<int>(i) + 1 + asked);
    ++asked;
    return classes;
  }
  std::vector<pull::Wanted> wanted(const pull::ChoiceView&) override { return {}; }

  int asked = 0;
};

Puller puller(pull::Choice& policy, bool asks_for_all) {
  Puller made{&policy, 1, nullptr, 0};
  made.asks_for_all = asks_for_all;
  return made;
}

TEST(ResourceClasses, AskEveryPolicyThatDoesNotAnswerForAll) {
  CountingChoice<pull::Choice> policy;
  EXPECT_FALSE(policy.answers_for_all());
  const std::vector<FlopsPerSecond> speeds{1, 2};
  ResourceClasses classes(speeds);
  EXPECT_EQ(classes.of(puller(policy, policy.answers_for_all()), 0), 1);
  EXPECT_EQ(classes.of(puller(policy, policy.answers_for_all()), 1), 3); // 2, and it was asked once before
  EXPECT_EQ(policy.asked, 2);
}

TEST(ResourceClasses, AskOnceWhereClassesAreOfAmountsAlone) {
  CountingChoice<pull::ChoiceByAmounts> policy;
  EXPECT_TRUE(policy.answers_for_all());
  const std::vector<FlopsPerSecond> speeds{1, 2};
  ResourceClasses classes(speeds);
  EXPECT_EQ(classes.of(puller(policy, policy.answers_for_all()), 0), 1);
  EXPECT_EQ(classes.of(puller(policy, policy.answers_for_all()), 1), 2);
  EXPECT_EQ(policy.asked, 1);
}

} // namespace resource_classes_test
} // namespace malha::test
