// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/plan/catalog.hpp"

namespace malha::testing {

/// The plugins of the build tree, opened once in a process.
inline const Catalog& shipped_catalog() {
  static const Catalog plugins({MALHA_PLUGIN_FOLDER});
  return plugins;
}

} // namespace malha::testing
