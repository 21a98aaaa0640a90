// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

namespace malha {

/// Draws amounts, each above 0, until they add up to `total`, which must be above 0. The last amount is cut,
/// so that the sum is exact. A rest that is only due to rounding is added to the last amount.
template <class Draw>
std::vector<double> amounts_of(double total, Draw&& draw) {
  constexpr double rounding = 1e-9; // of an amount
  std::vector<double> amounts;
  for (double sum = 0; sum < total; sum += amounts.back()) {
    const double amount = draw(), left = total - sum;
    amounts.push_back(left - amount > rounding * amount ? amount : left);
  }
  return amounts;
}

} // namespace malha
