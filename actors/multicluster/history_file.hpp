// SPDX-License-Identifier: MIT
#pragma once
#include "policies/multicluster/history.hpp"
#include "results/records.hpp"

#include <filesystem>
#include <vector>

namespace malha::multicluster {

/// The experiences in a history.csv that a run wrote. Throws InputError with file and line.
std::vector<Experience> read_history(const std::filesystem::path& file);
/// The row of an experience.
ExperienceRow row_of(const Experience& experience);

} // namespace malha::multicluster
