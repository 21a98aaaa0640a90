// SPDX-License-Identifier: MIT
#include "figure.hpp"
#include "results/report/data/escaping.hpp"
#include "results/report/data/readable.hpp"
#include "results/report/data/user_values.hpp"
#include "row_figure.hpp"

#include <algorithm>

namespace malha::page {
namespace {

/// The part of a name before its first point, and what is behind: a metric by user and the user.
std::pair<std::string, std::string> metric_and_user(const std::string& name) {
  const auto point = name.find('.');
  if (point == std::string::npos)
    return {name, ""};
  return {name.substr(0, point), name.substr(point + 1)};
}

/// The name of a metric of one user.
std::string name_of(std::string metric, const std::string& user) {
  metric += '.';
  metric += user;
  return metric;
}

/// A row for each of the first users, with a mark for each cell; `mean` gives it by user and position of the
/// cell. `which` says by what they are the first.
template <class Mean>
Figure users_figure(const CampaignData& data, const std::string& metric, const std::string& unit,
                    const std::vector<std::string>& users, const std::string& which, Mean&& mean) {
  const auto number = std::min(users.size(), users_shown);
  RowFigure figure{words_of(metric) + " of each user", {words_of(metric), unit}, {}};
  for (const auto& cell : data.cells)
    figure.legend.push_back(cell.run);
  for (std::size_t i = 0; i < number; ++i) {
    FigureRow row{users[i], {}};
    for (std::size_t series = 0; series < data.cells.size(); ++series)
      if (const auto value = mean(users[i], series))
        row.marks.push_back({series, *value});
    figure.rows.push_back(std::move(row));
  }
  const auto of_all = users.size() > number ? " " + std::to_string(number) + " of " +
                                                  std::to_string(users.size()) + " users are shown."
                                            : "";
  return {slug("users." + metric),
          words_of(metric) + " by user, " + which + ": means over seeds and their 95 % intervals." + of_all,
          drawing_of(figure)};
}

/// By the mean of a metric over all cells: the least first where more is better, otherwise the greatest.
void sort_by_value(const CampaignData& data, const std::string& metric, bool least_first,
                   std::vector<std::string>& users) {
  std::map<std::string, double> values;
  for (const auto& user : users)
    for (const auto& cell : data.cells)
      if (const auto mean = mean_of(cell, name_of(metric, user)))
        values[user] += mean->mean;
  std::stable_sort(users.begin(), users.end(), [&](const auto& a, const auto& b) {
    return least_first ? values[a] < values[b] : values[a] > values[b];
  });
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
  for (auto& [metric, users] : by_user) {
    const auto unit = data.unit_of(name_of(metric, users.front()));
    const bool wants_more = data.better.count(metric) > 0 && data.better.at(metric) == Better::more;
    sort_by_value(data, metric, wants_more, users);
    figures.push_back(users_figure(data, metric, unit, users,
                                   wants_more ? "the least first" : "the greatest first",
                                   [&, metric = metric](const std::string& user, std::size_t cell) {
                                     return mean_of(data.cells[cell], name_of(metric, user));
                                   }));
  }
  for (const auto& column : compared_user_columns())
    if (const auto users = users_by(column.name, data); !users.empty())
      figures.push_back(users_figure(data, column.name, column.unit, users, "the greatest first",
                                     [&](const std::string& user, std::size_t cell) {
                                       return mean_of_user(data, column.name, user, cell);
                                     }));
  return figures;
}

} // namespace malha::page
