// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/plugin.hpp"

/// A question of nobody's architecture.
struct Opening : malha::Policy {
  static constexpr const char* question = "chess/opening";
  /// The file of the pawn that moves first, from 0, on a board of so many files.
  virtual int file(int files) = 0;
};
