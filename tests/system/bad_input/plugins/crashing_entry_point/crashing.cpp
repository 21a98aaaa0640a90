// SPDX-License-Identifier: MIT
// A plugin that ends the process that asks what is in it.
#include "policies/sdk/plugin.hpp"

#include <cstdlib>

extern "C" __attribute__((visibility("default"))) malha::PluginEntry malha_plugin() { std::abort(); }
