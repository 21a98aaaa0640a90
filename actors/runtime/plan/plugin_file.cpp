// SPDX-License-Identifier: MIT
#include "plugin_file.hpp"

#include "policies/sdk/beginning.hpp"
#include "policies/sdk/errors.hpp"
#include "policies/sdk/input_files.hpp"

#include <dlfcn.h>

#include <algorithm>

namespace malha {

namespace fs = std::filesystem;

std::vector<fs::path> shared_objects(const fs::path& folder) {
  if (!fs::is_directory(folder))
    throw InputError("plugin folder " + folder.string() + ": is not a folder");
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.path().extension() == ".so")
      files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

PluginEntry open_plugin(const fs::path& file) {
  try {
    refuse_endless(file);
  } catch (const InputError& error) {
    throw InputError(std::string("plugin ") + error.what());
  }
  void* library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr)
    throw InputError("plugin " + file.string() + ": cannot be opened: " + dlerror());
  auto* entry_point = reinterpret_cast<PluginEntry (*)()>(dlsym(library, "malha_plugin"));
  if (entry_point == nullptr)
    throw InputError(
        "plugin " + file.string() +
        ": has no entry point 'malha_plugin'; end its source with MALHA_POLICY, MALHA_ACTOR, "
        "MALHA_WORKLOAD, MALHA_PLATFORM, MALHA_METRIC, MALHA_RULE, MALHA_CLAIM or MALHA_COMMAND");
  const PluginEntry entry = [&] {
    try {
      return entry_point();
    } catch (const std::exception& error) {
      throw InputError("plugin " + file.string() + ": its entry point threw: " + beginning_of(error.what()));
    } catch (...) {
      throw InputError("plugin " + file.string() +
                       ": its entry point threw something that is no std::exception");
    }
  }();
  if (entry.abi != plugin_abi)
    throw InputError("plugin " + file.string() + ": was built for plugin ABI " + std::to_string(entry.abi) +
                     ", this Malha has ABI " + std::to_string(plugin_abi) + "; build it again");
  return entry;
}

} // namespace malha
