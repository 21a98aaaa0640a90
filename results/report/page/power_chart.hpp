// SPDX-License-Identifier: MIT
#pragma once
#include <nlohmann/json_fwd.hpp>

#include <filesystem>

namespace malha::page {

/// The power of all hosts over time, from power.csv, beside the power cap, from power_cap.csv, if the run has
/// one: data for curves.js. Throws InputError if a file is damaged.
nlohmann::json power_chart(const std::filesystem::path& run);

} // namespace malha::page
