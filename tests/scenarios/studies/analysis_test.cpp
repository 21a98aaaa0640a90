// SPDX-License-Identifier: MIT
// What docs/analysis.md shows, on the store that its command leaves.
#include "results/files/csv_reader.hpp"
#include "tests/support/program.hpp"

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <sstream>

namespace malha::testing {
namespace analysis_test {

const std::string page = text_of(MALHA_SOURCE_FOLDER "/docs/analysis.md");

/// All blocks of a language, one behind the other.
std::string blocks_of(const std::string& language) {
  std::string blocks;
  const std::string fence = "```" + language + "\n";
  for (auto begin = page.find(fence); begin != std::string::npos; begin = page.find(fence, begin)) {
    begin += fence.size();
    blocks += page.substr(begin, page.find("```", begin) - begin);
  }
  return blocks;
}

/// The texts between quotes that begin so.
std::vector<std::string> quoted(const std::string& text, const std::string& beginning) {
  std::vector<std::string> found;
  for (auto begin = text.find('"' + beginning); begin != std::string::npos;
       begin = text.find('"' + beginning, begin + 1))
    found.push_back(text.substr(begin + 1, text.find('"', begin + 1) - begin - 1));
  return found;
}

class AnalysisPage : public ::testing::Test {
protected:
  void SetUp() override {
    const auto said = run_shell("malha() { \"$MALHA\" \"$@\"; }\n" + blocks_of("sh"), folder_.path());
    ASSERT_EQ(said.status, 0) << said.err;
  }

  /// The first column of the rows that a query of the page finds in the store.
  std::vector<std::string> answers(const std::string& query) const {
    std::vector<std::string> rows;
    sqlite3* store = nullptr;
    EXPECT_EQ(
        sqlite3_open_v2((folder_ / "waiting/campaign.sqlite").c_str(), &store, SQLITE_OPEN_READONLY, nullptr),
        SQLITE_OK);
    const auto keep = [](void* kept, int, char** values, char**) {
      static_cast<std::vector<std::string>*>(kept)->emplace_back(values[0]);
      return 0;
    };
    EXPECT_EQ(sqlite3_exec(store, query.c_str(), keep, &rows, nullptr), SQLITE_OK) << sqlite3_errmsg(store);
    sqlite3_close(store);
    return rows;
  }

  const TemporaryFolder folder_;
};

// Two deployments under ten seeds: 20 waiting times.
TEST_F(AnalysisPage, QueriesAndColumnsAreThoseOfTheStore) {
  for (const std::string language : {"python", "r"}) {
    const auto queries = quoted(blocks_of(language), "SELECT ");
    ASSERT_EQ(queries.size(), 1u) << language;
    EXPECT_EQ(answers(queries[0]).size(), 20u) << queries[0];
  }
  std::string columns;
  for (const auto& name : answers("SELECT name FROM pragma_table_info('metrics_of_runs') ORDER BY cid"))
    columns += (columns.empty() ? "" : ",") + name;
  EXPECT_EQ(columns, "scenario,run,parameters,seed,metric,value,unit");
  for (const auto* column :
       {"`scenario`", "`run`", "`parameters`", "`seed`", "`metric`", "`value`", "`unit`"})
    EXPECT_NE(page.find(column), std::string::npos) << column;
}

// The means and intervals that the Python prints are those of differences.csv, and the figure is there.
TEST_F(AnalysisPage, PythonGivesTheNumbersOfMalha) {
  if (run_shell("/usr/bin/python3 -c 'import pandas, scipy.stats, matplotlib'", folder_.path()).status != 0)
    GTEST_SKIP() << "python3-pandas, python3-scipy and python3-matplotlib are not installed";
  write_text(folder_ / "page.py", blocks_of("python") +
                                      "for run in means.index:\n"
                                      "    print('check', run, repr(float(means['mean'][run])), "
                                      "repr(float(means['half'][run])))\n");
  const auto said =
      run_shell("MPLBACKEND=Agg MPLCONFIGDIR=\"$PWD\" /usr/bin/python3 page.py", folder_.path());
  ASSERT_EQ(said.status, 0) << said.err;
  EXPECT_NE(text_of(folder_ / "waiting.svg").find("<svg"), std::string::npos);
  std::map<std::string, std::pair<double, double>> printed;
  std::istringstream lines(said.out);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string check, run;
    double mean = 0, half = 0;
    if (words >> check >> run >> mean >> half && check == "check")
      printed[run] = {mean, half};
  }
  ASSERT_EQ(printed.size(), 2u) << said.out;
  for (CsvReader rows(folder_ / "waiting" / "differences.csv"); rows.next();)
    if (rows.text("metric") == "mean_waiting_time") {
      const auto& [mean, half] = printed.at(rows.text("run"));
      EXPECT_NEAR(mean, rows.real("mean"), 1e-9 * mean);
      EXPECT_NEAR(mean - half, rows.real("ci_low"), 1e-9 * mean);
      EXPECT_NEAR(mean + half, rows.real("ci_high"), 1e-9 * mean);
    }
}

} // namespace analysis_test
} // namespace malha::testing
