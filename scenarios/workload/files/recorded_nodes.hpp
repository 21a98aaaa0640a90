// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>
#include <optional>

namespace malha {

/// What the comment MaxProcs of an SWF file says, or else MaxNodes.
std::optional<int> nodes_recorded_in_swf(const std::filesystem::path& file);
/// What nb_res of a file of Batsim says.
std::optional<int> nodes_recorded_in_batsim(const std::filesystem::path& file);

} // namespace malha
