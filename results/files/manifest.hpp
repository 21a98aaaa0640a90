// SPDX-License-Identifier: MIT
#pragma once
#include <nlohmann/json_fwd.hpp>

#include <filesystem>

namespace malha {

/// The content of manifest.json in a run's folder: null if the file is missing, discarded if it is not JSON.
/// Throws InputError on a file that is nested more deeply than any run writes it, and on a device or pipe,
/// whose reading may never end.
nlohmann::json manifest_in(const std::filesystem::path& folder);

} // namespace malha
