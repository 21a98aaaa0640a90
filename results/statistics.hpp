// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <vector>

namespace malha {

/// A mean, and its 95 % interval by Student's t where there are at least two values.
struct MeanWithInterval {
  double mean;
  std::optional<double> low, high;
};

/// Of at least one value. The mean of equal values is that value, to the last digit.
MeanWithInterval mean_with_interval(const std::vector<double>& values);

/// Whether all of them are the same.
bool are_equal(const std::vector<double>& values);

} // namespace malha
