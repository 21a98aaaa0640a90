// SPDX-License-Identifier: MIT
#pragma once
#include "scenarios/runner/language/claim_rule.hpp"

namespace malha {

/// The bounds of a number in a claim: `at_least`, `at_most` and `about`.
class Bounds {
public:
  /// Reads them. Throws InputError if there is none, or if the lower one is above the upper one.
  explicit Bounds(const ClaimReader& claim);

  bool has_about() const { return about_.has_value(); }
  /// Whether the number is within the bounds. `about` allows a difference of `part` of its value, or of
  /// `number`.
  bool hold(double value, double part, double number = 0) const;

private:
  std::optional<double> at_least_, at_most_, about_;
};

} // namespace malha
