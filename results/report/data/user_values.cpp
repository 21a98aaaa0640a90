// SPDX-License-Identifier: MIT
#include "user_values.hpp"

#include "policies/sdk/errors.hpp"
#include "results/files/csv_reader.hpp"
#include "results/files/files.hpp"

#include <algorithm>

namespace malha::page {
namespace {

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

} // namespace malha::page
