// SPDX-License-Identifier: MIT
// A plugin whose entry point throws what is no std::exception.
#include "policies/sdk/plugin.hpp"

extern "C" __attribute__((visibility("default"))) malha::PluginEntry malha_plugin() { throw 42; }
