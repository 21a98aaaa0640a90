// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>
#include <vector>

namespace malha {

/// The file of the running program.
std::filesystem::path program_file();

/// The folder of the plugins that came with the program.
std::filesystem::path shipped_plugins();

/// The folders in which plugins are looked for, in this order: that of the program, those of the environment
/// variable MALHA_PLUGIN_PATH, and `more`. Plugins that did not come with the program are first opened in
/// processes of their own. Throws InputError if a folder does not exist, or if a plugin ends its process or
/// does not return.
std::vector<std::filesystem::path> plugin_folders(const std::vector<std::filesystem::path>& more);

/// Whether a plugin came with the program.
bool is_shipped(const std::filesystem::path& plugin);

} // namespace malha
