// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/plugin.hpp"

#include <filesystem>

namespace malha::conformance {

/// What the entry point of a plugin returns. The caller should be a process of its own, since the plugin may
/// end it. Throws InputError when it is no plugin, or is not described as its kind must be.
PluginEntry opened(const std::filesystem::path& plugin);

} // namespace malha::conformance
