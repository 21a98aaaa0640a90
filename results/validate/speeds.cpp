// SPDX-License-Identifier: MIT
#include "speeds.hpp"

#include "results/files/files.hpp"
#include "rows.hpp"

namespace malha {
namespace {

/// The rows of one resource in speeds.csv.
struct Rows {
  std::vector<SpeedProfile::Change> changes;
  std::optional<Seconds> period;
};

double above_zero(const CsvReader& row, const std::string& column) {
  const double number = finite(row, column);
  if (!(number > 0))
    row.fail("'" + row.text(column) + "' in column '" + column + "' is not above 0");
  return number;
}

/// Adds a row to those of its resource. Throws InputError unless it may follow them.
void add(const CsvReader& row, Rows& rows) {
  auto& [changes, period] = rows;
  const Seconds date = finite(row, "time");
  const auto period_of_row =
      row.text("period").empty() ? std::nullopt : std::optional(above_zero(row, "period"));
  if (date < (changes.empty() ? 0 : changes.back().date))
    row.fail("date " + row.text("time") + " is before " +
             (changes.empty() ? "0" : "the last one of its resource"));
  if (!changes.empty() && period_of_row != period)
    row.fail("resource " + row.text("resource") + " has another period in its rows above");
  changes.push_back({date, above_zero(row, "speed")});
  period = period_of_row;
  if (period && *period < changes.back().date - changes.front().date)
    row.fail("resource " + row.text("resource") + " has changes at " + row.text("time") +
             ", after its period of " + row.text("period") + " s");
}

} // namespace

Speeds read_speeds(const std::filesystem::path& file, const Resources& resources) {
  if (!is_written(file))
    return {};
  std::map<int, Rows> rows_of;
  for (CsvReader rows(file); rows.next();)
    add(rows, rows_of[resource_of(rows, resources).index]);
  Speeds speeds;
  for (auto& [index, rows] : rows_of)
    speeds.emplace(index, SpeedProfile(resources.at(index).speed, std::move(rows.changes), rows.period));
  return speeds;
}

} // namespace malha
