// SPDX-License-Identifier: MIT
#include "opened_plugin.hpp"

#include "actors/runtime/plan/catalog.hpp"

#include <dlfcn.h>

namespace malha::conformance {

PluginEntry opened(const std::filesystem::path& plugin) {
  Catalog::try_plugin(plugin);
  void* library = dlopen(plugin.c_str(), RTLD_NOW | RTLD_LOCAL);
  return reinterpret_cast<PluginEntry (*)()>(dlsym(library, "malha_plugin"))();
}

} // namespace malha::conformance
