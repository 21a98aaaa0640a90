// SPDX-License-Identifier: MIT
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

namespace malha::testing {
namespace history_test {

const std::string columns = "commit,date,machine,messages/one,batch/two\n";

/// What malha_benchmark writes, as far as the history reads it: two patterns, with a ratio of 1.25 and
/// `second`.
std::string measured(const std::string& commit, const std::string& second) {
  return R"json({"context": {"commit": ")json" + commit + R"json(",
    "commit_date": "2026-11-23", "machine": "Abacus (2 cores)", "operations": "100000"},
    "benchmarks": [{"name": "messages/one/iterations:9/manual_time", "iterations": 9, "ratio": 1.25},
                   {"name": "batch/two/iterations:9/manual_time", )json" +
         second + "}]}";
}
const std::string of_two = R"("iterations": 9, "ratio": 2.0625)";

/// A history of no row and a page with a place for it.
class RatioHistory : public ::testing::Test {
protected:
  RatioHistory() {
    write_text(folder / "ratios.csv", columns);
    write_text(folder / "page.md", "# Speed\n<!-- ratios: made by tests/benchmark/record -->\nold\n"
                                   "<!-- end of ratios -->\nThe end.\n");
  }

  Said record(const std::string& json) const {
    write_text(folder / "measured.json", json);
    return run_shell(MALHA_BENCHMARK_HISTORY " record measured.json ratios.csv", folder.path());
  }
  Said make_page() const {
    return run_shell(MALHA_BENCHMARK_HISTORY " page ratios.csv page.md", folder.path());
  }

  void expect_refused(const Said& said, const std::string& message) const {
    EXPECT_EQ(said.status, 2);
    EXPECT_EQ(said.err, "malha_benchmark_history: " + message + "\n");
    EXPECT_EQ(said.out, "");
  }
  void expect_not_recorded(const std::string& json, const std::string& message) const {
    expect_refused(record(json), "measured.json: " + message);
    EXPECT_EQ(text_of(folder / "ratios.csv"), columns);
  }
  void expect_history_refused(const std::string& history, const std::string& message) const {
    write_text(folder / "ratios.csv", history);
    const auto page = text_of(folder / "page.md");
    expect_refused(make_page(), "ratios.csv" + message);
    EXPECT_EQ(text_of(folder / "page.md"), page);
  }

