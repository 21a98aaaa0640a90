// SPDX-License-Identifier: MIT
#include "bounds.hpp"

#include <cmath>

namespace malha {

Bounds::Bounds(const ClaimReader& claim)
    : at_least_(claim.optional_number("at_least")), at_most_(claim.optional_number("at_most")),
      about_(claim.optional_number("about")) {
  if (!at_least_ && !at_most_ && !about_)
    claim.fail_without_statement();
  if (at_least_ && at_most_ && *at_least_ > *at_most_)
    claim.fail("'at_least' is above 'at_most'");
}

bool Bounds::hold(double value, double part, double number) const {
  return value >= at_least_.value_or(value) && value <= at_most_.value_or(value) &&
         (!about_ || std::abs(value - *about_) <= part * std::abs(*about_) + number);
}

} // namespace malha
