// SPDX-License-Identifier: MIT
// Figures, by numbers that can be worked out by hand.
#include "results/report/data/escaping.hpp"
#include "results/report/data/user_values.hpp"
#include "results/report/figures/axes.hpp"
#include "results/report/figures/figure.hpp"
#include "results/report/figures/heat_map.hpp"
#include "results/report/figures/row_figure.hpp"
#include "results/report/page/user_table.hpp"
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace malha::page {
namespace figure_test {

using testing::TemporaryFolder;
using testing::write_text;

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// A cell with the values of one metric for seeds 0, 1, …
CellData cell(const std::string& run, const std::string& parameters, const std::vector<double>& values) {
  CellData made{"s", run, parameters};
  for (std::size_t seed = 0; seed < values.size(); ++seed)
    made.metrics["wait"][seed] = {std::to_string(values[seed]), values[seed]};
  return made;
}

TEST(Svg, IsTheSameToTheByte) {
  Svg svg(100, 50, "a <title>");
  svg.line(0, 1.005, 100, 1. / 3, "axis");
  svg.rect(1, 2, 3, 4, "f0", "tip & more");
  svg.text(50, 20, "<b>", Svg::Anchor::middle, "faint");
  svg.mark(Svg::Shape::square, 10, 10, 2, "s1 f1");
  // The corners of a square of radius 2 are at 10 -+ 1.7.
  EXPECT_EQ(
      svg.fragment(),
      "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart\" viewBox=\"0 0 100 50\" role=\"img\" "
      "aria-label=\"a &lt;title&gt;\">\n"
      "<line x1=\"0\" y1=\"1\" x2=\"100\" y2=\"0.33\" class=\"axis\"/>\n"
      "<rect x=\"1\" y=\"2\" width=\"3\" height=\"4\" class=\"f0\"><title>tip &amp; more</title></rect>\n"
      "<text x=\"50\" y=\"20\" text-anchor=\"middle\" class=\"faint\">&lt;b&gt;</text>\n"
      "<polygon points=\"8.3,8.3 11.7,8.3 11.7,11.7 8.3,11.7\" class=\"mark s1 f1\"/>\n"
      "</svg>\n");
}

TEST(Svg, LengthsHaveTwoDecimals) {
  EXPECT_EQ(length(2.5), "2.5");
  EXPECT_EQ(length(1. / 3), "0.33");
  EXPECT_EQ(length(-0.001), "0");
  EXPECT_EQ(length(100), "100");
}

TEST(Svg, AFileHasItsStyle) {
  const auto file = Svg(10, 10, "t").file();
  EXPECT_EQ(file.rfind("<?xml version=\"1.0\"", 0), 0u);
  EXPECT_TRUE(holds(file, "<style><![CDATA["));
  EXPECT_TRUE(holds(file, "<title>t</title>"));
}

// From 0 to 10 in lengths 100 to 200: 2.5 is at 125. From 1 to 100 by logarithms: 10 is in the middle.
TEST(Scales, GoFromValuesToLengths) {
  EXPECT_DOUBLE_EQ(Scale(0, 10, false, 100, 200).at(2.5), 125);
  EXPECT_DOUBLE_EQ(Scale(1, 100, true, 100, 200).at(10), 150);
}

// One value has room of half its size on both sides: 4 is from 2 to 6.
TEST(Scales, MakeRoomAboutOneValue) { EXPECT_DOUBLE_EQ(Scale(4, 4, false, 0, 8).at(4), 4); }

// The next number above 1000 is 1.1e-13 away. Room is made as about one value: from 500 to 1500.
TEST(Scales, TakeWhatDiffersByRoundingAsTheSame) {
  const double next = std::nextafter(1000, 2000);
  const Scale scale(1000, next, false, 0, 1);
  EXPECT_NEAR(scale.at(1000), 0.5, 1e-9);
  EXPECT_EQ(scale.ticks(5), (std::vector<double>{600, 800, 1000, 1200, 1400}));
  EXPECT_LE(scale_for({-next, -1000}, false, 0, 1).ticks(5).size(), 6u);
  // 1e-11 of the value is more than rounding.
  EXPECT_EQ(Scale(1000, 1000 + 1e-8, false, 0, 1).at(1000), 0);
}

TEST(Scales, HaveRoundTicks) {
  EXPECT_EQ(Scale(0, 10, false, 0, 1).ticks(5), (std::vector<double>{0, 2, 4, 6, 8, 10}));
  EXPECT_EQ(Scale(1, 1e6, true, 0, 1).ticks(6), (std::vector<double>{1, 10, 100, 1000, 1e4, 1e5, 1e6}));
  EXPECT_FALSE(std::signbit(Scale(-0.5, 10, false, 0, 1).ticks(5).front())) << "no -0";
}

TEST(Scales, TicksAreShort) {
  EXPECT_EQ(tick_text(0.25), "0.25");
  EXPECT_EQ(tick_text(2000), "2000");
  EXPECT_EQ(tick_text(36000), "36k");
  EXPECT_EQ(tick_text(2500000), "2.5M");
  EXPECT_EQ(tick_text(-50000), "-50k");
}

VerdictRow published(const std::string& run, const std::string& value, const std::string& ours,
                     const std::string& verdict) {
  VerdictRow row{"s", run, "", "wait", value, ours, "", "", "s", "0.5", verdict, "somebody2000, Table 1"};
  row.called = "t";
  return row;
}

// Two tables of a source are two figures; what is missed is named below with its number, and what agrees is
// not.
TEST(Agreement, NamesWhatIsMissed) {
  CampaignData data;
  data.verdicts = {published("good", "10", "11", "agrees"), published("bad", "10", "15", "missed"),
                   published("worse", "20", "30", "deviates"), published("none", "20", "", "unchecked")};
  data.verdicts.push_back(data.verdicts[0]);
  data.verdicts.back().source = "somebody2000, Table 2";
  const auto figures = agreement_figures(data);
  ASSERT_EQ(figures.size(), 2u);
  EXPECT_EQ(figures[0].name, "published.somebody2000-table-1");
  const auto svg = figures[0].svg.fragment();
  EXPECT_TRUE(holds(svg, ">1  ours 15 for 10, +50 %: t, bad</text>")) << svg;
  EXPECT_TRUE(holds(svg, ">2  ours 30 for 20, +50 %: t, worse</text>")) << svg;
  EXPECT_FALSE(holds(svg, ">3  ")) << svg;
  EXPECT_TRUE(holds(svg, "agrees 1</text>")) << svg;
  EXPECT_FALSE(holds(svg, "none")) << svg;
}

// Seeds 0 and 1 of the first are 10 and 20, of the second 13 and 21: differences 3 and 1, mean 2, half of the
// interval 12.706 * (sqrt(2) / sqrt(2)) = 12.706, shown as 13.
TEST(ComparisonFigures, PairTheirSeeds) {
  CampaignData data;
  data.compares = true;
  data.compared = {"wait"};
  data.cells = {cell("a", "", {10, 20}), cell("b", "", {13, 21})};
  const auto figures = comparison_figures(data);
  ASSERT_EQ(figures.size(), 2u);
  EXPECT_EQ(figures[0].name, "differences.wait");
  EXPECT_TRUE(holds(figures[0].svg.fragment(), "b: 2 ± 13")) << figures[0].svg.fragment();
  EXPECT_EQ(figures[1].name, "seeds.wait");
  EXPECT_TRUE(holds(figures[1].svg.fragment(), "a: 15 ± 64")) << figures[1].svg.fragment(); // 12.706 * 5
}

// The same values of two resamples of a trace: the intervals are not divided by sqrt(2). Half of them is
// 63.53 * sqrt(2) = 89.8 and 12.706 * sqrt(2) = 18.0.
TEST(ComparisonFigures, OfResamplesHaveTheirIntervals) {
  CampaignData data;
  data.compares = true;
  data.compared = {"wait"};
  data.cells = {cell("a", "", {10, 20}), cell("b", "", {13, 21})};
  for (auto& one : data.cells)
    one.resamples = true;
  const auto figures = comparison_figures(data);
  ASSERT_EQ(figures.size(), 2u);
  EXPECT_TRUE(holds(figures[0].svg.fragment(), "b: 2 ± 18")) << figures[0].svg.fragment();
  EXPECT_TRUE(holds(figures[1].svg.fragment(), "a: 15 ± 90")) << figures[1].svg.fragment();
  EXPECT_NEAR(*mean_of(data.cells[0], "wait")->high, 15 + 12.7062 * 5 * std::sqrt(2), 1e-3);
}

/// The number of an attribute of an element of a drawing.
double attribute(const std::string& element, const std::string& name) {
  const auto at = element.find(" " + name + "=\"");
  return at == std::string::npos ? std::nan("") : std::stod(element.substr(at + name.size() + 3));
}

/// The elements of a drawing that hold a text.
std::vector<std::string> elements_with(const std::string& svg, const std::string& part) {
  std::vector<std::string> found;
  for (std::size_t at = 0, end = 0; (end = svg.find('\n', at)) != std::string::npos; at = end + 1)
    if (const auto line = svg.substr(at, end - at); holds(line, part))
      found.push_back(line);
  return found;
}

// Names stand on the left, from 8 on, and have at most 29 letters of 7.1 units: the longer one of the two has
// 28, so that they end at 206.8. What has the value 0 stands above its line.
TEST(RowFigures, DrawNothingOverTheirLabels) {
  RowFigure figure{"t", {"difference of wait", "s"}, {}};
  figure.reference_line = 0;
  figure.reference_name = "cluster.easy_backfill";
  figure.rows = {{"cluster.conservative_backfil", {{1, {-5, -9, -1}, {-9, -1}}}},
                 {"b", {{2, {7, 6, 8}, {6, 8}}}}};
  const auto svg = drawing_of(figure).fragment();
  const auto names = elements_with(svg, "<text x=\"8\"");
  ASSERT_EQ(names.size(), 2u) << svg;
  for (const auto& line : elements_with(svg, "<line")) {
    EXPECT_GE(attribute(line, "x1"), 206.8) << line;
    EXPECT_GE(attribute(line, "x2"), 206.8) << line;
  }
  const auto even = elements_with(svg, "class=\"even\"");
  const auto reference = elements_with(svg, ">cluster.easy_backfill</text>");
  ASSERT_EQ(even.size(), 1u);
  ASSERT_EQ(reference.size(), 1u);
  EXPECT_LT(attribute(reference[0], "y"), attribute(even[0], "y1"));
}

// A name without blanks goes on behind a mark in it: 29 letters hold "a_very_long_name_of_an_", 23, and
// "actor.", which is 29, and not "and_".
TEST(RowFigures, BreakLongNamesBehindTheirMarks) {
  RowFigure figure{"t", {"wait"}, {{"a_very_long_name_of_an_actor.and_policy", {{0, {1, {}, {}}}}}}};
  const auto svg = drawing_of(figure).fragment();
  EXPECT_TRUE(holds(svg, ">a_very_long_name_of_an_actor.</text>")) << svg;
  EXPECT_TRUE(holds(svg, ">and_policy</text>")) << svg;
}

// 7200 and 28 800 s are at most 8 h, which is at least 3 h: the axis is in hours.
TEST(RowFigures, HaveAxesInUnitsThatPeopleRead) {
  RowFigure figure{
      "t", {"mean waiting time", "s"}, {{"a", {{0, {7200, {}, {}}}}}, {"b", {{1, {28800, {}, {}}}}}}};
  const auto svg = drawing_of(figure).fragment();
  EXPECT_TRUE(holds(svg, ">mean waiting time (h)</text>")) << svg;
  EXPECT_TRUE(holds(svg, ">6</text>")) << svg;
  EXPECT_TRUE(holds(svg, "b: 28800 s (8 h)</title>")) << svg;
}

TEST(UserFigures, AreOneForEachMetricByUser) {
  CampaignData data;
  data.compares = true;
  data.compared = {"satisfaction.ann", "satisfaction.bob"};
  data.cells = {{"s", "a", ""}, {"s", "b", ""}};
  for (auto& one : data.cells)
    for (const auto& metric : data.compared)
      one.metrics[metric][0] = {"50", 50};
  const auto figures = user_figures(data);
  ASSERT_EQ(figures.size(), 1u);
  EXPECT_EQ(figures[0].name, "users.satisfaction");
  EXPECT_TRUE(holds(figures[0].svg.fragment(), ">ann</text>"));
  EXPECT_TRUE(holds(figures[0].svg.fragment(), ">bob</text>"));
}

/// A comparison of two runs which have the users ann and bob in seeds 0 and 1. Bob has most jobs, Ann waits
/// longest.
class ComparedUsers : public ::testing::Test {
protected:
  ComparedUsers() {
    data_.compares = true;
    data_.cells = {{"s", "a", ""}, {"s", "b", ""}};
    for (std::size_t cell = 0; cell < 2; ++cell)
      for (std::uint64_t seed = 0; seed < 2; ++seed) {
        const auto run = folder_ / (std::to_string(cell) + "-" + std::to_string(seed));
        std::filesystem::create_directory(run);
        // Ann waits 10 and 12 s in the first run, 20 and 22 s in the second one.
        write_text(run / "users.csv",
                   "user,jobs,mean_waiting_time,max_waiting_time,mean_turnaround_time,mean_bounded_slowdown,"
                   "user_satisfaction\nann,1," +
                       std::to_string(10 * (cell + 1) + 2 * seed) + ",9,30,1,50\nbob,7,5,9,40,2,50\n");
        data_.run_folders.push_back({cell, seed, run});
      }
  }

  TemporaryFolder folder_;
  CampaignData data_;
};

// Ann's mean of 10 and 12 is 11, half of its interval 12.706 * 1 = 12.706.
TEST_F(ComparedUsers, HaveFiguresAndATable) {
  read_user_values(data_);
  EXPECT_EQ(users_by("jobs", data_), (std::vector<std::string>{"bob", "ann"}));
  EXPECT_EQ(users_by("mean_waiting_time", data_), (std::vector<std::string>{"ann", "bob"}));
  const auto figures = user_figures(data_);
  ASSERT_EQ(figures.size(), 3u);
  EXPECT_EQ(figures[0].name, "users.mean_waiting_time");
  EXPECT_TRUE(holds(figures[0].svg.fragment(), "ann: 11 ± 13")) << figures[0].svg.fragment();
  const auto table = users_table(data_);
  EXPECT_TRUE(holds(table, "data-key=\"11\" title=\"11 s, 95 % interval from ")) << table;
  EXPECT_TRUE(holds(table, ">11 ± 13</td>")) << table;
  EXPECT_TRUE(holds(table, ">21 ± 13</td>")) << table;
  EXPECT_LT(table.find(">ann<"), table.find(">bob<"));
}

// Each seed draws its users anew.
TEST_F(ComparedUsers, AreNoneOfResamples) {
  data_.cells[0].resamples = true;
  read_user_values(data_);
  EXPECT_TRUE(user_figures(data_).empty());
  EXPECT_EQ(users_table(data_), "");
}

TEST_F(ComparedUsers, OfADamagedFileAreNamed) {
  write_text(data_.run_folders[1].folder / "users.csv", "user,jobs\nann,1\n");
  read_user_values(data_);
  ASSERT_EQ(data_.notes.size(), 1u);
  EXPECT_TRUE(holds(data_.notes[0], "0-1/users.csv:1: has no column 'mean_waiting_time'")) << data_.notes[0];
  EXPECT_EQ(user_figures(data_).size(), 3u);
}

/// Cells of two loads and as many hosts as are asked for.
CampaignData swept(const std::vector<std::string>& hosts) {
  CampaignData data;
  data.scenarios = {{"s", "", "", {"wait"}, {}}};
  for (const auto* load : {"0.5", "1"})
    for (const auto& number : hosts)
      data.cells.push_back(cell("a", std::string("platform.hosts=") + number + ";workload.load=" + load,
                                {std::stod(load) * 100}));
  return data;
}

TEST(SweepFigures, AreLinesOverOneParameter) {
  const auto figures = sweep_figures(swept({"16"}), "s");
  ASSERT_EQ(figures.size(), 1u);
  EXPECT_EQ(figures[0].name, "sweep.s.wait");
  EXPECT_TRUE(holds(figures[0].svg.fragment(), "a at 0.5: 50</title>")) << figures[0].svg.fragment();
  EXPECT_TRUE(holds(figures[0].svg.fragment(), "<polyline"));
}

// Two runs at exact and factor:2, which have no order: four marks at four places and no line; each has its
// bar.
TEST(SweepFigures, JoinNothingThatHasNoOrder) {
  CampaignData data;
  data.scenarios = {{"s", "", "", {"wait"}, {}}};
  for (const auto* run : {"a", "b"})
    for (const auto* estimates : {"exact", "factor:2"})
      data.cells.push_back(cell(run, std::string("workload.estimates=") + estimates, {1, 2}));
  const auto svg = sweep_figures(data, "s").at(0).svg.fragment();
  EXPECT_FALSE(holds(svg, "<polyline")) << svg;
  EXPECT_FALSE(holds(svg, "<polygon points=\"72")) << svg;
  std::set<double> places;
  for (const auto& bar : elements_with(svg, "class=\"interval"))
    places.insert(attribute(bar, "x1"));
  EXPECT_EQ(places.size(), 4u) << svg;
}

// The bars of two runs at one load are 7 units from each other.
TEST(SweepFigures, HideNoInterval) {
  auto data = swept({"16"});
  for (auto& one : std::vector<CellData>(data.cells)) {
    one.run = "b";
    data.cells.push_back(one);
  }
  for (auto& one : data.cells)
    one.metrics["wait"][1] = {"1", 1};
  std::vector<double> places;
  for (const auto& bar : elements_with(sweep_figures(data, "s").at(0).svg.fragment(), "class=\"interval"))
    places.push_back(attribute(bar, "x1"));
  ASSERT_EQ(places.size(), 4u); // run a at both loads, then run b
  EXPECT_NEAR(places[2] - places[0], 7, 0.02);
  EXPECT_NEAR(places[3] - places[1], 7, 0.02);
}

TEST(SweepFigures, AreMapsOverTwo) {
  const auto figures = sweep_figures(swept({"16", "64"}), "s");
  ASSERT_EQ(figures.size(), 1u);
  const auto svg = figures[0].svg.fragment();
  EXPECT_TRUE(holds(svg, ": 50</title>")) << svg;
  EXPECT_FALSE(holds(svg, "<polyline"));
}

// Over load, which has as many values as the others and comes first of them, with a panel for each of the
// four combinations of the others.
TEST(SweepFigures, ArePanelsOverThree) {
  CampaignData data;
  data.scenarios = {{"s", "", "", {"wait"}, {}}};
  for (const auto* jobs : {"1", "2"})
    for (auto one : swept({"16", "64"}).cells) {
      one.parameters += std::string(";workload.jobs=") + jobs;
      data.cells.push_back(one);
    }
  const auto figures = sweep_figures(data, "s");
  ASSERT_EQ(figures.size(), 1u);
  EXPECT_EQ(figures[0].name, "sweep.s.wait");
  EXPECT_TRUE(holds(figures[0].caption, "a panel for each combination of ")) << figures[0].caption;
  const auto svg = figures[0].svg.fragment();
  std::size_t panels = 0;
  for (auto at = svg.find("<polyline"); at != std::string::npos; at = svg.find("<polyline", at + 1))
    ++panels;
  EXPECT_EQ(panels, 4u) << svg;
}

// 25 combinations of b and c; a panel for each of the first 24.
TEST(SweepFigures, SayWhichPanelsAreLeftOut) {
  CampaignData data;
  data.scenarios = {{"s", "", "", {"wait"}, {}}};
  for (int a = 0; a < 6; ++a)
    for (int b = 0; b < 5; ++b)
      for (int c = 0; c < 5; ++c)
        data.cells.push_back(
            cell("a", "a=" + std::to_string(a) + ";b=" + std::to_string(b) + ";c=" + std::to_string(c), {1}));
  const auto figures = sweep_figures(data, "s");
  ASSERT_EQ(figures.size(), 1u);
  EXPECT_TRUE(holds(figures[0].caption, "wait over a, a panel for each combination of b and c"))
      << figures[0].caption;
  EXPECT_TRUE(holds(figures[0].caption, "These are the first 24 of 25 combinations; the table has all."));
  EXPECT_TRUE(holds(figures[0].svg.fragment(), ">b=4 c=3</text>"));
  EXPECT_FALSE(holds(figures[0].svg.fragment(), ">b=4 c=4</text>"));
}

// Run b ran once for all loads: it has the same value at both.
TEST(SweepFigures, DrawRunsThatIgnoreWhatIsVaried) {
  auto data = swept({"16"});
  data.cells.push_back(cell("b", "", {70}));
  const auto svg = sweep_figures(data, "s").at(0).svg.fragment();
  EXPECT_TRUE(holds(svg, "b at 0.5: 70</title>")) << svg;
  EXPECT_TRUE(holds(svg, "b at 1: 70</title>")) << svg;
}

/// A claim that a number of -2 decides, from -3 to -1.
VerdictRow claim(const std::string& called, double reference) {
  VerdictRow row{"s", "", "", called, "", "5", "", "", "", "", "agrees", ""};
  row.called = called;
  row.claim_metric = "wait";
  row.claim_unit = "s";
  row.value = -2;
  row.low_end = -3;
  row.high_end = -1;
  row.reference = reference;
  return row;
}

// Differences are compared with 0, ratios with 1. What has no interval has no row.
TEST(ClaimFigures, AreOfDifferencesAndRatios) {
  CampaignData data;
  data.verdicts = {claim("less", 0), claim("more", 0), claim("as much", 1), claim("one seed", 0)};
  data.verdicts[1].verdict = "missed";
  data.verdicts[1].called =
      "this claim has so many words that one line of the figure does not have room for all";
  data.verdicts[3].low_end.reset();
  const auto figures = claim_figures(data);
  ASSERT_EQ(figures.size(), 2u);
  EXPECT_EQ(figures[0].name, "claims.s.wait");
  EXPECT_EQ(figures[1].name, "claims.s.wait.ratios");
  const auto svg = figures[0].svg.fragment();
  EXPECT_TRUE(holds(svg, "less: -2.0 ± 1 s</title>")) << svg;
  // "missed: this claim has so many" has 30 columns, more than 29.
  EXPECT_TRUE(holds(svg, ">missed: this claim has so</text>")) << svg;
  EXPECT_TRUE(holds(svg, ">many words that one line of</text>")) << svg;
  EXPECT_TRUE(holds(svg, ">difference of wait (s)</text>")) << svg;
  EXPECT_FALSE(holds(svg, "one seed")) << svg;
}

// What is averaged does not count as varied: the mean over hosts is over equal values.
TEST(SweepFigures, TakeMeansOverWhatIsAveraged) {
  auto data = swept({"16", "64"});
  data.scenarios[0].averaged = {"platform.hosts"};
  const auto figures = sweep_figures(data, "s");
  ASSERT_EQ(figures.size(), 1u);
  EXPECT_TRUE(holds(figures[0].svg.fragment(), "a at 1: 100</title>")) << figures[0].svg.fragment();
}

// Jobs of different loads are no sample of one distribution.
TEST(DistributionFigures, AreNoneOfASweep) {
  const TemporaryFolder folder;
  write_text(
      folder / "jobs.csv",
      "final_state,submission_time,starting_time,finish_time,waiting_time,turnaround_time,execution_time\n"
      "COMPLETED_SUCCESSFULLY,0,5,25,5,25,20\n");
  auto data = swept({"16"});
  data.compares = true;
  data.run_folders = {{0, 0, folder.path()}, {1, 0, folder.path()}};
  std::vector<std::string> notes;
  EXPECT_TRUE(distribution_figures(data, notes).empty());
  EXPECT_EQ(notes, std::vector<std::string>{"there are no distributions of jobs, since a run has several "
                                            "combinations of settings"});
  data.cells.pop_back();
  data.run_folders.pop_back();
  EXPECT_EQ(distribution_figures(data, notes).size(), 2u);
  EXPECT_EQ(notes.size(), 1u) << notes.back();
}

TEST(SweepFigures, AreNoneOverNothing) {
  CampaignData data;
  data.scenarios = {{"s", "", "", {"wait"}, {}}};
  data.cells = {cell("a", "", {1})};
  EXPECT_TRUE(sweep_figures(data, "s").empty());
}

TEST(HeatMaps, ShowWhatIsMissing) {
  const auto svg = drawing_of(HeatMap{"t", "x", "y", {"1", "2"}, {"3"}, {{5.0, std::nullopt}}}).fragment();
  EXPECT_TRUE(holds(svg, "x 1, y 3: 5</title>")) << svg;
  EXPECT_TRUE(holds(svg, ">–</text>")) << svg;
}

TEST(Figures, HaveNamesOfTheirOwn) {
  auto data = swept({"16"});
  data.scenarios.push_back({"S", "", "", {"wait"}, {}}); // the same slug
  for (auto& one : std::vector<CellData>(data.cells)) {
    one.scenario = "S";
    data.cells.push_back(one);
  }
  std::vector<std::string> notes;
  auto figures = all_figures(data, notes);
  ASSERT_EQ(figures["sweep-s"].size() + figures["sweep-S"].size(), 2u);
  EXPECT_NE(figures["sweep-s"][0].name, figures["sweep-S"][0].name);
}

} // namespace figure_test
} // namespace malha::page
