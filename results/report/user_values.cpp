// SPDX-License-Identifier: MIT
#include "user_values.hpp"

#include "escaping.hpp"
#include "html_table.hpp"
#include "policies/sdk/errors.hpp"
#include "policies/sdk/numbers.hpp"
#include "readable.hpp"
#include "results/files/csv_reader.hpp"
#include "results/files/files.hpp"
#include "results/files/table.hpp"

#include <algorithm>

namespace malha::page {
namespace {

constexpr const char* jobs_column = "jobs";

void read_users(const std::filesystem::path& users_csv, std::size_t cell, std::uint64_t seed,
                CampaignData& data) {
  CsvReader reader(users_csv);
  while (reader.next()) {
    const auto& user = reader.text("user");
    data.users[jobs_column][user][cell][seed] = reader.real(jobs_column);
    for (const auto& column : compared_user_columns())
      data.users[column.name][user][cell][seed] = reader.real(column.name);
  }
}

} // namespace

const std::vector<UserColumn>& compared_user_columns() {
  static const std::vector<UserColumn> columns{
      {"mean_waiting_time", "s"}, {"mean_turnaround_time", "s"}, {"mean_bounded_slowdown", "1"}};
  return columns;
}

void read_user_values(CampaignData& data) {
  const bool same_users =
      std::none_of(data.cells.begin(), data.cells.end(), [](const auto& cell) { return cell.resamples; });
  if (!data.compares || !data.has_one_cell_a_run() || !same_users)
    return;
  for (const auto& [cell, seed, folder] : data.run_folders)
    try {
      if (is_written(folder / "users.csv"))
        read_users(folder / "users.csv", cell, seed, data);
    } catch (const InputError& error) {
      data.notes.push_back(error.what());
    }
}

std::optional<MeanWithInterval> mean_of_user(const CampaignData& data, const std::string& column,
                                             const std::string& user, std::size_t cell) {
  const auto of_column = data.users.find(column);
  if (of_column == data.users.end() || of_column->second.count(user) == 0)
    return std::nullopt;
  const auto& cells = of_column->second.at(user);
  const auto found = cells.find(cell);
  if (found == cells.end())
    return std::nullopt;
  std::vector<double> values;
  for (const auto& [seed, value] : found->second)
    values.push_back(value);
  return mean_with_interval(values);
}

std::vector<std::string> users_by(const std::string& column, const CampaignData& data) {
  std::vector<std::pair<double, std::string>> users;
  if (const auto found = data.users.find(column); found != data.users.end())
    for (const auto& [user, cells] : found->second) {
      double sum = 0;
      std::size_t number = 0;
      for (const auto& [cell, seeds] : cells)
        for (const auto& [seed, value] : seeds) {
          sum += value;
          ++number;
        }
      users.emplace_back(-sum / static_cast<double>(number), user);
    }
  std::sort(users.begin(), users.end());
  std::vector<std::string> names;
  for (const auto& [value, user] : users)
    names.push_back(user);
  return names;
}

namespace {

/// By column the unit in which most of its means read well.
std::vector<ReadableUnit> units_of(const CampaignData& data, const std::vector<std::string>& users) {
  std::vector<ReadableUnit> units;
  for (const auto& column : compared_user_columns()) {
    std::vector<double> sizes;
    for (const auto& user : users)
      for (std::size_t cell = 0; cell < data.cells.size(); ++cell)
        if (const auto mean = mean_of_user(data, column.name, user, cell))
          sizes.push_back(mean->mean);
    units.push_back(usual_unit(column.unit, std::move(sizes)));
  }
  return units;
}

void add_user(const CampaignData& data, const std::string& user, std::size_t cell,
              const std::vector<ReadableUnit>& units, HtmlTable& table) {
  const auto jobs = mean_of_user(data, jobs_column, user, cell);
  if (!jobs)
    return;
  std::vector<std::string> row{user, data.cells[cell].run,
                               std::to_string(data.users.at(jobs_column).at(user).at(cell).size()),
                               shown(jobs->mean, 5)};
  std::vector<MeanWithInterval> means;
  for (const auto& column : compared_user_columns()) {
    means.push_back(*mean_of_user(data, column.name, user, cell));
    row.push_back(shortest(means.back().mean));
  }
  table.add(row);
  for (std::size_t i = 0; i < means.size(); ++i)
    table.show_last(i + 4, escaped(readable(means[i], units[i], false)),
                    exact(means[i], compared_user_columns()[i].unit));
}

} // namespace

std::string users_table(const CampaignData& data) {
  constexpr std::size_t most = 500;
  auto users = users_by(compared_user_columns().front().name, data);
  if (users.empty())
    return "";
  const auto number = users.size();
  users.resize(std::min(number, most));
  const auto units = units_of(data, users);
  std::vector<HtmlTable::Column> columns{
      {"user"}, {"deployment", false, true}, {"seeds", true}, {jobs_column, true}};
  for (std::size_t i = 0; i < units.size(); ++i)
    columns.push_back({with_unit(words_of(compared_user_columns()[i].name), units[i].name), true});
  HtmlTable table(
      "Users, longest waits first" +
          (number > most ? ", the first " + std::to_string(most) + " of " + std::to_string(number)
                         : std::string()) +
          ": means over the seeds in which they have jobs, ± half of the 95 % interval (users.csv)",
      columns, true);
  table.show_first(users_shown * data.cells.size());
  for (const auto& user : users)
    for (std::size_t cell = 0; cell < data.cells.size(); ++cell)
      add_user(data, user, cell, units, table);
  return table.html();
}

std::optional<Section> users_section(const CampaignData& data, const std::vector<Figure>& figures,
                                     const std::string& prefix) {
  const auto table = users_table(data);
  if (figures.empty() && table.empty())
    return std::nullopt;
  return Section{prefix + "users", "Users",
                 "<details class=\"section\"><summary>Each user</summary>\n" +
                     (figures.empty() ? "" : figures_html(figures, prefix)) + table + "</details>\n"};
}

} // namespace malha::page
