// SPDX-License-Identifier: MIT
#include "results/files/table.hpp"

#include "results/compare/verdicts.hpp"

#include <gtest/gtest.h>

#include <sstream>

namespace malha::testing {
namespace table_test {

std::string printed(const Table& table) {
  std::ostringstream out;
  table.print(out);
  return out.str();
}

std::string repeated(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i)
    all += text;
  return all;
}

TEST(Table, AlignsTextToTheLeftAndNumbersToTheRight) {
  Table table({"name", "value", "unit"}, {false, true, false});
  table.add({"a", "12.5", "s"});
  table.add({"longer", "3", ""});
  EXPECT_EQ(printed(table), "name    value  unit\n"
                            "a        12.5  s\n"
                            "longer      3\n");
}

// Widths 50, 40 and 5 and two gaps of 2 make 99 columns, 19 too many. The widest text gives until both have
// 40 (10 less), then they give in turn, the first one first: 5 and 4 less. 35 and 36 columns are left: seven
// words of four letters with their spaces are 34, and an eighth would be 39.
TEST(Table, BreaksTheWidestTextColumnsBetweenWords) {
  Table table({"a", "b", "n"}, {false, false, true});
  table.add({repeated("xxxx ", 9) + "xxxxx", repeated("yyyy ", 7) + "yyyyy", "12345"});
  const std::string gap(2, ' ');
  EXPECT_EQ(printed(table), "a" + repeated(" ", 36) + "b" + repeated(" ", 41) + "n\n" + repeated("xxxx ", 6) +
                                "xxxx " + gap + repeated("yyyy ", 6) + "yyyy  " + gap + "12345\n" +
                                "xxxx xxxx xxxxx" + repeated(" ", 22) + "yyyyy\n");
}

// 70 digits, a gap of 2 and 20 letters are 92 columns, and neither can be broken.
TEST(Table, CutsNoWordAndNoNumber) {
  Table table({"text", "number"}, {false, true});
  table.add({repeated("x", 20), repeated("9", 70)});
  table.add({"short", "1"});
  EXPECT_EQ(printed(table), "text" + repeated(" ", 70) + "number\n" + repeated("x", 20) + "\n" +
                                repeated(" ", 10) + repeated("9", 70) + "\n" + "short" + repeated(" ", 74) +
                                "1\n");
}

// "é" is two bytes and one column.
TEST(Table, CountsCharactersNotBytes) {
  EXPECT_EQ(columns_of("média"), 5u);
  Table table({"métrica", "n"}, {false, true});
  table.add({"a", "1"});
  EXPECT_EQ(printed(table), "métrica  n\na        1\n");
}

// Behind an indent of 2, 13 words of 5 and the 12 spaces between them end at column 79; a 14th would end
// at 85.
TEST(Wrapped, BreaksBetweenWordsAtTheTerminalsWidth) {
  const std::string full = "  " + repeated("abcde ", 12) + "abcde\n";
  EXPECT_EQ(wrapped(repeated("abcde ", 14), "  "), full + "  abcde\n");
}

// 2 + 78 characters fill the line exactly; one more does not fit.
TEST(Wrapped, FillsALineToItsLastColumn) {
  const std::string first(40, 'a');
  EXPECT_EQ(wrapped(first + " " + std::string(37, 'b'), "  "),
            "  " + first + " " + std::string(37, 'b') + "\n");
  EXPECT_EQ(wrapped(first + " " + std::string(38, 'b'), "  "),
            "  " + first + "\n  " + std::string(38, 'b') + "\n");
}

TEST(Wrapped, LeavesAWordThatIsTooLongOnALineOfItsOwn) {
  const std::string word(100, 'x');
  EXPECT_EQ(wrapped("a " + word + " b", "> "), "> a\n> " + word + "\n> b\n");
}

Verdict published(const std::string& parameters, double published, double ours, const std::string& verdict,
                  const std::string& reason = "") {
  Verdict row;
  row.parameters = parameters;
  row.metric = "simulated_time";
  row.called = "t_simul";
  row.published = published;
  row.ours = ours;
  row.unit = "s";
  row.relative_error = ours / published - 1;
  row.verdict = verdict;
  row.reason = reason;
  return row;
}

// Errors: 55 / 50 - 1 = +10.0 %; 198 / 200 - 1 = -1.0 %. A reason two rows share is said once.
TEST(PrintVerdicts, ShowsValuesThenClaimsThenReasons) {
  Verdict claim;
  claim.metric = "half the hosts take twice the time";
  claim.verdict = "agrees";
  Verdict unchecked = published("platform.hosts=9", 7, 7, "unchecked", "no run has it");
  unchecked.ours = unchecked.relative_error = std::nullopt;
  std::ostringstream out;
  print_verdicts({published("platform.hosts=50;workload.tasks=500", 50, 55, "deviates", "older model"),
                  published("platform.hosts=100;workload.tasks=500", 200, 198, "agrees"), claim,
                  published("platform.hosts=400", 50, 55, "deviates", "older model"), unchecked},
                 out);
  EXPECT_EQ(out.str(), "case                 metric   unit  published  ours   error  verdict\n"
                       "hosts=50 tasks=500   t_simul  s            50    55  +10.0%  deviates\n"
                       "hosts=100 tasks=500  t_simul  s           200   198   -1.0%  agrees\n"
                       "hosts=400            t_simul  s            50    55  +10.0%  deviates\n"
                       "hosts=9              t_simul  s             7                unchecked\n"
                       "  claim agrees: half the hosts take twice the time\n"
                       "  deviates: older model\n"
                       "  unchecked: no run has it\n");
}

TEST(WriteRuns, QuotesParametersThatHoldACommaAndWritesNumbersExactly) {
  std::ostringstream out;
  write_runs({{"study-a", "on", "platform.speeds=1e9,5e8", 3, "makespan", 0.1, "s"}}, out);
  EXPECT_EQ(out.str(), "scenario,run,parameters,seed,metric,value,unit\n"
                       "study-a,on,\"platform.speeds=1e9,5e8\",3,makespan,0.1,s\n");
}

// The relative error is 5 / 4 - 1 = 0.25; a claim has no numbers.
TEST(WriteVerdicts, LeavesUnknownNumbersEmpty) {
  Verdict row = published("hosts=2", 4, 5, "missed");
  row.scenario = "study-a";
  row.run = "on";
  row.source = "tonelli2010, table 5.2";
  Verdict claim;
  claim.scenario = "study-a";
  claim.metric = "a, then b";
  claim.verdict = "agrees";
  std::ostringstream out;
  write_verdicts({row, claim}, out);
  EXPECT_EQ(
      out.str(),
      "scenario,run,parameters,metric,published,ours,ci_low,ci_high,unit,relative_error,verdict,source,"
      "claim_metric,claim_unit,seeds,claim_low,claim_high,constant,constant_verdict,baseline_run,baseline,"
      "baseline_verdict,hypothesis,seen\n"
      "study-a,on,hosts=2,simulated_time,4,5,,,s,0.25,missed,\"tonelli2010, table 5.2\",,,0,,,,,,,,,\n"
      "study-a,,,\"a, then b\",,,,,,,agrees,,,,0,,,,,,,,,\n");
}

TEST(WriteVerdicts, NamesNullModelsAndTheHypothesis) {
  Verdict row = published("hosts=2", 4, 5, "fitted");
  row.constant = NullModel{"constant", 4.5, true};
  row.baseline = NullModel{"off", 9, false};
  row.hypothesis = "machines";
  row.is_seen = true;
  std::ostringstream out;
  write_verdicts({row}, out);
  const auto line = out.str().substr(out.str().find('\n') + 1);
  EXPECT_NE(line.find(",,4.5,agrees,off,9,misses,machines,yes\n"), std::string::npos) << line;
}

TEST(Table, WithoutColumnsIsNothing) {
  Table table({}, {});
  table.add({});
  std::ostringstream out;
  table.print(out);
  EXPECT_EQ(out.str(), "");
}

} // namespace table_test
} // namespace malha::testing
