// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>
#include <optional>

namespace malha {

/// The number behind the comment MaxProcs of an SWF file, or else behind MaxNodes; nothing where neither
/// gives one.
std::optional<int> nodes_recorded_in_swf(const std::filesystem::path& file);
/// The number nb_res of a file of Batsim; nothing where the file has none.
std::optional<int> nodes_recorded_in_batsim(const std::filesystem::path& file);

} // namespace malha
