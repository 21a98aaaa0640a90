// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

namespace malha {

/// Draws amounts, each above 0, until they add up to `total`, which is above 0 too; the last one is cut so
/// that they do exactly. What is left by no more than rounding goes to the last one as well.
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
