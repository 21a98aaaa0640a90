// SPDX-License-Identifier: MIT
#pragma once
#include "page.hpp"

#include <nlohmann/json_fwd.hpp>

#include <filesystem>

namespace malha::page {

/// The numbers of users.csv as a folded table, users with the longest waits first. Throws InputError.
Section users_section(const std::filesystem::path& users_csv, const std::string& prefix);

/// Adds charts of user_series.csv: the machines that run tasks of each user over time, and their unfinished
/// tasks. If there are many users, those with most machines are shown. Throws InputError.
void add_user_series(const std::filesystem::path& user_series_csv, nlohmann::json& charts);

} // namespace malha::page
