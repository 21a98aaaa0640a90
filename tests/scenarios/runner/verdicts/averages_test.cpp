// SPDX-License-Identifier: MIT
// Published values, claims and tables over means of several cells, on numbers made up for them.
#include "scenarios/runner/verdicts/measures.hpp"
#include "tests/scenarios/runner/campaign/claims.hpp"

#include <gtest/gtest.h>

#include <sstream>

namespace malha::testing {
namespace averages_test {

/// The makespans of a cell, from seed 0 on. `load` is what is compared, `kind` what is averaged over.
CellResult cell(const std::string& run, const std::string& load, const std::string& kind,
                const std::vector<double>& makespans) {
  CellResult made{"study-a", run, {{"load", load}, {"kind", kind}}, {}};
  for (std::size_t seed = 0; seed < makespans.size(); ++seed)
    made.runs[seed] = {{"makespan", makespans[seed], "s"}};
  return made;
}

/// One seed a cell: two kinds, 1 below and 1 above the value.
void add(std::vector<CellResult>& cells, const std::string& run, const std::string& load, double value) {
  cells.push_back(cell(run, load, "x", {value - 1}));
  cells.push_back(cell(run, load, "y", {value + 1}));
}

CellFilter of(const std::string& run, const std::string& load = "") {
  CellFilter filter{"study-a", run, {}};
  if (!load.empty())
    filter.parameters["load"] = load;
  return filter;
}

Claim claim(const std::string& attributes) { return claim_of(attributes, {"load", "kind"}); }

Scenario averaging() {
  Scenario scenario;
  scenario.name = "study-a";
  scenario.averaged = {"kind"};
  return scenario;
}

Verdict verdict(const Claim& claim, const std::vector<CellResult>& cells, Scenario scenario = averaging()) {
  scenario.claims = {claim};
  return verdicts_of({scenario}, cells).front();
}

// Means over the kinds: a 20 and 30, b 21 and 31. Half the interval of two values is 12.7062 / 2 of their
// distance of 10; the differences are -1 and -1.
const std::vector<CellResult> two_seeds{cell("a", "1", "x", {10, 20}), cell("a", "1", "y", {30, 40}),
                                        cell("b", "1", "x", {31, 41}), cell("b", "1", "y", {11, 21})};

TEST(Average, IsSeedBySeed) {
  const auto found = verdict(claim("less='run=a load=1' than='run=b load=1'"), two_seeds);
  EXPECT_EQ(found.verdict, "agrees");
  EXPECT_EQ(found.ours, 25);
  EXPECT_EQ(found.numbers, "a 25 ± 64, b 26 ± 64 (95 %); difference -1 [-1, -1]");
}

TEST(Average, IsOnlyOverWhatIsAveraged) {
  Scenario scenario = averaging();
  scenario.averaged = {};
  const auto found = verdict(claim("less='run=a load=1' than='run=b load=1'"), two_seeds, scenario);
  EXPECT_EQ(found.verdict, "unchecked");
  EXPECT_EQ(found.reason, "means 2 cells of study-a; also fix kind");
}

TEST(Average, IsNotOverRuns) {
  EXPECT_EQ(verdict(claim("cell='load=1' at_least='0'"), two_seeds).reason,
            "means 4 cells of study-a; also fix run");
}

TEST(Average, IsUncheckedUnlessItIsWhole) {
  auto cells = two_seeds;
  cells[1].runs.clear();
  const auto bounded = claim("cell='run=a load=1' at_least='0'");
  EXPECT_EQ(verdict(bounded, cells).reason, "needs all runs of study-a in the same command");
  cells = two_seeds;
  cells[1].runs.erase(1);
  EXPECT_EQ(verdict(bounded, cells).reason, "needs the same seeds in both cells");
}

TEST(Average, OfAnotherScenarioGoesByItsOwn) {
  Scenario here;
  here.name = "study-b";
  here.claims = {claim("cell='run=a load=1' at_least='0'")};
  EXPECT_EQ(verdicts_of({averaging(), here}, two_seeds).front().ours, 25);
}

// (10 + 20 + 30 + 40) / 4 = 25 of a, 26 of b.
TEST(Average, IsWhatAPublishedValueIsComparedWith) {
  Scenario scenario = averaging();
  PublishedValue value;
  value.cell = of("a");
  value.metric = value.called = "makespan";
  value.value = -1;
  value.compared = PublishedValue::Compared::difference;
  value.against = of("b");
  scenario.published = {value};
  const auto found = verdicts_of({scenario}, two_seeds).front();
  EXPECT_EQ(found.verdict, "agrees");
  EXPECT_EQ(found.parameters, "load=1"); // all cells have it; their kind differs
}

// Means 100 at loads 1 and 2, 106 at 10: the ratio is 1.06, and 1 up to load 2.
TEST(Flat, GoesOverMeans) {
  std::vector<CellResult> cells;
  add(cells, "a", "1", 100);
  add(cells, "a", "10", 106);
  add(cells, "a", "2", 100);
  const std::string flat = "flat='run=a' over='load'";
  const auto whole = verdict(claim(flat), cells);
  EXPECT_EQ(whole.verdict, "missed");
  EXPECT_EQ(whole.numbers, "from 100 at load=1 to 106 at load=10: ratio 1.06");
  EXPECT_EQ(verdict(claim(flat + " up_to='2'"), cells).ours, 1);
  EXPECT_EQ(verdict(claim(flat + " from='2'"), cells).ours, 1.06);
}

TEST(Flat, GoesOverRuns) {
  std::vector<CellResult> cells;
  add(cells, "a", "1", 100);
  add(cells, "b", "1", 104);
  add(cells, "c", "1", 110);
  const std::string flat = "flat='load=1' over='run'";
  EXPECT_EQ(verdict(claim(flat), cells).ours, 1.1);
  const auto two = verdict(claim(flat + " runs='a b'"), cells);
  EXPECT_EQ(two.ours, 1.04);
  EXPECT_EQ(two.numbers, "from 100 at run=a to 104 at run=b: ratio 1.04");
}

/// Runs a and b, with differences of their makespans by load; `seeds` of them each.
std::vector<CellResult> differing(const std::map<std::string, std::vector<double>>& differences) {
  std::vector<CellResult> cells;
  for (const auto& [load, values] : differences) {
    cells.push_back(cell("a", load, "x", values));
    cells.push_back(cell("b", load, "x", std::vector<double>(values.size(), 0)));
  }
  return cells;
}

Claim growth() { return claim("grows='run=a' against='run=b' over='load'"); }

// In the order of numbers: 1, 2 and 4 at loads 5, 10 and 100. From first to last 3 and 3.
TEST(Grows, FromEachValueToTheNext) {
  const auto found = verdict(growth(), differing({{"5", {1, 1}}, {"10", {2, 2}}, {"100", {4, 4}}}));
  EXPECT_EQ(found.verdict, "agrees");
  EXPECT_EQ(found.ours, 3);
  EXPECT_EQ(found.numbers,
            "difference by load: 5: 1 ± 0, 10: 2 ± 0, 100: 4 ± 0; from first to last 3 [3, 3]");
  EXPECT_EQ(verdict(growth(), differing({{"5", {1, 1}}, {"10", {5, 5}}, {"100", {4, 4}}})).verdict, "missed");
  EXPECT_EQ(verdict(growth(), differing({{"5", {1, 1}}, {"10", {4, 4}}, {"100", {4, 4}}})).verdict, "missed");
}

// From first to last 3 and 4: half the interval is 12.7062 / 2, more than their mean of 3.5. 30 and 34: 25.4,
// less than 32.
TEST(Grows, SignificantlyFromFirstToLast) {
  EXPECT_EQ(verdict(growth(), differing({{"5", {1, 1}}, {"10", {4, 5}}})).verdict, "missed");
  EXPECT_EQ(verdict(growth(), differing({{"5", {1, 1}}, {"10", {31, 35}}})).verdict, "agrees");
}

// By seed it is 1 and 3, though both grow by 30: pairs count.
TEST(Grows, SeedBySeed) {
  EXPECT_EQ(verdict(growth(), differing({{"5", {1, 300}}, {"10", {31, 330}}})).verdict, "agrees");
}

TEST(Grows, ByTheNumbersWhereThereIsOneSeed) {
  EXPECT_EQ(verdict(growth(), differing({{"5", {1}}, {"10", {2}}})).verdict, "agrees");
  EXPECT_EQ(verdict(growth(), differing({{"5", {2}}, {"10", {1}}})).verdict, "missed");
}

// Differences 2 and -2: they are 0 half way from 5 to 10. Without the 10 there is no crossing.
TEST(Crossing, KeepsToItsRange) {
  const std::string crossing = "crossing='run=a' with='run=b' over='load' at='7'";
  const auto cells = differing({{"1", {1}}, {"5", {2}}, {"10", {-2}}});
  EXPECT_EQ(verdict(claim(crossing), cells).numbers,
            "difference by load: 1: 1, 5: 2, 10: -2; crosses at 7.5");
  EXPECT_EQ(verdict(claim(crossing + " up_to='5'"), cells).numbers,
            "difference by load: 1: 1, 5: 2; does not cross for good");
}

// Seeds differ from the means 1 and -1 by 0.1, both ways alike: half of the interval is 3.182446 * 0.115470 /
// 2 = 0.183739 everywhere. On the way from 1 to -1 that is 0.091869 of it, or 0.459347 of the 5 between the
// loads.
TEST(Crossing, HasTheIntervalInWhichTheMeanMayBeZero) {
  const std::string crossing = "crossing='run=a' with='run=b' over='load' at='7'";
  const std::vector<double> above{0.9, 0.9, 1.1, 1.1}, below{-1.1, -1.1, -0.9, -0.9};
  const auto found = verdict(claim(crossing), differing({{"1", above}, {"5", above}, {"10", below}}));
  EXPECT_NEAR(found.claim_value.value(), 7.5, 1e-9);
  EXPECT_NEAR(found.claim_low.value(), 7.5 - 0.459347, 1e-5);
  EXPECT_NEAR(found.claim_high.value(), 7.5 + 0.459347, 1e-5);
  EXPECT_EQ(found.claim_reference, 7);
  // The first load has no interval below it: it may cross there, or before.
  const auto open = verdict(claim(crossing), differing({{"5", {-1, 3}}, {"10", {-2, -2}}}));
  EXPECT_FALSE(open.claim_low);
  EXPECT_NEAR(open.ours.value(), 5 + 5. / 3, 1e-9);
}

// 101 and 99, and 202 and 198: twice as much under each seed. Three points have three ratios, of which the
// greatest is 2.
TEST(Flat, HasTheIntervalOfTheGreatestRatio) {
  const std::vector<double> hundred{101, 99, 101, 99, 101, 99};
  std::vector<double> twice;
  for (const double value : hundred)
    twice.push_back(2 * value);
  const auto found =
      verdict(claim("flat='run=a' over='load'"),
              {cell("a", "1", "x", hundred), cell("a", "5", "x", hundred), cell("a", "10", "x", twice)});
  EXPECT_EQ(found.ours, 2);
  EXPECT_NEAR(found.claim_low.value(), 2, 1e-6);
  EXPECT_NEAR(found.claim_high.value(), 2, 1e-6);
  EXPECT_EQ(found.claim_reference, 1);
}

// Steps of 1 and of 6, which no seed changes: the least rise is 1. Falling it were -6.
TEST(Ordered, IsDecidedByItsLeastStep) {
  const std::vector<CellResult> cells{cell("a", "1", "x", {1, 2}), cell("a", "5", "x", {2, 3}),
                                      cell("a", "10", "x", {8, 9})};
  const auto rising = verdict(claim("ordered='run=a' over='load' as='rising'"), cells);
  EXPECT_EQ(rising.claim_low, 1);
  EXPECT_EQ(rising.claim_high, 1);
  EXPECT_NE(rising.numbers.find("; least rise 1 [1, 1]"), std::string::npos) << rising.numbers;
  EXPECT_EQ(verdict(claim("ordered='run=a' over='load' as='falling'"), cells).claim_value, -6);
}

/// What is printed of a scenario with the cells, and the makespan over what is folded.
std::string printed(const std::vector<CellResult>& cells, const std::set<std::string>& folded) {
  Scenario scenario = averaging();
  scenario.measures = {{"makespan", "s", folded}};
  for (const auto& cell : cells)
    scenario.cells.push_back({cell.run, cell.varied, {}});
  std::ostringstream out;
  print_measures(scenario, cells, out);
  return out.str();
}

std::vector<CellResult> grid(const std::vector<std::string>& runs, const std::vector<std::string>& loads) {
  std::vector<CellResult> cells;
  double value = 10;
  for (const auto& run : runs)
    for (const auto& load : loads)
      add(cells, run, load, value += 2);
  return cells;
}

TEST(PrintMeasures, ShowsMeansOfSeveralRunsAsAMatrix) {
  EXPECT_EQ(printed(grid({"a", "b"}, {"1", "2"}), {"kind"}), "  means over kind\n"
                                                             "makespan, s, by load\n"
                                                             "load   a   b\n"
                                                             "   1  12  16\n"
                                                             "   2  14  18\n");
}

// Three names of 30 letters are more than 80 columns beside each other.
TEST(PrintMeasures, TurnsAMatrixThatIsTooWide) {
  const std::string a(30, 'a'), b(30, 'b'), c(30, 'c');
  EXPECT_EQ(printed(grid({a, b, c}, {"1", "2"}), {"kind"}),
            "  means over kind\n"
            "makespan, s, by load\n"
            "run" +
                std::string(27, ' ') + "   1   2\n" + a + "  12  14\n" + b + "  16  18\n" + c + "  20  22\n");
}

TEST(PrintMeasures, ListsWhatIsNoMatrix) {
  EXPECT_EQ(printed(grid({"a"}, {"1", "2"}), {"kind"}), "  means over kind\n\n"
                                                        "load  makespan\n"
                                                        "             s\n"
                                                        "   1        12\n"
                                                        "   2        14\n");
}

TEST(PrintMeasures, LeavesOutMeansThatAreNotWhole) {
  auto cells = grid({"a", "b"}, {"1", "2"});
  cells.back().runs.clear();
  EXPECT_EQ(printed(cells, {"kind"}), "  means over kind\n"
                                      "makespan, s, by load\n"
                                      "load   a   b\n"
                                      "   1  12  16\n"
                                      "   2  14\n");
}

} // namespace averages_test
} // namespace malha::testing
