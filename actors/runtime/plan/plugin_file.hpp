// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/plugin.hpp"

#include <filesystem>
#include <vector>

namespace malha {

/// The shared objects below a folder, sorted by path. Throws InputError when there is no such folder.
std::vector<std::filesystem::path> shared_objects(const std::filesystem::path& folder);

/// Opens a plugin for good, and asks what is in it. Throws InputError if it cannot be opened, has no entry
/// point or one that throws, or was built for another ABI.
PluginEntry open_plugin(const std::filesystem::path& file);

} // namespace malha
