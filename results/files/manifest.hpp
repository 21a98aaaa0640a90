// SPDX-License-Identifier: MIT
#pragma once
#include <nlohmann/json_fwd.hpp>

#include <filesystem>

namespace malha {

/// The content of manifest.json in a run's folder. It is null when there is no such file, and discarded when
/// the file is no JSON. Throws InputError on a file that is nested more deeply than any run writes it, or
/// whose reading may never end.
nlohmann::json manifest_in(const std::filesystem::path& folder);

} // namespace malha
