// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/plugin.hpp"

#include <filesystem>

namespace malha::conformance {

/// The name of a policy in another process for one question, in place of the path of a plugin: it can be
/// opened as one.
std::filesystem::path asked_elsewhere(const std::string& policy, const std::string& question);
/// Whether this is such a name. What it writes is its own affair, and so is its memory.
bool is_elsewhere(const std::filesystem::path& plugin);
/// What `malha check` is told to check it.
std::string words_for(const std::filesystem::path& plugin);

/// Opens a plugin, and returns the value of its entry point. The caller should be a process of its own, since
/// the plugin may end it. Throws InputError if the file is no plugin, or has an incomplete description.
PluginEntry opened(const std::filesystem::path& plugin);

} // namespace malha::conformance
