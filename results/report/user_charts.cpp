// SPDX-License-Identifier: MIT
#include "user_charts.hpp"

#include "curves.hpp"
#include "html_table.hpp"
#include "policies/sdk/errors.hpp"
#include "results/csv_reader.hpp"
#include "results/result_files.hpp"
#include "results/validator_rows.hpp"

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

} // namespace

Section users_section(const std::filesystem::path& users_csv, const std::string& prefix) {
  constexpr std::size_t most_rows = 1000;
  CsvReader csv(users_csv);
  std::vector<HtmlTable::Column> columns;
  for (const auto& name : csv.names()) {
    const auto unit = name.find("time") != std::string::npos ? " (s)"
                      : name == "user_satisfaction"          ? " (%)"
                                                             : "";
    columns.push_back({name + unit, name != "user"});
  }
  HtmlTable table("What each user's jobs had, of those that count (users.csv)", columns, true);
  std::size_t rows = 0;
  while (csv.next())
    if (++rows <= most_rows) {
      std::vector<std::string> cells;
      for (const auto& name : csv.names())
        cells.push_back(csv.text(name));
      table.add(cells);
    }
  const auto more = rows > most_rows ? "<p>The first " + std::to_string(most_rows) + " of " +
                                           std::to_string(rows) + " users; users.csv has all.</p>\n"
                                     : "";
  return {prefix + "users", "Users", more + table.html()};
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
