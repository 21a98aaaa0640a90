// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/plugin.hpp"

#include <filesystem>

namespace malha::conformance {

/// Opens a plugin, and returns the value of its entry point. The caller should be a process of its own, since
/// the plugin may end it. Throws InputError if the file is no plugin, or has an incomplete description.
PluginEntry opened(const std::filesystem::path& plugin);

} // namespace malha::conformance
