// SPDX-License-Identifier: MIT
#include "user_table.hpp"

#include "html_table.hpp"
#include "policies/sdk/numbers.hpp"
#include "results/files/table.hpp"
#include "results/report/data/escaping.hpp"
#include "results/report/data/readable.hpp"
#include "results/report/data/user_values.hpp"

namespace malha::page {
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
