// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/catalog.hpp"

namespace malha::testing {

/// The plugins as they were built.
inline const Catalog& shipped_catalog() {
  static const Catalog plugins({MALHA_PLUGIN_FOLDER});
  return plugins;
}

} // namespace malha::testing
