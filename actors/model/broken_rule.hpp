// SPDX-License-Identifier: MIT
#pragma once
#include <stdexcept>

namespace malha {

/// The rule that a decision breaks. Its text becomes a part of the text of `RuleBroken`.
struct BrokenRule : std::runtime_error {
  using std::runtime_error::runtime_error;
};

} // namespace malha
