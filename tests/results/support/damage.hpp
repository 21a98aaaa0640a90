// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/index_set.hpp"
#include "policies/sdk/numbers.hpp"
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <sstream>

namespace malha::testing {

/// A CSV file without quotes, to be changed field by field.
class Fields {
public:
  explicit Fields(std::filesystem::path file) : file_(std::move(file)) {
    std::istringstream text(text_of(file_));
    for (std::string line; std::getline(text, line);)
      lines_.push_back(split(line));
  }

  std::size_t rows() const { return lines_.size() - 1; }
  std::string& at(std::size_t row, const std::string& column) { return lines_[row + 1][index(column)]; }
  double number(std::size_t row, const std::string& column) {
    return parse_number<double>(at(row, column)).value();
  }
  void set(std::size_t row, const std::string& column, double number) { at(row, column) = shortest(number); }
  void erase(std::size_t row) { lines_.erase(lines_.begin() + static_cast<std::ptrdiff_t>(row) + 1); }
  /// Puts a copy right behind a row.
  void repeat(std::size_t row) {
    const auto copy = lines_[row + 1];
    lines_.insert(lines_.begin() + static_cast<std::ptrdiff_t>(row) + 2, copy);
  }
  void write() const {
    std::string text;
    for (const auto& line : lines_)
      for (std::size_t i = 0; i < line.size(); ++i)
        text += line[i] + (i + 1 < line.size() ? "," : "\n");
    write_text(file_, text);
  }

private:
  static std::vector<std::string> split(const std::string& line) {
    std::vector<std::string> fields(1);
    for (const char c : line)
      if (c == ',')
        fields.emplace_back();
      else
        fields.back() += c;
    return fields;
  }
  std::size_t index(const std::string& column) const {
    const auto found = std::find(lines_[0].begin(), lines_[0].end(), column);
    return static_cast<std::size_t>(found - lines_[0].begin());
  }

  const std::filesystem::path file_;
  std::vector<std::vector<std::string>> lines_; ///< the header first
};

/// A run in the folder `out`, and what the program says of it.
class DamagedRun : public ::testing::Test {
protected:
  using Rules = std::set<std::string>;

  Fields file(const std::string& name) const { return Fields(folder_ / "out" / name); }

  Said validate() const { return run_shell("\"$MALHA\" validate out", folder_.path()); }

  /// What the program calls violated, in its order; it must say so by its status, too.
  std::vector<std::string> violations() const {
    const auto said = validate();
    std::vector<std::string> found;
    const std::string begin = "violation: ";
    std::istringstream lines(said.out);
    for (std::string line; std::getline(lines, line);)
      if (line.compare(0, begin.size(), begin) == 0)
        found.push_back(line.substr(begin.size()));
    EXPECT_EQ(said.status, found.empty() ? 0 : 1) << said.out << said.err;
    EXPECT_EQ(said.err, "");
    return found;
  }
  /// The rules that are broken.
  Rules broken() const {
    Rules rules;
    for (const auto& text : violations())
      rules.insert(text.substr(0, text.find(": ")));
    return rules;
  }
  /// Changed rows of jobs.csv break these rules and say so.
  Rules broken(const Fields& changed) const {
    changed.write();
    return broken();
  }

  /// Moves the dates of a row, and what follows from them.
  static void move(Fields& jobs, std::size_t row, double start, double finish) {
    const double submitted = jobs.number(row, "submission_time");
    jobs.set(row, "starting_time", start);
    jobs.set(row, "finish_time", finish);
    jobs.set(row, "waiting_time", start - submitted);
    jobs.set(row, "execution_time", finish - start);
    jobs.set(row, "turnaround_time", finish - submitted);
    jobs.set(row, "stretch", (finish - submitted) / (finish - start));
  }

  /// The first row that satisfies a condition.
  template <class Condition>
  static std::size_t find(const Fields& jobs, Condition condition) {
    for (std::size_t row = 0; row < jobs.rows(); ++row)
      if (condition(row))
        return row;
    throw std::logic_error("no row is such");
  }

  TemporaryFolder folder_;
};

/// A run of 300 jobs on 16 nodes.
class Damage : public DamagedRun {
protected:
  explicit Damage(const std::string& policy = "fcfs") { simulate(policy); }

  void simulate(const std::string& policy) {
    const auto said = run_shell("rm -rf out; \"$MALHA\" simulate -p star --set platform.hosts=16 "
                                "--set transport=instant -d cluster." +
                                    policy +
                                    " -w lublin --set workload.nodes=16 --set workload.jobs=300 "
                                    "--set workload.load=0.9 --set workload.estimates=uniform:3 "
                                    "--set explain=on -o out",
                                folder_.path());
    ASSERT_EQ(said.status, 0) << said.err;
  }

  static IndexSet nodes(Fields& jobs, std::size_t row) {
    return IndexSet::parse(jobs.at(row, "allocated_resources"));
  }
  static bool share_a_node(const IndexSet& a, const IndexSet& b) {
    for (int node = 0; node < 16; ++node)
      if (a.contains(node) && b.contains(node))
        return true;
    return false;
  }
  /// Whether nobody has its nodes for a second behind its finish, and others finish later than that.
  static bool may_last_a_second_longer(Fields& jobs, std::size_t row) {
    const double finish = jobs.number(row, "finish_time");
    bool is_last = true;
    for (std::size_t other = 0; other < jobs.rows(); ++other) {
      is_last = is_last && jobs.number(other, "finish_time") <= finish + 1;
      if (other != row && jobs.number(other, "starting_time") < finish + 1 &&
          jobs.number(other, "finish_time") > finish && share_a_node(nodes(jobs, row), nodes(jobs, other)))
        return false;
    }
    return !is_last;
  }
};

} // namespace malha::testing
