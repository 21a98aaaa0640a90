// SPDX-License-Identifier: MIT
#include "results/files/csv_reader.hpp"
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace malha::testing {
namespace study_test {

namespace fs = std::filesystem;

struct Row {
  std::string parameters;
  double published = 0, ours = 0;
};

/// The verdicts on the numbers of the tables, not on claims.
std::vector<Row> numbers_in(const fs::path& verdicts) {
  std::vector<Row> rows;
  CsvReader reader(verdicts);
  while (reader.next())
    if (!reader.text("published").empty())
      rows.push_back({reader.text("parameters"), reader.real("published"), reader.real("ours")});
  return rows;
}

double error_of(const Row& row) { return std::abs(row.ours / row.published - 1); }

// Ten values of u, each to ten digits and more.
TEST(OscarPbsStudy, GapsAreThoseOfTheInverseDistribution) {
  const TemporaryFolder folder;
  const auto said = run_shell("$MALHA run oscarpbs-f5 -o out", folder.path());
  EXPECT_EQ(said.status, 0) << said.err << said.out;
  const auto rows = numbers_in(folder / "out" / "verdicts.csv");
  EXPECT_EQ(rows.size(), 10u);
  for (const auto& row : rows)
    EXPECT_LE(error_of(row), 1e-10) << row.parameters;
}

TEST(Scenario, UnderASettingOfTheCommandLineIsNotThePublishedOne) {
  const TemporaryFolder folder;
  const auto said =
      run_shell("$MALHA run easygrid-overhead-static --set platform.hosts=20 -o out", folder.path());
  EXPECT_EQ(said.status, 0) << said.err;
  // Of 2 x 2 cells the setting leaves two, and no number or claim of the source is about 20 hosts.
  std::vector<std::string> cells;
  CsvReader runs(folder / "out" / "runs.csv");
  while (runs.next())
    if (runs.text("metric") == "makespan")
      cells.push_back(runs.text("parameters"));
  EXPECT_EQ(cells, (std::vector<std::string>{"platform.hosts=20;workload.tasks=500",
                                             "platform.hosts=20;workload.tasks=5000"}));
  CsvReader verdicts(folder / "out" / "verdicts.csv");
  while (verdicts.next())
    EXPECT_EQ(verdicts.text("verdict"), "unchecked") << verdicts.place();
}

} // namespace study_test
} // namespace malha::testing
