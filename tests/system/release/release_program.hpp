// SPDX-License-Identifier: MIT
#pragma once
#include "results/files/csv_reader.hpp"
#include "tests/system/sleep/sleeping_nodes.hpp"

namespace malha::testing {

/// Runs the program on eight nodes of 90 W idle and 180 W busy, where carbon is 400 g/kWh from 8 to 20 h of
/// each day, and 100 g/kWh otherwise. The price is 5, then 1 from 2 h on.
class ReleaseProgram : public SleepingNodesProgram {
protected:
  ReleaseProgram() {
    write_text(folder_ / "carbon.csv", "time,value\n0,100\n28800,400\n72000,100\n");
    write_text(folder_ / "price.csv", "time,value\n0,5\n7200,1\n");
  }

  static constexpr const char* carbon = "--set carbon_file=carbon.csv --set carbon_period=86400 ";

  /// What a run says that must succeed, and be valid.
  Said valid(const std::string& words, const std::string& out = "out") const {
    std::filesystem::remove_all(folder_ / out);
    const auto said = simulate(words + " --explain -o " + out);
    EXPECT_EQ(said.status, 0) << words << '\n' << said.err;
    auto judged = validate(out);
    EXPECT_EQ(judged.status, 0) << words << '\n' << judged.out << judged.err;
    return judged;
  }

  /// The rows of a file of results, of these columns with blanks between them.
  std::vector<std::string> rows(const std::string& file, const std::vector<std::string>& columns) const {
    std::vector<std::string> all;
    for (CsvReader read(folder_ / file); read.next();) {
      std::string row;
      for (const auto& column : columns)
        row += (row.empty() ? "" : " ") + read.text(column);
      all.push_back(row);
    }
    return all;
  }
  double number(const std::string& out, const std::string& metric) const {
    CsvReader schedule(folder_ / out / "schedule.csv");
    return schedule.next() ? schedule.real(metric) : -1;
  }

  /// The files of a run, without those that name its policies and the time that it took.
  std::map<std::string, std::string> tables(const std::string& out) const {
    auto files = results_below(folder_ / out);
    for (auto file = files.begin(); file != files.end();)
      file = file->first.find(".csv") == std::string::npos ? files.erase(file) : std::next(file);
    EXPECT_GT(files.count("jobs.csv") + files.count("decisions.csv"), 1U);
    return files;
  }
};

} // namespace malha::testing
