// SPDX-License-Identifier: MIT
// Each rule by which a claim is checked, on numbers made up for it.
#include "scenarios/runner/verdicts/judge.hpp"
#include "tests/scenarios/runner/campaign/claims.hpp"

#include <gtest/gtest.h>

namespace malha::testing {
namespace judge_test {

/// The makespans of one cell, from seed 0 on.
CellResult cell(const std::string& run, const std::string& share, const std::vector<double>& makespans) {
  CellResult made{"study-a", run, {{"crashes.share", share}}, {}};
  for (std::size_t seed = 0; seed < makespans.size(); ++seed)
    made.runs[seed] = {{"makespan", makespans[seed], "s"}};
  return made;
}

CellFilter of(const std::string& run) { return {"study-a", run, {}}; }

Claim claim(const std::string& attributes) { return claim_of(attributes, {"crashes.share"}); }

Verdict verdict(const Claim& claim, const std::vector<CellResult>& cells, bool altered = false) {
  Scenario scenario;
  scenario.name = "study-a";
  scenario.claims = {claim};
  scenario.altered = altered;
  return verdicts_of({scenario}, cells).front();
}

// Differences -1, -2, -3: mean -2, deviation 1, t(2 degrees, 97.5 %) = 4.30, half width 4.30 / sqrt(3)
// = 2.48: the interval holds 0. Differences -1.9, -2, -2.1: half width 0.248: it does not.
TEST(Less, NeedsThePairedIntervalBelowZero) {
  const auto less = claim("less='run=a' than='run=b'");
  EXPECT_EQ(verdict(less, {cell("a", "5", {9, 18, 27}), cell("b", "5", {10, 20, 30})}).verdict, "missed");
  EXPECT_EQ(verdict(less, {cell("a", "5", {8.1, 18, 27.9}), cell("b", "5", {10, 20, 30})}).verdict, "agrees");
}

TEST(Less, ComparesTheNumbersWhereThereIsOneSeed) {
  const auto less = claim("less='run=a' than='run=b'");
  EXPECT_EQ(verdict(less, {cell("a", "5", {9}), cell("b", "5", {10})}).verdict, "agrees");
  EXPECT_EQ(verdict(less, {cell("a", "5", {10}), cell("b", "5", {10})}).verdict, "missed");
}

TEST(Less, IsUncheckedWithoutTheSameSeeds) {
  const auto found =
      verdict(claim("less='run=a' than='run=b'"), {cell("a", "5", {9, 9}), cell("b", "5", {10})});
  EXPECT_EQ(found.verdict, "unchecked");
  EXPECT_EQ(found.reason, "needs the same seeds in both cells");
}

// 5 % of the larger: 95 and 100 are about equal, 94.9 and 100 are not.
TEST(Near, IsWithinFivePercent) {
  const auto near = claim("near='run=a' to='run=b'");
  EXPECT_EQ(verdict(near, {cell("a", "5", {90, 100}), cell("b", "5", {100})}).verdict, "agrees");
  EXPECT_EQ(verdict(near, {cell("a", "5", {94.9}), cell("b", "5", {100})}).verdict, "missed");
  EXPECT_EQ(verdict(near, {cell("a", "5", {100}), cell("b", "5", {94.9})}).verdict, "missed");
}

// max / min: 105 / 100 = 1.05 is flat, 105.1 / 100 is not.
TEST(Flat, IsARatioOfExtremesOfAtMostOneOhFive) {
  const auto flat = claim("flat='run=a'");
  const auto agrees = verdict(flat, {cell("a", "5", {100}), cell("a", "10", {105}), cell("a", "15", {103})});
  EXPECT_EQ(agrees.verdict, "agrees");
  EXPECT_DOUBLE_EQ(*agrees.ours, 1.05);
  EXPECT_EQ(verdict(flat, {cell("a", "5", {100}), cell("a", "10", {105.1})}).verdict, "missed");
}

TEST(Flat, IsUncheckedAtZero) {
  EXPECT_EQ(verdict(claim("flat='run=a'"), {cell("a", "5", {0}), cell("a", "10", {1})}).verdict, "unchecked");
}

// a - b is 30 at 40 % and -10 at 60 %: by straight line it is 0 at 40 + 20 * 30 / 40 = 55 %.
const std::vector<CellResult> crossing_at_55{
    cell("a", "60", {100}), cell("b", "60", {110}), // places are numbers: 60 is behind 5
    cell("a", "5", {100}),  cell("b", "5", {50}),   cell("a", "40", {100}), cell("b", "40", {70})};

Claim crossing(const std::string& one, const std::string& other, const std::string& at) {
  return claim("crossing='run=" + one + "' with='run=" + other + "' over='crashes.share' at='" + at + "'");
}

TEST(Crossing, IsWithinTenPointsOfWhereTheTextPutsIt) {
  for (const auto& [at, expected] : std::map<std::string, std::string>{
           {"44.9", "missed"}, {"45", "agrees"}, {"55", "agrees"}, {"65", "agrees"}, {"65.1", "missed"}}) {
    const auto found = verdict(crossing("a", "b", at), crossing_at_55);
    EXPECT_EQ(found.verdict, expected) << at;
    EXPECT_DOUBLE_EQ(*found.ours, 55);
  }
}

// b crosses a at 55 % from below; a falls below b there, b never falls below a for good.
TEST(Crossing, HasADirection) {
  const auto found = verdict(crossing("b", "a", "55"), crossing_at_55);
  EXPECT_EQ(found.verdict, "missed");
  EXPECT_FALSE(found.ours);
}

// a - b: 1, -1, 1, -1 at 10, 20, 30, 40: below for good from 35 on.
TEST(Crossing, IsTheLastOfSeveral) {
  const auto at_35 = crossing("a", "b", "35");
  std::vector<CellResult> cells;
  for (const auto& [share, value] :
       std::map<std::string, double>{{"10", 11}, {"20", 9}, {"30", 11}, {"40", 9}}) {
    cells.push_back(cell("a", share, {value}));
    cells.push_back(cell("b", share, {10}));
  }
  EXPECT_DOUBLE_EQ(*verdict(at_35, cells).ours, 35);
  cells.push_back(cell("a", "50", {11}));
  cells.push_back(cell("b", "50", {10}));
  EXPECT_FALSE(verdict(at_35, cells).ours); // at 50 it is above again
}

TEST(Crossing, IsUncheckedWhereTheSeriesDoNotMeet) {
  const auto found = verdict(crossing("a", "b", "50"), {cell("a", "5", {1}), cell("b", "10", {1})});
  EXPECT_EQ(found.verdict, "unchecked");
  EXPECT_EQ(found.reason, "the series do not meet at crashes.share=5");
}

TEST(Bounded, HoldsWithinItsBounds) {
  const auto bounded = claim("cell='run=a' at_least='2' at_most='4'");
  for (const auto& [value, expected] :
       std::map<double, std::string>{{1.9, "missed"}, {2, "agrees"}, {4, "agrees"}, {4.1, "missed"}})
    EXPECT_EQ(verdict(bounded, {cell("a", "5", {value})}).verdict, expected) << value;
}

// 5 % of 100 is 5.
TEST(Bounded, IsAboutAValueWithinFivePercent) {
  const auto about = claim("cell='run=a' about='100'");
  for (const auto& [value, expected] :
       std::map<double, std::string>{{94.9, "missed"}, {95, "agrees"}, {105, "agrees"}, {105.1, "missed"}})
    EXPECT_EQ(verdict(about, {cell("a", "5", {value})}).verdict, expected) << value;
}

// Differences 2 and 4: the mean is 3.
TEST(Gain, IsTheMeanOfTheDifferences) {
  const std::vector<CellResult> cells{cell("a", "5", {12, 24}), cell("b", "5", {10, 20})};
  for (const auto& [bounds, expected] : std::map<std::string, std::string>{{"at_least='3'", "agrees"},
                                                                           {"at_least='3.1'", "missed"},
                                                                           {"at_most='3'", "agrees"},
                                                                           {"at_most='2.9'", "missed"}}) {
    const auto found = verdict(claim("gain='run=a' against='run=b' " + bounds), cells);
    EXPECT_EQ(found.verdict, expected) << bounds;
    EXPECT_EQ(found.ours, 3);
  }
}

// (7 + 9) / 2 is 8, and 8 / 10 = 0.8. Half the interval of 7 and 9 is 12.7 times half their distance.
TEST(Ratio, IsThatOfTheMeans) {
  const std::vector<CellResult> cells{cell("a", "5", {7, 9}), cell("b", "5", {10})};
  const std::string ratio = "ratio='run=a' to='run=b' ";
  const auto found = verdict(claim(ratio + "at_most='0.8'"), cells);
  EXPECT_EQ(found.verdict, "agrees");
  EXPECT_EQ(found.ours, 0.8);
  EXPECT_EQ(found.numbers, "a 8 ± 13, b 10 (95 %): ratio 0.8");
  EXPECT_EQ(verdict(claim(ratio + "at_least='0.81'"), cells).verdict, "missed");
}

// 5 % of 0.84 is 0.042, of 0.85 it is 0.0425: 0.8 is within the first.
TEST(Ratio, IsAboutAValueWithinFivePercent) {
  const std::vector<CellResult> cells{cell("a", "5", {8}), cell("b", "5", {10})};
  EXPECT_EQ(verdict(claim("ratio='run=a' to='run=b' about='0.84'"), cells).verdict, "agrees");
  EXPECT_EQ(verdict(claim("ratio='run=a' to='run=b' about='0.85'"), cells).verdict, "missed");
}

TEST(Ratio, IsUncheckedToZero) {
  const auto found =
      verdict(claim("ratio='run=a' to='run=b' at_most='1'"), {cell("a", "5", {1}), cell("b", "5", {0})});
  EXPECT_EQ(found.verdict, "unchecked");
  EXPECT_EQ(found.reason, "is no ratio: the mean of the other cell is 0");
}

/// Which ways the makespans go at the shares 5, 10 and 100, given in another order.
std::set<std::string> ways_of(double at_5, double at_10, double at_100) {
  std::set<std::string> ways;
  for (const auto* way : {"rising", "falling", "not_rising", "not_falling"})
    if (verdict(claim("ordered='run=a' over='crashes.share' as='" + std::string(way) + "'"),
                {cell("a", "100", {at_100}), cell("a", "5", {at_5}), cell("a", "10", {at_10})})
            .verdict == "agrees")
      ways.insert(way);
  return ways;
}

TEST(Ordered, GoesOneWayInTheOrderOfNumbers) {
  using Ways = std::set<std::string>;
  EXPECT_EQ(ways_of(1, 2, 3), (Ways{"rising", "not_falling"}));
  EXPECT_EQ(ways_of(3, 2, 1), (Ways{"falling", "not_rising"}));
  EXPECT_EQ(ways_of(1, 1, 2), (Ways{"not_falling"}));
  EXPECT_EQ(ways_of(2, 1, 1), (Ways{"not_rising"}));
  EXPECT_EQ(ways_of(1, 1, 1), (Ways{"not_falling", "not_rising"}));
  EXPECT_EQ(ways_of(1, 3, 2), Ways{});
}

TEST(Ordered, SaysEachMeanAndHowFarTheyGo) {
  const auto found = verdict(claim("ordered='run=a' over='crashes.share' as='rising'"),
                             {cell("a", "10", {5}), cell("a", "5", {3})});
  EXPECT_EQ(found.numbers, "crashes.share: 5: 3, 10: 5");
  EXPECT_EQ(found.ours, 2);
}

/// A cell of one seed that has a makespan and a mean wait.
CellResult waiting(const std::string& run, double makespan, double wait) {
  return {"study-a", run, {}, {{0, {{"makespan", makespan, "s"}, {"mean_waiting_time", wait, "s"}}}}};
}

// In run a 3 is less than 9; in run b 7 is not less than 5. 9 - 7 = 2.
TEST(AnyClaim, MayNameAMetricForEachCell) {
  const std::vector<CellResult> cells{waiting("a", 9, 3), waiting("b", 5, 7)};
  const auto less = [](const std::string& run) {
    return claim("less='run=" + run + " metric=mean_waiting_time' than='run=" + run + "'");
  };
  EXPECT_EQ(verdict(less("a"), cells).verdict, "agrees");
  EXPECT_EQ(verdict(less("b"), cells).verdict, "missed");
  EXPECT_EQ(verdict(claim("gain='run=a' against='metric=mean_waiting_time run=b' at_least='0'"), cells).ours,
            2);
}

TEST(AnyClaim, DeviatesWhereTheMissIsExplained) {
  auto less = claim("less='run=a' than='run=b'");
  less.notes.deviation = "because";
  const auto found = verdict(less, {cell("a", "5", {11}), cell("b", "5", {10})});
  EXPECT_EQ(found.verdict, "deviates");
  EXPECT_EQ(found.reason, "because");
}

TEST(AnyClaim, IsUncheckedWithoutItsRuns) {
  const auto found = verdict(claim("near='run=a' to='run=b'"), {cell("a", "5", {1})});
  EXPECT_EQ(found.verdict, "unchecked");
  EXPECT_EQ(found.reason, "needs all runs of study-a in the same command");
}

TEST(AnyClaim, IsUncheckedInAnotherSetUp) {
  const auto found =
      verdict(claim("less='run=a' than='run=b'"), {cell("a", "5", {1}), cell("b", "5", {2})}, true);
  EXPECT_EQ(found.verdict, "unchecked");
}

PublishedValue published(double value, Tolerance tolerance) {
  PublishedValue made;
  made.cell = of("a");
  made.metric = made.called = "makespan";
  made.value = value;
  made.tolerance = tolerance;
  made.unit = "s";
  return made;
}

Verdict verdict(const PublishedValue& value, const std::vector<CellResult>& cells) {
  Scenario scenario;
  scenario.name = "study-a";
  scenario.published = {value};
  return verdicts_of({scenario}, cells).front();
}

// Mean 110 of a published 100: 10 % off.
TEST(PublishedNumber, AgreesWithinItsTolerance) {
  const std::vector<CellResult> cells{cell("a", "5", {105, 115})};
  EXPECT_EQ(verdict(published(100, {0.09}), cells).verdict, "missed");
  const auto found = verdict(published(100, {0.11}), cells);
  EXPECT_EQ(found.verdict, "agrees");
  EXPECT_DOUBLE_EQ(*found.relative_error, 110.0 / 100 - 1);
  EXPECT_LT(*found.ci_low, 105);
}

TEST(PublishedNumber, OfZeroNeedsAToleranceInItsUnit) {
  const auto zero = published(0, {2, Tolerance::Kind::in_unit});
  EXPECT_EQ(verdict(zero, {cell("a", "5", {2})}).verdict, "agrees");
  const auto missed = verdict(zero, {cell("a", "5", {2.1})});
  EXPECT_EQ(missed.verdict, "missed");
  EXPECT_FALSE(missed.relative_error);
}

// Two seeds, a = 20, 30 and b = 10, 10. Ratios 2 and 3, mean 2.5; differences 10 and 20, mean 15; 100 and 200
// % more, mean 150.
TEST(PublishedNumber, OfTwoCellsIsComparedSeedBySeed) {
  const std::vector<CellResult> cells{cell("a", "5", {20, 30}), cell("b", "5", {10, 10})};
  for (const auto& [compared, expected] :
       std::map<PublishedValue::Compared, double>{{PublishedValue::Compared::ratio, 2.5},
                                                  {PublishedValue::Compared::difference, 15},
                                                  {PublishedValue::Compared::percent, 150}}) {
    auto value = published(expected, {});
    value.compared = compared;
    value.against = of("b");
    EXPECT_DOUBLE_EQ(*verdict(value, cells).ours, expected);
    EXPECT_EQ(verdict(value, cells).verdict, "agrees");
  }
}

TEST(PublishedNumber, OfTwoCellsSaysWhichInItsRow) {
  auto value = published(1, {});
  value.compared = PublishedValue::Compared::ratio;
  value.against = {"study-a", "b", {{"crashes.share", "5"}}};
  EXPECT_EQ(verdict(value, {}).metric, "makespan: ratio to run=b crashes.share=5");
}

TEST(PublishedNumber, HasNoRatioToZero) {
  auto value = published(1, {});
  value.compared = PublishedValue::Compared::ratio;
  value.against = of("b");
  const auto found = verdict(value, {cell("a", "5", {1}), cell("b", "5", {0})});
  EXPECT_EQ(found.verdict, "unchecked");
  EXPECT_EQ(found.reason, "is no ratio: a value of the other cell is 0");
}

// 20, 30 and 40 have mean 30 and squares 100 + 0 + 100, so that the deviation is sqrt(200 / 2) = 10.
TEST(PublishedNumber, MayBeAStandardDeviation) {
  auto value = published(10, {});
  value.is_deviation = true;
  const auto found = verdict(value, {cell("a", "5", {20, 30, 40})});
  EXPECT_DOUBLE_EQ(*found.ours, 10);
  EXPECT_EQ(found.metric, "makespan: standard deviation");
  const auto one_seed = verdict(value, {cell("a", "5", {20})});
  EXPECT_EQ(one_seed.verdict, "unchecked");
  EXPECT_EQ(one_seed.reason, "needs several seeds");
}

// Under a hypothesis nothing agrees or is missed, whatever notes there are.
TEST(Hypothesis, ExplainsWhatWasNotSeen) {
  auto value = published(10, {0.1});
  value.judged = {"machines", false};
  const auto explained = verdict(value, {cell("a", "5", {11})});
  EXPECT_EQ(explained.verdict, "explained");
  EXPECT_EQ(explained.hypothesis, "machines");
  EXPECT_FALSE(explained.is_judged());
  const auto not_explained = verdict(value, {cell("a", "5", {12})});
  EXPECT_EQ(not_explained.verdict, "unexplained");
  EXPECT_FALSE(not_explained.is_new_miss());
  value.judged.is_seen = true;
  EXPECT_EQ(verdict(value, {cell("a", "5", {11})}).verdict, "fitted");
  EXPECT_EQ(verdict(value, {cell("a", "5", {12})}).verdict, "unexplained");
}

TEST(Hypothesis, MayBeThatOfAClaim) {
  auto less = claim("less='run=a' than='run=b'");
  less.judged = {"machines", false};
  EXPECT_EQ(verdict(less, {cell("a", "5", {8}), cell("b", "5", {9})}).verdict, "explained");
}

// A miss whose scenario records what was looked for is known; one that is explained is none.
TEST(Miss, IsKnownWhereItsScenarioRecordsIt) {
  const std::vector<CellResult> later{cell("a", "5", {10}), cell("b", "5", {9})},
      sooner{cell("a", "5", {8}), cell("b", "5", {9})};
  auto less = claim("less='run=a' than='run=b'");
  EXPECT_TRUE(verdict(less, later).is_new_miss());
  less.notes.evidence = "the queue was looked at";
  EXPECT_EQ(verdict(less, later).verdict, "missed");
  EXPECT_TRUE(verdict(less, later).is_known);
  EXPECT_FALSE(verdict(less, later).is_new_miss());
  EXPECT_FALSE(verdict(less, sooner).is_known); // it is no miss
  less.notes.deviation = "the queue is shorter";
  EXPECT_EQ(verdict(less, later).verdict, "deviates");
  EXPECT_FALSE(verdict(less, later).is_known);
}

} // namespace judge_test
} // namespace malha::testing
