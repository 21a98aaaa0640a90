// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/split.hpp"
#include "results/files/csv_reader.hpp"
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <optional>

namespace malha::testing {

/// The rows of a CSV file: by column.
using Rows = std::vector<std::map<std::string, std::string>>;

/// Runs of the program on clusters below a meta-scheduler, one process each.
class MulticlusterProgram : public ::testing::Test {
protected:
  /// Runs and validates. What is said of the run goes to `out`.
  void simulate(const std::string& out, const std::string& options) {
    SCOPED_TRACE(options);
    const auto said = run_shell("$MALHA simulate -p clusters " + options + " -o " + out, folder_.path());
    ASSERT_EQ(said.status, 0) << said.err;
    const auto validated = run_shell("$MALHA validate " + out, folder_.path());
    EXPECT_EQ(validated.status, 0) << validated.out;
    EXPECT_NE(validated.out.find("jobs, valid"), std::string::npos) << validated.out;
    if (options.find("transport=instant") == std::string::npos)
      return;
    EXPECT_EQ(validated.out.find("not checked"), std::string::npos) << validated.out;
    expect_metrics_of_rows(out);
  }

  Rows rows(const std::string& out, const std::string& name) const {
    const auto text = text_of(folder_ / out / name);
    const auto columns = split(text.substr(0, text.find('\n')), ',');
    Rows rows;
    for (CsvReader file(folder_ / out / name); file.next();) {
      rows.emplace_back();
      for (const auto& column : columns)
        rows.back()[column] = file.text(column);
    }
    return rows;
  }
  /// What schedule.csv says; nothing where it has no such metric.
  std::optional<double> metric(const std::string& out, const std::string& name) const {
    CsvReader schedule(folder_ / out / "schedule.csv");
    schedule.next();
    return schedule.has(name) ? std::optional(schedule.real(name)) : std::nullopt;
  }

  /// Under instant transport the rows say what all clusters and the upper queue had in common: the nodes that
  /// computed, of all there are, and the most jobs that had come and had not started at the end of a date.
  void expect_metrics_of_rows(const std::string& out) const {
    double busy = 0, first = std::numeric_limits<double>::infinity(), last = 0;
    std::map<double, int> changes;
    for (const auto& row : rows(out, "jobs.csv")) {
      const auto number = [&row = row](const char* column) { return std::stod(row.at(column)); };
      first = std::min(first, number("submission_time"));
      if (row.at("final_state") == "REJECTED")
        continue;
      ++changes[number("submission_time")];
      --changes[number("starting_time")];
      busy += number("execution_time") * number("requested_number_of_resources");
      last = std::max(last, number("finish_time"));
    }
    int queue = 0, longest = 0;
    for (const auto& [date, change] : changes)
      longest = std::max(longest, queue += change);
    EXPECT_EQ(metric(out, "longest_queue"), longest) << out;
    double nodes = 0; // slots where jobs share them
    for (const auto& row : rows(out, "resources.csv"))
      nodes += std::stod(row.at("slots"));
    EXPECT_NEAR(metric(out, "utilisation").value(), busy / nodes / (last - first), 1e-9) << out;
  }

  TemporaryFolder folder_;
};

} // namespace malha::testing
