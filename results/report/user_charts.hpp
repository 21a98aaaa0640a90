// SPDX-License-Identifier: MIT
#pragma once
#include "page.hpp"

#include <nlohmann/json_fwd.hpp>

#include <filesystem>

namespace malha::page {

/// What users.csv says of each user, as a folded table: who waits longest first. Throws InputError.
Section users_section(const std::filesystem::path& users_csv, const std::string& prefix);

/// Adds charts of user_series.csv: the machines that run tasks of each user over time, and his tasks that
/// have not finished. Of many users those who hold most. Throws InputError.
void add_user_series(const std::filesystem::path& user_series_csv, nlohmann::json& charts);

} // namespace malha::page
