// SPDX-License-Identifier: MIT
#pragma once
#include "campaign_data.hpp"

#include <optional>

namespace malha::page {

/// A column of numbers in users.csv.
struct UserColumn {
  std::string name;
  std::string unit;
};

/// The columns that a comparison shows. `user_satisfaction` is left out, since it is also a metric of the
/// run.
const std::vector<UserColumn>& compared_user_columns();

/// The column of the number of jobs.
inline constexpr const char* jobs_column = "jobs";

/// Reads users.csv of the runs that kept their rows, if each run of a comparison has one cell and its seeds
/// have the same users. Files that cannot be read are named in the notes.
void read_user_values(CampaignData& data);

/// The mean over seeds of a user's number in a cell, which is given by its position; none if there is none.
std::optional<MeanWithInterval> mean_of_user(const CampaignData& data, const std::string& column,
                                             const std::string& user, std::size_t cell);

/// The users of users.csv by the mean of a number over all cells, the greatest first.
std::vector<std::string> users_by(const std::string& column, const CampaignData& data);

/// The number of users that are shown until a reader asks for more.
inline constexpr std::size_t users_shown = 20;

} // namespace malha::page
