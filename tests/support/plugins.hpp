// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <filesystem>
#include <stdexcept>
#include <vector>

#include <dlfcn.h>

namespace malha::testing {

/// Opens the plugins of the program, as it does itself: in the order of their paths.
inline void open_plugins_of(const std::filesystem::path& program) {
  const auto folder = program.parent_path().parent_path() / "lib/malha/plugins";
  std::vector<std::filesystem::path> plugins;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    if (entry.path().extension() == ".so")
      plugins.push_back(entry.path());
  std::sort(plugins.begin(), plugins.end());
  for (const auto& plugin : plugins)
    if (dlopen(plugin.c_str(), RTLD_NOW | RTLD_LOCAL) == nullptr)
      throw std::runtime_error(dlerror());
}

} // namespace malha::testing
