// SPDX-License-Identifier: MIT
#include "shrink.hpp"

#include <algorithm>
#include <cstdlib>
#include <tuple>

namespace malha::duel {
namespace {

/// How hard a number is to read: digits before its trailing zeros, then its distance from the simplest value.
std::pair<int, std::int64_t> effort(const Column& column, std::int64_t value) {
  const auto distance = std::abs(value - column.simplest);
  int digits = 0;
  auto left = value;
  while (left != 0 && left % 10 == 0)
    left /= 10;
  for (; left != 0; left /= 10)
    ++digits;
  return {distance == 0 ? 0 : digits, distance};
}

/// Simpler values to try, the simplest first.
std::vector<std::int64_t> simpler_values(const Column& column, std::int64_t value) {
  std::vector<std::int64_t> values{column.simplest};
  for (std::int64_t unit = 1; unit <= std::abs(value); unit *= 10) {
    values.push_back(value / unit * unit);
    values.push_back((value / unit + 1) * unit);
    values.push_back(unit);
    values.push_back(5 * unit);
  }
  values.push_back(value / 2);
  values.push_back(value + (value > column.simplest ? -1 : 1));
  std::vector<std::int64_t> simpler;
  for (const auto one : values)
    if (one >= column.low && one <= column.high && effort(column, one) < effort(column, value))
      simpler.push_back(one);
  std::sort(simpler.begin(), simpler.end(),
            [&](auto a, auto b) { return effort(column, a) < effort(column, b); });
  simpler.erase(std::unique(simpler.begin(), simpler.end()), simpler.end());
  return simpler;
}

/// Makes one instance smaller, step by step.
class Shrinking {
public:
  Shrinking(const Game& game, const Found& found, double least)
      : game_(game), least_(least), found_(found), effort_(effort_of(found.instance)) {}

  Found least() {
    bool is_smaller = true;
    while (is_smaller) {
      is_smaller = false;
      for (const auto& [rows, table] : tables()) {
        while (remove_rows(rows, *table))
          is_smaller = true;
        is_smaller = simplify_numbers(rows, *table) || is_smaller;
      }
    }
    return found_;
  }

private:
  using Rows = std::vector<Row> Instance::*;
  /// Rows, then the sum of the digits and the sum of the distances of all numbers.
  using Effort = std::tuple<std::size_t, std::int64_t, std::int64_t>;

  std::vector<std::pair<Rows, const Table*>> tables() const {
    return {{&Instance::jobs, &game_.space().jobs}, {&Instance::machines, &game_.space().machines}};
  }

  Effort effort_of(const Instance& instance) const {
    Effort sum{instance.jobs.size() + instance.machines.size(), 0, 0};
    for (const auto& [rows, table] : tables())
      for (const auto& row : instance.*rows)
        for (std::size_t i = 0; i < row.size(); ++i) {
          const auto [digits, distance] = effort(table->columns[i], row[i]);
          std::get<1>(sum) += digits;
          std::get<2>(sum) += distance;
        }
    return sum;
  }

  /// Takes the instance if it is simpler and its ratio large enough. Each one that is taken is simpler than
  /// the one before, so that shrinking ends.
  bool take(Instance instance) {
    game_.settle(instance);
    const auto needs = effort_of(instance);
    if (!(needs < effort_))
      return false;
    const auto ratio = game_.ratio(instance);
    if (!ratio || *ratio < least_)
      return false;
    found_ = {std::move(instance), *ratio};
    effort_ = needs;
    return true;
  }

  bool remove_rows(Rows rows, const Table& table) {
    bool is_smaller = false;
    for (std::size_t i = (found_.instance.*rows).size(); i-- > 0;) {
      if ((found_.instance.*rows).size() <= table.fewest || i >= (found_.instance.*rows).size())
        continue;
      auto without = found_.instance;
      (without.*rows).erase((without.*rows).begin() + static_cast<std::ptrdiff_t>(i));
      is_smaller = take(std::move(without)) || is_smaller;
    }
    return is_smaller;
  }

  bool simplify_numbers(Rows rows, const Table& table) {
    bool is_smaller = false;
    for (std::size_t column = 0; column < table.columns.size(); ++column) {
      is_smaller = simplify_column(rows, table, column) || is_smaller;
      for (std::size_t row = 0; row < (found_.instance.*rows).size(); ++row)
        is_smaller = simplify_number(rows, table, row, column) || is_smaller;
    }
    return is_smaller;
  }

  bool simplify_number(Rows rows, const Table& table, std::size_t row, std::size_t column) {
    for (const auto value : simpler_values(table.columns[column], (found_.instance.*rows)[row][column])) {
      auto other = found_.instance;
      (other.*rows)[row][column] = value;
      if (take(std::move(other)))
        return true;
    }
    return false;
  }

  /// Gives all rows of a column one simpler value at once, where they share another one: dates that must stay
  /// equal can only change together.
  bool simplify_column(Rows rows, const Table& table, std::size_t column) {
    std::vector<std::int64_t> values;
    for (const auto& row : found_.instance.*rows)
      values.push_back(row[column]);
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    bool is_smaller = false;
    for (const auto shared : values)
      for (const auto value : simpler_values(table.columns[column], shared)) {
        auto other = found_.instance;
        for (auto& row : other.*rows)
          if (row[column] == shared)
            row[column] = value;
        if (take(std::move(other))) {
          is_smaller = true;
          break;
        }
      }
    return is_smaller;
  }

  const Game& game_;
  const double least_;
  Found found_;
  Effort effort_;
};

} // namespace

Found shrunk(const Game& game, const Found& found, double least) {
  return Shrinking(game, found, least).least();
}

} // namespace malha::duel
