// SPDX-License-Identifier: MIT
#include "escaping.hpp"
#include "figure.hpp"
#include "row_figure.hpp"
#include "user_values.hpp"

#include <algorithm>

namespace malha::page {
namespace {

constexpr std::size_t most_users = 40;

/// The part of a name before its first point, and what is behind: a metric by user and the user.
std::pair<std::string, std::string> metric_and_user(const std::string& name) {
  const auto point = name.find('.');
  if (point == std::string::npos)
    return {name, ""};
  return {name.substr(0, point), name.substr(point + 1)};
}

/// A row for each of those users, with a mark for each cell; `mean` gives it by user and position of the
/// cell.
template <class Mean>
Figure users_figure(const CampaignData& data, const std::string& metric, const std::string& unit,
                    const std::vector<std::string>& users, const std::string& which, Mean&& mean) {
  const auto number = std::min(users.size(), most_users);
  RowFigure figure{metric + " of each user", with_unit(metric, unit), {}};
  for (const auto& cell : data.cells)
    figure.legend.push_back(cell.run);
  for (std::size_t i = 0; i < number; ++i) {
    FigureRow row{users[i], {}};
    for (std::size_t series = 0; series < data.cells.size(); ++series)
      if (const auto value = mean(users[i], series))
        row.marks.push_back({series, *value});
    figure.rows.push_back(std::move(row));
  }
  const auto of_all = users.size() > number ? ", the " + which + " " + std::to_string(number) + " of " +
                                                  std::to_string(users.size()) + " users"
                                            : "";
  return {slug("users." + metric),
          metric + " by user" + of_all + ": means over seeds and their 95 % intervals.", drawing_of(figure)};
}

} // namespace

std::vector<Figure> user_figures(const CampaignData& data) {
  std::vector<Figure> figures;
  if (!data.compares || !data.has_one_cell_a_run())
    return figures;
  std::vector<std::pair<std::string, std::vector<std::string>>> by_user;
  for (const auto& name : data.compared) {
    const auto [metric, user] = metric_and_user(name);
    if (user.empty())
      continue;
    if (by_user.empty() || by_user.back().first != metric)
      by_user.push_back({metric, {}});
    by_user.back().second.push_back(user);
  }
  for (const auto& [metric, users] : by_user)
    figures.push_back(users_figure(data, metric, data.unit_of(metric + "." + users.front()), users, "first",
                                   [&, metric = metric](const std::string& user, std::size_t cell) {
                                     return mean_of(data.cells[cell], metric + "." + user);
                                   }));
  const auto users = users_by_jobs(data);
  for (const auto& column : compared_user_columns())
    if (!users.empty())
      figures.push_back(users_figure(data, column.name, column.unit, users, "busiest",
                                     [&](const std::string& user, std::size_t cell) {
                                       return mean_of_user(data, column.name, user, cell);
                                     }));
  return figures;
}

} // namespace malha::page
