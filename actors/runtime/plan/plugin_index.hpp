// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/plugin.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace malha {

/// What the index of a folder of plugins says of one that holds a policy, a workload or a platform: enough to
/// find it without opening it.
struct IndexedPlugin {
  std::filesystem::path file;
  PluginKind kind; ///< policy, workload or platform
  std::string name;
  std::string question;                  ///< that a policy answers; "" of others
  std::vector<std::string> endings = {}; ///< of the files that a workload reads; none of others
};

/// The name of the file that is the index of its folder.
inline constexpr const char* plugin_index_name = "index.txt";

/// The plugins of a folder that its index describes, in the order of the index. Leaves out those that are
/// newer than the index or have another size, and all if there is no index, or one of another ABI: these must
/// be opened.
std::vector<IndexedPlugin> plugins_in_index(const std::filesystem::path& folder);

/// Writes the index of a folder. Throws CannotWrite.
void write_plugin_index(const std::filesystem::path& folder, const std::vector<IndexedPlugin>& plugins);

} // namespace malha
