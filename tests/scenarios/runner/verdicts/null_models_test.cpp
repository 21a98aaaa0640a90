// SPDX-License-Identifier: MIT
// What a constant and other runs score against published values.
#include "scenarios/runner/verdicts/null_models.hpp"

#include <gtest/gtest.h>

namespace malha::testing {
namespace null_models_test {

CellResult cell(const std::string& run, double makespan) {
  return {"study-a", run, {}, {{0, {{"makespan", makespan, "s"}}}}};
}

PublishedValue published(const std::string& run, double value) {
  PublishedValue made;
  made.cell = {"study-a", run, {}};
  made.metric = "makespan";
  made.called = "t_app";
  made.value = value;
  made.tolerance = {0.1};
  made.unit = "s";
  return made;
}

/// A scenario with runs a, b and c, and the verdicts on its values, of which ours are 10, 11 and 30.
std::vector<Verdict> verdicts(const std::vector<PublishedValue>& values) {
  Scenario scenario;
  scenario.name = "study-a";
  for (const auto* run : {"a", "b", "c"})
    scenario.cells.push_back({run, {}, {}});
  scenario.published = values;
  return verdicts_of({scenario}, {cell("a", 10), cell("b", 11), cell("c", 30)});
}

// Within 10 %: 10 from 9 to 11, 11 from 9.9 to 12.1, 12 from 10.8 to 13.2, 40 from 36 to 44. 10.8 is the
// smallest end that is in three of them.
TEST(BestConstant, AgreesWithMostValues) {
  const Tolerance ten_percent{0.1};
  EXPECT_DOUBLE_EQ(
      best_constant({{10, ten_percent}, {11, ten_percent}, {12, ten_percent}, {40, ten_percent}}), 10.8);
}

// 10 from 5 to 20, -3 from -5 to -1: none is in both, and -5 is the smallest end.
TEST(BestConstant, KnowsAllTolerances) {
  EXPECT_DOUBLE_EQ(best_constant({{10, {2, Tolerance::Kind::factor}}, {-3, {2, Tolerance::Kind::in_unit}}}),
                   -5);
}

TEST(NullModels, HaveAConstantForThreeValues) {
  const auto found = verdicts({published("a", 10), published("b", 11), published("c", 40)});
  for (const auto& verdict : found)
    EXPECT_DOUBLE_EQ(verdict.constant.value().value, 9.9); // in the ranges of 10 and 11
  EXPECT_TRUE(found[0].constant->agrees);
  EXPECT_TRUE(found[1].constant->agrees);
  EXPECT_FALSE(found[2].constant->agrees);
  EXPECT_FALSE(verdicts({published("a", 10), published("b", 11)})[0].constant);
}

// Of 10 the nearest other run has 11: within 10 %. Of 30 it has 11, too.
TEST(NullModels, HaveTheNearestOtherRun) {
  const auto found = verdicts({published("a", 10), published("c", 30)});
  EXPECT_EQ(found[0].baseline.value().name, "b");
  EXPECT_DOUBLE_EQ(found[0].baseline->value, 11);
  EXPECT_TRUE(found[0].baseline->agrees);
  EXPECT_EQ(found[1].baseline.value().name, "b");
  EXPECT_FALSE(found[1].baseline->agrees);
}

// 1.05 is within 10 % of 1, 1.2 is not.
TEST(NullModels, TakeBothCellsOfAComparisonAsEqual) {
  auto ratio = published("b", 1.05);
  ratio.compared = PublishedValue::Compared::ratio;
  ratio.against = {"study-a", "a", {}};
  auto greater = ratio;
  greater.value = 1.2;
  const auto found = verdicts({ratio, greater});
  EXPECT_EQ(found[0].baseline.value().name, "equal");
  EXPECT_TRUE(found[0].baseline->agrees);
  EXPECT_FALSE(found[1].baseline.value().agrees);
}

// Values that are judged under a hypothesis are of another kind: two and two have no constant.
TEST(NullModels, KeepHypothesesApart) {
  auto first = published("a", 10), second = published("b", 11);
  first.judged.hypothesis = second.judged.hypothesis = "machines";
  EXPECT_FALSE(verdicts({published("a", 10), published("b", 11), first, second})[0].constant);
}

} // namespace null_models_test
} // namespace malha::testing
