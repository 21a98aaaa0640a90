// SPDX-License-Identifier: MIT
#pragma once
#include <nlohmann/json.hpp>

#include <filesystem>

namespace malha {

/// What manifest.json of a run's folder says: null when there is none, discarded when it is no JSON. Throws
/// InputError on one that is nested deeper than any run writes it, or that may never end.
nlohmann::json manifest_in(const std::filesystem::path& folder);

} // namespace malha
