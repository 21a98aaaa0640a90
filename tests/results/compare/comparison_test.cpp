// SPDX-License-Identifier: MIT
#include "results/compare/comparison.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <sstream>

namespace malha::testing {
namespace comparison_test {

using Names = std::vector<std::string>;

/// From seed 0 on.
Competitor competitor(const std::string& name, const std::vector<double>& values) {
  Competitor made{name, {}};
  for (std::size_t seed = 0; seed < values.size(); ++seed)
    made.values[seed] = values[seed];
  return made;
}

ComparedMetric makespans(const std::vector<Competitor>& all) {
  return compared("makespan", "s", Better::less, all);
}

std::string printed(const std::vector<ComparedMetric>& metrics) {
  std::ostringstream out;
  print_comparison(metrics, out);
  return out.str();
}

// The differences are -1, -2, -3: mean -2, deviation 1, t(2 degrees, 97.5 %) = 4.302653, half the interval
// 4.302653 / sqrt(3) = 2.484138. Of -1.9, -2, -2.1 it is a tenth of it.
TEST(Compared, TakesDifferencesSeedBySeed) {
  const auto found = makespans(
      {competitor("a", {10, 20, 30}), competitor("b", {9, 18, 27}), competitor("c", {8.1, 18, 27.9})});
  ASSERT_EQ(found.means.size(), 3u);
  EXPECT_FALSE(found.means[0].difference);
  EXPECT_EQ(found.means[1].difference->mean, -2);
  EXPECT_NEAR(*found.means[1].difference->low, -4.484138, 1e-6);
  EXPECT_EQ(found.means[1].word, "no difference shown");
  EXPECT_NEAR(*found.means[2].difference->high, -2 + 0.2484138, 1e-6);
  EXPECT_EQ(found.means[2].word, "less");
}

TEST(Compared, KnowsMoreFromTheSame) {
  const auto found =
      makespans({competitor("a", {10, 20}), competitor("b", {11, 21}), competitor("c", {10, 20})});
  EXPECT_EQ(found.means[1].word, "more"); // 1 and 1: the interval is the 1 itself
  EXPECT_EQ(found.means[2].word, "the same");
}

// Differences -1 and 1: their mean is 0, but they are not.
TEST(Compared, DoesNotTakeAMeanOfZeroForTheSame) {
  EXPECT_EQ(makespans({competitor("a", {10, 20}), competitor("b", {9, 21})}).means[1].word,
            "no difference shown");
}

TEST(Compared, MarksAllThatHaveTheLeastMean) {
  const auto found = makespans({competitor("a", {3}), competitor("b", {2}), competitor("c", {2})});
  EXPECT_FALSE(found.means[0].is_best);
  EXPECT_TRUE(found.means[1].is_best && found.means[2].is_best);
  EXPECT_FALSE(makespans({competitor("a", {2}), competitor("b", {2})}).means[0].is_best);
}

TEST(Compared, MarksTheGreatestMeanWhereMoreIsBetter) {
  const auto found =
      compared("user_satisfaction", "%", Better::more, {competitor("a", {3}), competitor("b", {2})});
  EXPECT_TRUE(found.means[0].is_best);
  EXPECT_FALSE(found.means[1].is_best);
}

TEST(Compared, MarksNoneWhereNeitherLessNorMoreIsBetter) {
  const auto found =
      compared("crashes", "count", Better::neither, {competitor("a", {3}), competitor("b", {2})});
  EXPECT_FALSE(found.means[0].is_best || found.means[1].is_best);
}

TEST(Compared, HasNoIntervalForOneSeed) {
  const auto found = makespans({competitor("a", {3}), competitor("b", {2})});
  EXPECT_FALSE(found.means[0].mean.low || found.means[1].difference->low);
  EXPECT_EQ(found.means[1].word, "");
}

TEST(Compared, HasNoIntervalWhereTheSeedVariesNothing) {
  const auto found = makespans({competitor("a", {3, 3, 3}), competitor("b", {0.1, 0.1, 0.1})});
  EXPECT_EQ(found.constant, (Names{"a", "b"}));
  EXPECT_EQ(found.seeds, 3u);
  EXPECT_EQ(found.means[1].mean.mean, 0.1);
  EXPECT_FALSE(found.means[1].mean.low || found.means[1].difference->low);
}

TEST(Compared, NamesThoseForWhichTheSeedVariesNothing) {
  const auto found = makespans({competitor("a", {3, 3}), competitor("b", {1, 2})});
  EXPECT_EQ(found.constant, Names{"a"});
  EXPECT_TRUE(found.means[0].mean.low && found.means[1].difference->low);
}

// Seeds 0 and 1 of 0, 1 and 2 are those that both a and c have; b has none.
TEST(Compared, LeavesOutWhatNotAllHave) {
  const auto found = makespans({competitor("a", {1, 3, 8}), competitor("b", {}), competitor("c", {2, 4})});
  EXPECT_EQ(found.without, Names{"b"});
  EXPECT_EQ(found.seeds, 2u);
  EXPECT_EQ(found.seeds_left_out, 1u);
  ASSERT_EQ(found.means.size(), 2u);
  EXPECT_EQ(found.means[0].mean.mean, 2);
  EXPECT_EQ(found.means[1].difference->mean, 1);
}

TEST(Compared, IsNothingWithoutACommonSeed) {
  Competitor later{"b", {{7, 1}}};
  const auto found = makespans({competitor("a", {1}), later});
  EXPECT_TRUE(found.means.empty());
  EXPECT_EQ(found.seeds_left_out, 2u);
}

// Two values 1 apart: deviation sqrt(1/2), t(1 degree, 97.5 %) = tan(0.475 pi) = 12.7062, half the interval
// 12.7062 / 2 = 6.3531. a: 1, 2; b - a: 9, 10, which is 9.5 / 1.5 = 633 % of the mean of a; c - a: 0, 0.
TEST(PrintComparison, MarksTheLeastAndSaysWhatIsMeant) {
  const auto found = makespans({competitor("a", {1, 2}), competitor("b", {10, 12}), competitor("c", {1, 2})});
  EXPECT_EQ(printed({found, compared("stretch", "1", Better::less,
                                     {competitor("a", {1, 2}), competitor("b", {1, 1})})}),
            "                  mean  difference    %\n"
            "makespan, s\n"
            "* a          1.5 ± 6.4\n"
            "  b            11 ± 13   9.5 ± 6.4  633  more\n"
            "* c          1.5 ± 6.4       0 ± 0    0  the same\n"
            "stretch\n"
            "  a          1.5 ± 6.4\n"
            "* b              1 ± 0  -0.5 ± 6.4  -33  unclear\n"
            "* the least; difference: from a, seed by seed; ±: half the 95 % interval\n"
            "(Student's t); less, more: the interval of the difference excludes 0; unclear:\n"
            "it does not\n"
            "results of b do not depend on the seed\n");
}

TEST(PrintComparison, SaysThatOneSeedHasNoInterval) {
  EXPECT_EQ(printed({makespans({competitor("a", {2}), competitor("b", {1})})}),
            "             mean  difference    %\n"
            "makespan, s\n"
            "  a             2\n"
            "* b             1          -1  -50\n"
            "* the least; difference: from a, seed by seed\n"
            "one seed: no intervals; --seeds 10 would give them\n");
}

TEST(PrintComparison, SaysOfWhichMetricsItMarksTheGreatest) {
  const auto more =
      compared("user_satisfaction.ann", "%", Better::more, {competitor("a", {50}), competitor("b", {75})});
  EXPECT_NE(printed({more}).find("\n* b                         75          25  50\n"), std::string::npos)
      << printed({more});
  EXPECT_NE(printed({more}).find("\n* the greatest; difference: from a"), std::string::npos);
  EXPECT_NE(printed({makespans({competitor("a", {2}), competitor("b", {1})}), more})
                .find("\n* the least, of user_satisfaction the greatest; difference: from a"),
            std::string::npos);
}

TEST(PrintComparison, SaysWhatIsMissing) {
  const auto found = makespans({competitor("a", {1, 3}), competitor("b", {}), competitor("c", {1})});
  EXPECT_EQ(printed({found}), "             mean  difference  %\n"
                              "makespan, s\n"
                              "  a             1\n"
                              "  c             1           0  0  the same\n"
                              "difference: from a, seed by seed\n"
                              "no result: b\n"
                              "1 of 2 seeds are left out, since not all have them\n");
}

// Columns of 31 (the longest name of a shipped deployment), 12, 11, 4 and 7 and four gaps of 2: 73. Half the
// intervals is 6.3531 times the distance of the two values: of 400, 400 and 800.
TEST(PrintComparison, FitsTheTerminal) {
  const auto text = printed({makespans(
      {competitor("b", {50000, 50400}), competitor("cluster.conservative_backfill", {50300, 49900})})});
  EXPECT_NE(text.find("\n* cluster.conservative_backfill  50100 ± 2541  -100 ± 5082  -0.2  unclear\n"),
            std::string::npos)
      << text;
}

// Differences of 1.9, 2, 2.1 lie 2 / (0.1 / sqrt(3)) = 34.6 standard errors from 0, of which Student's
// distribution has 0.0008 on both sides (2 degrees of freedom: 1 - t / sqrt(2 + t²)); 1, 1.5, 2 lie 5.2 from
// 0: 0.035. The other three hold 0. Holm counts the least p-value 5 times, 0.004, and the next 4 times, 0.14.
TEST(PrintComparison, SaysWhichOfManyDifferencesRemain) {
  std::vector<ComparedMetric> metrics;
  const auto add = [&](const std::string& name, const std::vector<double>& differences) {
    metrics.push_back(
        compared(name, "s", Better::neither, {competitor("a", {0, 0, 0}), competitor("b", differences)}));
  };
  add("m1", {1.9, 2, 2.1});
  add("m2", {1, 1.5, 2});
  for (const std::string name : {"m3", "m4", "m5"})
    add(name, {-1, 0, 1});
  adjust_for_many(metrics);
  EXPECT_NEAR(*metrics[0].means[1].p_holm, 5 * (1 - 1 / std::sqrt(1 + 2 / 1200.0)), 1e-9); // t² is 1200
  EXPECT_NEAR(*metrics[1].means[1].p_holm, 4 * (1 - std::sqrt(27 / 29.0)), 1e-9);          // t² is 27
  auto text = printed(metrics);
  std::replace(text.begin(), text.end(), '\n', ' ');
  EXPECT_NE(
      text.find(" 2 of 5 differences are called less or more; if nothing differed, 0.25 would be by chance. "
                "Under Holm's correction for many comparisons 1 remains, without m2 of b "),
      std::string::npos)
      << text;
  metrics.resize(4); // less than five: no remark
  EXPECT_EQ(printed(metrics).find("Holm"), std::string::npos);
}

TEST(ComparedInSweep, TakesDifferencesFromTheFirstPoint) {
  const auto found = compared_in_sweep(
      "makespan", "s", "easy", {competitor("load=0.5", {10, 20, 30}), competitor("load=0.9", {20, 30, 40})});
  ASSERT_EQ(found.size(), 2u);
  EXPECT_FALSE(found[0].means[0].difference);
  EXPECT_EQ(found[1].means[0].name, "easy");
  EXPECT_EQ(found[1].parameters, "load=0.9");
  EXPECT_EQ(found[1].against, "load=0.5");
  EXPECT_EQ(found[1].means[0].difference->mean, 10);
  EXPECT_EQ(found[1].means[0].percent, 50); // of 20
  EXPECT_EQ(found[1].means[0].word, "more");
}

TEST(WriteDifferences, LeavesEmptyWhatIsNotThere) {
  std::ostringstream out;
  write_differences({makespans({competitor("a", {2}), competitor("b", {0.5})})}, out);
  EXPECT_EQ(out.str(), "metric,unit,run,seeds,mean,ci_low,ci_high,against,difference,difference_low,"
                       "difference_high,verdict,parameters,percent,p_value,p_holm\n"
                       "makespan,s,a,1,2,,,,,,,,,,,\n"
                       "makespan,s,b,1,0.5,,,a,-1.5,,,,,-75,,\n");
}

} // namespace comparison_test
} // namespace malha::testing
