// SPDX-License-Identifier: MIT
#include "user_charts.hpp"

#include "html_table.hpp"
#include "policies/sdk/errors.hpp"
#include "policies/sdk/numbers.hpp"
#include "results/files/csv_reader.hpp"
#include "results/files/result_files.hpp"
#include "results/report/data/escaping.hpp"
#include "results/report/data/readable.hpp"
#include "results/report/data/user_values.hpp"
#include "results/report/script/curves.hpp"
#include "results/validate/rows.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>

namespace malha::page {
namespace {

using nlohmann::json;

/// Curves of more users than colours cannot be told apart.
constexpr std::size_t most_curves = 8;

/// What the chart must know of a file of user_series.csv before it is drawn.
struct UserSeries {
  std::size_t dates = 0;
  double begin = 0, end = 0;
  std::map<std::string, double> held; ///< by user: machines times the time that he held them, in s
};

UserSeries overview_of(const std::filesystem::path& file) {
  UserSeries found;
  std::map<std::string, std::pair<double, double>> last; // by user: date and machines
  CsvReader csv(file);
  while (csv.next()) {
    const double time = finite(csv, "time");
    found.begin = found.dates == 0 ? time : found.begin;
    found.dates += found.dates == 0 || time > found.end ? 1 : 0;
    found.end = time;
    auto& [since, machines] = last[csv.text("user")];
    found.held[csv.text("user")] += machines * (time - since);
    since = time;
    machines = finite(csv, "machines");
  }
  if (found.dates == 0)
    csv.fail("has no row");
  for (const auto& [user, state] : last)
    found.held[user] += state.second * (found.end - state.first);
  return found;
}

/// Users who held most, by their names.
std::vector<std::string> shown_users(const UserSeries& series) {
  std::vector<std::pair<double, std::string>> users;
  for (const auto& [user, held] : series.held)
    users.emplace_back(-held, user);
  std::sort(users.begin(), users.end());
  users.resize(std::min(users.size(), most_curves));
  std::vector<std::string> names;
  for (const auto& [held, user] : users)
    names.push_back(user);
  std::sort(names.begin(), names.end());
  return names;
}

/// The numbers of a column over time, one curve a user; each row changes one of them.
Curves curves_of(const std::filesystem::path& file, const std::string& column, const UserSeries& series,
                 const std::vector<std::string>& users) {
  Curves curves(users, series.dates, series.begin, series.end);
  std::vector<double> now(users.size());
  CsvReader csv(file);
  double time = series.begin;
  while (csv.next()) {
    const double next = finite(csv, "time");
    if (next > time)
      curves.add(time, now);
    time = next;
    const auto found = std::find(users.begin(), users.end(), csv.text("user"));
    if (found != users.end())
      now[static_cast<std::size_t>(found - users.begin())] = finite(csv, column);
  }
  curves.add(time, now);
  return curves;
}

/// Units of the columns of users.csv.
std::map<std::string, std::string> units_of_columns() {
  std::map<std::string, std::string> units;
  for (const auto& file : result_files())
    if (file.name == "users.csv")
      for (const auto& column : file.columns)
        units[column.name] = column.unit;
  return units;
}

/// The column by whose values users are sorted: their waits, or else the first number.
std::size_t place_of_value(const std::vector<std::string>& names) {
  const auto waits = std::find(names.begin(), names.end(), "mean_waiting_time");
  return waits != names.end() ? static_cast<std::size_t>(waits - names.begin())
                              : std::min<std::size_t>(1, names.size() - 1);
}

std::vector<double> numbers_of(const std::vector<std::vector<std::string>>& rows, std::size_t column) {
  std::vector<double> numbers;
  for (const auto& row : rows)
    if (const auto number = parse_number<double>(row[column]))
      numbers.push_back(*number);
  return numbers;
}

} // namespace

Section users_section(const std::filesystem::path& users_csv, const std::string& prefix) {
  constexpr std::size_t most_users = 1000;
  CsvReader csv(users_csv);
  const auto names = csv.names();
  const auto units = units_of_columns();
  std::vector<std::vector<std::string>> rows;
  while (csv.next()) {
    auto& row = rows.emplace_back();
    for (const auto& name : names)
      row.push_back(csv.text(name));
  }
  const auto place = place_of_value(names);
  std::stable_sort(rows.begin(), rows.end(), [place](const auto& a, const auto& b) {
    return parse_number<double>(a[place]).value_or(0) > parse_number<double>(b[place]).value_or(0);
  });
  const auto number = rows.size();
  rows.resize(std::min(number, most_users));
  std::vector<HtmlTable::Column> columns;
  std::vector<ReadableUnit> read;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto unit = units.find(names[i]);
    read.push_back(usual_unit(unit == units.end() ? "" : unit->second, numbers_of(rows, i)));
    columns.push_back({with_unit(words_of(names[i]), read.back().name), names[i] != "user"});
  }
  HtmlTable table("What each user's jobs had, of those that count; the greatest " + words_of(names[place]) +
                      " first (users.csv" +
                      (number > most_users ? ", which has all " + std::to_string(number) : "") + ")",
                  columns, true);
  table.show_first(users_shown);
  for (const auto& row : rows) {
    table.add(row);
    for (std::size_t i = 0; i < row.size(); ++i)
      if (const auto value = parse_number<double>(row[i]); value && read[i].size > 1)
        table.show_last(i, escaped(readable({*value, {}, {}}, read[i], false)),
                        row[i] + " " + units.at(names[i]));
  }
  return {prefix + "users", "Users",
          "<details class=\"section\"><summary>" + std::to_string(number) +
              (number == 1 ? " user" : " users") + "</summary>\n" + table.html() + "</details>\n"};
}

void add_user_series(const std::filesystem::path& user_series_csv, json& charts) {
  const auto series = overview_of(user_series_csv);
  const auto users = shown_users(series);
  const auto which = users.size() < series.held.size()
                         ? " of the " + std::to_string(users.size()) + " of " +
                               std::to_string(series.held.size()) + " users who held most machines"
                         : std::string(" of each user");
  charts.push_back(chart_over_time(curves_of(user_series_csv, "machines", series, users),
                                   "Machines that run tasks" + which + " (user_series.csv)", "machines"));
  charts.push_back(chart_over_time(
      curves_of(user_series_csv, "tasks", series, users),
      "Tasks that were submitted and have not finished," + which + " (user_series.csv)", "tasks"));
}

} // namespace malha::page
