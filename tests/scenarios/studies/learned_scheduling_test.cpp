// SPDX-License-Identifier: MIT
// The tables of RLScheduler (Zhang et al., SC 2020), as the README of its repository
// DIR-LAB/deep-batch-scheduler prints them (tables V and VI), of the plain heuristics:
// learned_scheduling.csv. The scenarios learned-lublin-1 and -2 judge them on its traces, which are not
// shipped here. The second test looks for them in the folders that MALHA_FILES names, and is skipped without
// them.
#include "results/files/csv_reader.hpp"
#include "scenarios/workload/files/xml.hpp"
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <set>

namespace malha::testing {
namespace learned_scheduling_test {

/// A published value: the scenario and the cell, the metric, and the number as it is printed.
using Printed = std::set<std::vector<std::string>>;

Printed published_in(const std::string& scenario) {
  const XmlFile file(MALHA_SOURCE_FOLDER "/scenarios/learned/" + scenario + ".xml");
  Printed values;
  for (const auto value : file.root("scenario").children("published"))
    values.insert({scenario, file.required(value, "cell"), file.required(value, "metric"),
                   file.required(value, "value"), file.required(value, "tolerance")});
  return values;
}

/// A value agrees if it is rounded to the last digit that is printed: two of slowdowns, three of
/// utilisations.
Printed published_in_tables() {
  Printed values;
  for (CsvReader rows(MALHA_SOURCE_FOLDER "/tests/scenarios/studies/learned_scheduling.csv"); rows.next();) {
    const bool is_slowdown = rows.text("metric") == "mean_bounded_slowdown";
    values.insert({"learned-" + rows.text("trace"),
                   "run=" + rows.text("policy") +
                       " policy.backfill=" + (rows.text("backfilling") == "yes" ? "on" : "off"),
                   is_slowdown ? "mean_bounded_slowdown" : "utilisation_to_last_start", rows.text("value"),
                   is_slowdown ? "0.005 1" : "0.0005 1"});
  }
  return values;
}

TEST(LearnedScheduling, IsComparedWithAllValuesOfTheTables) {
  auto values = published_in("learned-lublin-1");
  values.merge(published_in("learned-lublin-2"));
  EXPECT_EQ(values.size(), 40u);
  EXPECT_EQ(values, published_in_tables());
}

TEST(LearnedScheduling, HasThePublishedValuesOfPlainHeuristics) {
  TemporaryFolder folder;
  for (const std::string trace : {"lublin-1", "lublin-2"})
    if (run_shell("$MALHA describe learned-" + trace, folder.path()).out.find("needs " + trace) !=
        std::string::npos)
      GTEST_SKIP() << "MALHA_FILES names no folder with " << trace << ".swf";
  const auto said = run_shell("$MALHA run learned-lublin-1 learned-lublin-2 -o out", folder.path());
  EXPECT_EQ(said.status, 0) << said.err;
  std::map<std::string, int> verdicts;
  for (CsvReader rows(folder / "out/verdicts.csv"); rows.next();)
    ++verdicts[rows.text("verdict")];
  EXPECT_EQ(verdicts, (std::map<std::string, int>{{"agrees", 40}})) << said.out;
}

} // namespace learned_scheduling_test
} // namespace malha::testing
