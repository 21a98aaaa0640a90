// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>
#include <vector>

namespace malha {

/// The program's own file.
std::filesystem::path program_file();

/// The folder of the plugins that came with the program.
std::filesystem::path shipped_plugins();

/// The folders in which plugins are looked for, in this order: the program's own, those of the environment
/// variable MALHA_PLUGIN_PATH, and `more`. Plugins that did not come with the program are first opened in a
/// process of their own. Throws InputError if a folder does not exist, or if a plugin ends that process.
std::vector<std::filesystem::path> plugin_folders(const std::vector<std::filesystem::path>& more);

/// Whether a plugin came with the program.
bool is_shipped(const std::filesystem::path& plugin);

} // namespace malha
