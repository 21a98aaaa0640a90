// SPDX-License-Identifier: MIT
#pragma once
#include "scenarios/runner/language/claim_rule.hpp"

namespace malha {

/// Where a claim says that a number lies: `at_least`, `at_most` and `about`.
class Bounds {
public:
  /// Reads them. Throws InputError unless there is one of them, and where the lower one is above the upper
  /// one.
  explicit Bounds(const ClaimReader& claim);

  bool has_about() const { return about_.has_value(); }
  /// Whether the number lies there. `about` allows what lies within that part of it, and within that number.
  bool hold(double value, double part, double number = 0) const;

private:
  std::optional<double> at_least_, at_most_, about_;
};

} // namespace malha
