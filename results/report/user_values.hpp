// SPDX-License-Identifier: MIT
#pragma once
#include "figure.hpp"

#include <optional>

namespace malha::page {

/// A number that users.csv has of each user.
struct UserColumn {
  std::string name;
  std::string unit;
};

/// Those that a comparison shows. `user_satisfaction` is not among them: it is a metric of the run, too.
const std::vector<UserColumn>& compared_user_columns();

/// Reads users.csv of the runs that kept their rows, where each run of a comparison has one cell and its
/// seeds have the same users. Files that cannot be read are named in the notes.
void read_user_values(CampaignData& data);

/// The mean over seeds of a number of a user in a cell, by their positions; nothing where it has no value.
std::optional<MeanWithInterval> mean_of_user(const CampaignData& data, const std::string& column,
                                             const std::string& user, std::size_t cell);

/// The users of users.csv by the mean of a number over all cells, the greatest first.
std::vector<std::string> users_by(const std::string& column, const CampaignData& data);

/// A table of them under each run, who waits longest first; "" where there are none.
std::string users_table(const CampaignData& data);

/// So many users are shown until a reader asks for more.
inline constexpr std::size_t users_shown = 20;

/// What concerns single users, folded: their figures and the table. Nothing where there are none.
std::optional<Section> users_section(const CampaignData& data, const std::vector<Figure>& figures,
                                     const std::string& prefix);

} // namespace malha::page
