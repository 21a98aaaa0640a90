// SPDX-License-Identifier: MIT
// A plugin that cannot even say what it is.
#include "policies/sdk/plugin.hpp"

#include <stdexcept>

extern "C" __attribute__((visibility("default"))) malha::PluginEntry malha_plugin() {
  throw std::runtime_error("its licence has expired");
}