  const TemporaryFolder folder;
};

// 2.0625 with three decimals is 2.062: half of the last place goes to the even digit.
TEST_F(RatioHistory, KeepsARowForEachCommitAndMachine) {
  EXPECT_EQ(record(measured("aaaa1111", of_two)).out, "recorded: aaaa1111 on Abacus (2 cores)\n");
  EXPECT_EQ(record(measured("bbbb2222", of_two)).out, "recorded: bbbb2222 on Abacus (2 cores)\n");
  const auto again = record(measured("aaaa1111", R"("iterations": 15, "ratio": 3)"));
  EXPECT_EQ(again.out, "measured again: aaaa1111 on Abacus (2 cores)\n") << again.err;
  EXPECT_EQ(text_of(folder / "ratios.csv"), columns + "aaaa1111,2026-11-23,Abacus (2 cores),1.250,3.000\n"
                                                      "bbbb2222,2026-11-23,Abacus (2 cores),1.250,2.062\n");
}

TEST_F(RatioHistory, MakesATableForEachMachineAndLeavesTheRestOfThePage) {
  write_text(folder / "ratios.csv", columns + "a1,2026-01-01,Slide rule,1.1,\n"
                                              "b2,2026-01-02,Abacus,1.2,2.3\n"
                                              "c3,2026-01-03,Slide rule,1.3,2.4\n");
  const auto said = make_page();
  EXPECT_EQ(said.status, 0) << said.err;
  const std::string page = "# Speed\n<!-- ratios: made by tests/benchmark/record -->\n\n"
                           "Abacus:\n\n"
                           "| pattern | b2, 2026-01-02 |\n|---|---|\n"
                           "| messages/one | 1.20 |\n| batch/two | 2.30 |\n\n"
                           "Slide rule:\n\n"
                           "| pattern | a1, 2026-01-01 | c3, 2026-01-03 |\n|---|---|---|\n"
                           "| messages/one | 1.10 | 1.30 |\n| batch/two | | 2.40 |\n\n"
                           "<!-- end of ratios -->\nThe end.\n";
  EXPECT_EQ(text_of(folder / "page.md"), page);
  make_page();
  EXPECT_EQ(text_of(folder / "page.md"), page);
}

TEST_F(RatioHistory, ShowsTheLatestFiveChangesOfAMachine) {
  std::string rows = columns;
  for (const char commit : std::string("abcdef"))
    rows += std::string(1, commit) + ",2026-01-01,Abacus,1,2\n";
  write_text(folder / "ratios.csv", rows);
  make_page();
  EXPECT_NE(
      text_of(folder / "page.md")
          .find(
              "| pattern | b, 2026-01-01 | c, 2026-01-01 | d, 2026-01-01 | e, 2026-01-01 | f, 2026-01-01 |"),
      std::string::npos);
}

TEST_F(RatioHistory, RefusesWhatWasNotMeasuredWell) {
  expect_not_recorded("[1, 2",
                      "is not what malha_benchmark writes; valid: a file of --benchmark_out_format=json");
  expect_not_recorded(R"({"context": {"commit": "a"}, "benchmarks": []})",
                      "its context has no 'commit_date'; valid: a file that tests/benchmark/record measured");
  expect_not_recorded(measured("", of_two),
                      "its context has no 'commit'; valid: a file that tests/benchmark/record measured");
  expect_not_recorded(measured("a", R"("error_occurred": true, "error_message": "a side died")"),
                      "batch/two failed: a side died; valid: a run in which every pattern succeeds");
  expect_not_recorded(measured("a", R"("iterations": 8, "ratio": 2)"),
                      "batch/two was measured in 8 rounds; valid: 9 or more");
  expect_not_recorded(measured("a", R"("iterations": 9, "ratio": 0)"), "batch/two has no ratio above 0");
  expect_not_recorded(measured("a", R"("iterations": 9, "ratio": "2")"),
                      "is not what malha_benchmark writes; valid: a file of --benchmark_out_format=json");
  expect_not_recorded(measured("a", R"("iterations": 9)"), "batch/two has no ratio above 0");
}

TEST_F(RatioHistory, RefusesOtherPatternsAndOtherNumbersOfOperations) {
  auto other = measured("a", of_two);
  other.replace(other.find("batch/two"), 9, "batch/ten");
  expect_not_recorded(other,
                      "the history has no pattern 'batch/ten'; valid: messages/one, batch/two; a new pattern "
                      "gets a column there first");
  auto twice = measured("a", of_two);
  twice.replace(twice.find("batch/two"), 9, "messages/one");
  expect_not_recorded(twice, "messages/one is there twice; valid: once");
  auto one = measured("a", of_two);
  const auto second = one.rfind(",", one.find("{\"name\": \"batch"));
  one.erase(second, one.find("}]") + 1 - second);
  expect_not_recorded(one, "batch/two was not measured; valid: a run of all patterns");
  auto few = measured("a", of_two);
  few.replace(few.find("100000"), 6, "200");
  expect_not_recorded(few, "was measured with 200 operations; valid: 100000, as all rows");
}

TEST_F(RatioHistory, RefusesAHistoryThatIsNone) {
  expect_history_refused(
      "date,commit,machine,a\n",
      ":1: has the columns date, commit, machine, a; valid: commit, date, machine, and one for "
      "each pattern");
  expect_history_refused(columns + "a,2026-01-01,Abacus,1,fast\n",
                         ":2: 'fast' in column 'batch/two' is not a number");
  expect_history_refused(columns + "a,2026-01-01,Abacus,1,-2\n",
                         ":2: the ratio of batch/two is -2; valid: a number above 0");
  expect_history_refused(columns + "a,2026-01-01,,1,2\n", ":2: has no machine");
  expect_history_refused(columns + "a,2026-01-01,Abacus,1,2\na,2026-01-01,Abacus,1,3\n",
                         ":3: commit a on Abacus is there twice; valid: one row");
}

TEST_F(RatioHistory, RefusesAPageWithoutAPlaceForTheTables) {
  write_text(folder / "page.md", "# Speed\n");
  expect_refused(make_page(), "page.md: has no place for the ratios; valid: the lines\n"
                              "<!-- ratios: made by tests/benchmark/record -->\n<!-- end of ratios -->");
  EXPECT_EQ(text_of(folder / "page.md"), "# Speed\n");
}

TEST_F(RatioHistory, SaysHowItIsUsed) {
  const auto said = run_shell(MALHA_BENCHMARK_HISTORY " rate", folder.path());
  EXPECT_EQ(said.status, 2);
  EXPECT_EQ(said.err, "usage: malha_benchmark_history record MEASURED.json HISTORY.csv\n"
                      "       malha_benchmark_history page HISTORY.csv PAGE.md\n");
}

// The page that is shipped: making it anew changes nothing.
TEST_F(RatioHistory, IsWhatThePageOfSpeedShows) {
  const std::filesystem::path sources = MALHA_SOURCE_FOLDER;
  const auto page = text_of(sources / "docs/speed.md");
  write_text(folder / "page.md", page);
  write_text(folder / "ratios.csv", text_of(sources / "tests/benchmark/history/ratios.csv"));
  const auto said = make_page();
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_TRUE(text_of(folder / "page.md") == page) << "docs/speed.md has other tables than the history gives";
}

/// A clone of one commit with nothing but the script.
class RecordScript : public ::testing::Test {
protected:
  RecordScript() {
    write_text(folder / "keep.txt", "as committed");
    const auto said = run_shell("mkdir -p tests/benchmark && cp '" MALHA_SOURCE_FOLDER
                                "/tests/benchmark/record' tests/benchmark && git init -q && git add . && "
                                "git -c user.name=x -c user.email=x@y commit -qm x",
                                folder.path());
    EXPECT_EQ(said.status, 0) << said.err;
  }
  void expect_refused(const std::string& words, const std::string& message) const {
    const auto said = run_shell("tests/benchmark/record" + words, folder.path());
    EXPECT_EQ(said.status, 2);
    EXPECT_EQ(said.err, "record: " + message + "\n");
    EXPECT_FALSE(std::filesystem::exists(folder / "build"));
  }

  const TemporaryFolder folder;
};

TEST_F(RecordScript, RefusesATreeThatIsNotThatOfItsCommit) {
  write_text(folder / "keep.txt", "changed");
  expect_refused(
      "", "the tree is not that of the commit (keep.txt); valid: a tree in which everything is committed");
}

TEST_F(RecordScript, RefusesTooFewRounds) {
  expect_refused(" 8", "'8' is no number of rounds; valid: a number from 9 to 9999, or nothing for 15");
  expect_refused(" many", "'many' is no number of rounds; valid: a number from 9 to 9999, or nothing for 15");
}

} // namespace history_test
} // namespace malha::testing
