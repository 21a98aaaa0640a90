// SPDX-License-Identifier: MIT
// What a page says first of a comparison.
#include "results/report/page/comparison_sections.hpp"
#include "results/report/page/headline.hpp"
#include "results/report/page/study_sections.hpp"
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

#include <string>

namespace malha::page {
namespace headline_test {

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

const std::vector<std::string> columns{
    "metric",          "unit",    "run",        "seeds",      "mean",
    "ci_low",          "ci_high", "against",    "difference", "difference_low",
    "difference_high", "verdict", "parameters", "percent",    "p_holm"};

/// differences.csv of a baseline "easy" and of "sjf".
CampaignData compared(const std::vector<std::vector<std::string>>& rows) {
  CampaignData data;
  data.compares = true;
  data.differences = {columns, rows};
  data.cells = {{"s", "easy", ""}, {"s", "sjf", ""}};
  data.better = {{"mean_bounded_slowdown", Better::less}, {"mean_waiting_time", Better::less}};
  return data;
}

std::vector<std::string> baseline(const std::string& metric, const std::string& unit, const std::string& mean,
                                  const std::string& parameters = "") {
  return {metric, unit, "easy", "20", mean, "", "", "", "", "", "", "", parameters, "", ""};
}

std::vector<std::string> other(const std::string& metric, const std::string& unit, const std::string& mean,
                               const std::string& difference, const std::string& low, const std::string& high,
                               const std::string& verdict, const std::string& parameters = "") {
  const auto percent = 100 * std::stod(difference) / (std::stod(mean) - std::stod(difference));
  return {metric,  unit,       "sjf", "20", mean,    "",         "",
          "easy",  difference, low,   high, verdict, parameters, std::to_string(percent),
          "0.0004"};
}

// 18 - 175 = -157, which is 89.7 % of 175; half of the interval is (213 - 101) / 2 = 56. Waits: 7200 s less
// than 36 000 s = 20 %.
TEST(Headline, SaysTheDifferenceInWordsAndCards) {
  const auto html =
      headline_html(compared({baseline("mean_waiting_time", "s", "36000"),
                              other("mean_waiting_time", "s", "28800", "-7200", "-9000", "-5400", "less"),
                              baseline("mean_bounded_slowdown", "1", "175"),
                              other("mean_bounded_slowdown", "1", "18", "-157", "-213", "-101", "less")}));
  EXPECT_TRUE(holds(html, "<strong>sjf</strong> has 157 ± 56 less mean bounded slowdown than "
                          "<strong>easy</strong> (18 against 175)."))
      << html;
  EXPECT_TRUE(holds(html, "mean bounded slowdown</span><b>-89.7 %</b><span class=\"verdict agrees\">✓ less"))
      << html;
  EXPECT_TRUE(holds(html, "mean waiting time</span><b>-20.0 %</b>")) << html;
  EXPECT_TRUE(holds(html, "title=\"-7200 s, 95 % interval from -9000 to -5400 s\"")) << html;
}

// Both differences are less, and have a p-value of 0.0004 after the correction.
TEST(Headline, SaysWhatRemainsOfManyDifferences) {
  auto rows = std::vector<std::vector<std::string>>{
      baseline("mean_bounded_slowdown", "1", "175"),
      other("mean_bounded_slowdown", "1", "18", "-157", "-213", "-101", "less"),
      other("mean_waiting_time", "s", "28800", "-7200", "-9000", "-5400", "less")};
  EXPECT_TRUE(
      holds(headline_html(compared(rows)), "2 of 2 differences are less or more; all of them also after"));
  rows[2].back() = "0.06";
  EXPECT_TRUE(
      holds(headline_html(compared(rows)), "2 of 2 differences are less or more; 1 of them also after"));
}

TEST(Headline, IsOfTheMetricThatWasAskedForFirst) {
  auto data = compared({baseline("mean_waiting_time", "s", "36000"),
                        other("mean_waiting_time", "s", "43200", "7200", "5400", "9000", "more"),
                        baseline("mean_bounded_slowdown", "1", "175"),
                        other("mean_bounded_slowdown", "1", "18", "-157", "-213", "-101", "less")});
  data.asked_metric = "mean_waiting_time";
  const auto html = headline_html(data);
  EXPECT_TRUE(
      holds(html, "has 120 ± 30 min more mean waiting time than <strong>easy</strong> (12 h against 10 h)."))
      << html;
  EXPECT_TRUE(holds(html, "<span class=\"verdict missed\">✕ more")) << html;
}

TEST(Headline, ClaimsNoDifferenceThatIsNotShown) {
  const auto unclear = headline_html(
      compared({baseline("mean_bounded_slowdown", "1", "175"),
                other("mean_bounded_slowdown", "1", "172", "-3", "-13", "7", "no difference shown")}));
  EXPECT_TRUE(holds(unclear,
                    "Between <strong>sjf</strong> and <strong>easy</strong> no difference in mean bounded "
                    "slowdown is shown: -3 ± 10 (172 against 175)."))
      << unclear;
  const auto one_seed =
      headline_html(compared({baseline("mean_bounded_slowdown", "1", "175"),
                              other("mean_bounded_slowdown", "1", "18", "-157", "", "", "")}));
  EXPECT_TRUE(holds(one_seed, "(18 against 175); without seeds that differ there is no interval."))
      << one_seed;
  EXPECT_EQ(headline_html(compared({})), "");
}

TEST(Headline, CountsTheCombinationsOfASweep) {
  const std::string metric = "mean_bounded_slowdown";
  const auto html = headline_html(
      compared({baseline(metric, "1", "10", "workload.load=0.5"),
                other(metric, "1", "9", "-1", "-2", "0.5", "no difference shown", "workload.load=0.5"),
                baseline(metric, "1", "99", "workload.load=0.9"),
                other(metric, "1", "19", "-80", "-90", "-70", "less", "workload.load=0.9")}));
  EXPECT_TRUE(
      holds(html, "<strong>sjf</strong> has less mean bounded slowdown than <strong>easy</strong> at 1 of 2 "
                  "values of load, and more at none; at 1 no difference is shown."))
      << html;
}

TEST(Headline, OfASweepOfOneDeploymentSaysWhereItIsLeastAndMost) {
  const auto html =
      headline_html(compared({baseline("mean_waiting_time", "s", "60", "workload.load=0.5"),
                              baseline("mean_waiting_time", "s", "36000", "workload.load=0.9")}));
  EXPECT_TRUE(holds(html,
                    "The mean waiting time of <strong>easy</strong> ranges from 60 s at load=0.5 to 10 h at "
                    "load=0.9."))
      << html;
}

// Of one deployment the points of a sweep are compared with the first of them: that is no other deployment.
TEST(Headline, OfASweepOfOneDeploymentNamesNoOther) {
  auto point =
      other("mean_waiting_time", "s", "36000", "35940", "30000", "41880", "more", "workload.load=0.9");
  point[2] = "easy";
  point[7] = "load=0.5";
  const auto html =
      headline_html(compared({baseline("mean_waiting_time", "s", "60", "workload.load=0.5"), point}));
  EXPECT_TRUE(holds(html, "of <strong>easy</strong> ranges from 60 s at load=0.5 to 10 h at load=0.9."))
      << html;
}

TEST(Headline, EscapesNames) {
  auto row = other("mean_bounded_slowdown", "1", "18", "-157", "-213", "-101", "less");
  row[2] = "<img>";
  const auto html = headline_html(compared({baseline("mean_bounded_slowdown", "1", "175"), row}));
  EXPECT_TRUE(holds(html, "<strong>&lt;img&gt;</strong>")) << html;
  EXPECT_FALSE(holds(html, "<img>")) << html;
}

// Metrics of single users are in no card, and in no row of the table.
TEST(Differences, LeaveSingleUsersToTheirSection) {
  auto data =
      compared({baseline("mean_waiting_time", "s", "36000"), baseline("user_satisfaction.ann", "%", "50"),
                other("user_satisfaction.ann", "%", "60", "10", "5", "15", "more")});
  EXPECT_FALSE(holds(differences_section(data, "")->html, "ann"));
  EXPECT_FALSE(holds(headline_html(data), "ann"));
}

// The mean of the waits in s, 36 000 and 28 800, is in h; what is swept has a column of its own.
TEST(Differences, HaveTheirIntervalsBesideThem) {
  const auto html =
      differences_section(compared({baseline("mean_waiting_time", "s", "36000", "workload.load=0.5"),
                                    other("mean_waiting_time", "s", "28800", "-7200", "-9000", "-5400",
                                          "less", "workload.load=0.5")}),
                          "")
          ->html;
  EXPECT_TRUE(holds(html, "paired differences from easy")) << html;
  EXPECT_TRUE(holds(html, ">mean waiting time (h)<")) << html;
  EXPECT_TRUE(holds(html, "data-filter>load</th>")) << html;
  EXPECT_TRUE(holds(html, "title=\"-7200 s, 95 % interval from -9000 to -5400 s\">-2.00 ± 0.5</td>")) << html;
  EXPECT_TRUE(holds(html, ">-20.0 %</td>")) << html;
  EXPECT_TRUE(holds(html, ">&lt; 0.001</td>")) << html;
}

// The claim was decided by a difference of -2498 from -3580 to -1416, half of which is 1082.
TEST(Verdicts, OfClaimsHaveTheIntervalOfWhatDecides) {
  CampaignData data;
  VerdictRow row{"s", "easy",   "",     "users ask for more", "", "20989", "18512", "23466", "",
                 "",  "agrees", "m2001"};
  row.claim_metric = "mean_waiting_time";
  row.claim_unit = "s";
  row.claim_low = "-3580";
  row.claim_high = "-1416";
  row.value = -2498;
  row.reference = 0;
  data.verdicts = {row};
  const auto html = values_section(data, "")->html;
  EXPECT_TRUE(holds(html, ">difference -2498 ± 1082</td>")) << html;
  EXPECT_FALSE(holds(html, "20989")) << html;
  EXPECT_TRUE(holds(verdicts_section(data, "")->html, "1 of 1 claims agrees."))
      << verdicts_section(data, "")->html;
}

// 8673.25 from 8161 to 9185.5, of which half is 512.25; 8673.25 / 16 392 - 1 = -0.4709.
TEST(Verdicts, OfValuesAreRounded) {
  CampaignData data;
  data.verdicts = {{"s", "easy", "", "makespan", "16392", "8673.25", "8161", "9185.5", "s",
                    "-0.47088518789653487", "missed", "m2001"}};
  const auto html = values_section(data, "")->html;
  EXPECT_TRUE(holds(html, "title=\"8673.25, 95 % interval from 8161 to 9185.5\">8673 ± 512</td>")) << html;
  EXPECT_TRUE(holds(html, ">-47.1 %</td>")) << html;
}

} // namespace headline_test
} // namespace malha::page
