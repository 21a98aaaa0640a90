// SPDX-License-Identifier: MIT
// A plugin of an ABI that never was. Its contents must not be touched.
#include "policies/sdk/plugin.hpp"

extern "C" __attribute__((visibility("default"))) malha::PluginEntry malha_plugin() {
  return {999, malha::PluginKind::policy, nullptr};
}
