// SPDX-License-Identifier: MIT
#pragma once
#include <cmath>
#include <cstdint>
#include <optional>

namespace malha {

/// How estimates compare with what became real: sums over pairs, in constant memory. The line through the
/// origin says how large estimates are for real values, and the rest how far they lie from it.
class Regression {
public:
  void add(double estimate, double real) {
    ++number_;
    estimates_squared_ += estimate * estimate;
    reals_squared_ += real * real;
    products_ += estimate * real;
    reals_ += real;
    errors_ += std::abs(estimate - real);
  }

  std::int64_t number() const { return number_; }
  /// a of estimate = a real, by least squares: sum(estimate real) / sum(real^2). Nothing where all real
  /// values are 0.
  std::optional<double> slope() const {
    if (!(reals_squared_ > 0))
      return std::nullopt;
    return products_ / reals_squared_;
  }
  /// 1 - (1 - R^2) n / (n - 1), where R^2 = 1 - sum (estimate - a real)^2 / sum estimate^2, which is
  /// sum(estimate real)^2 / (sum(real^2) sum(estimate^2)). 1: all pairs lie on the line. Nothing for fewer
  /// than two pairs, and where all estimates or all real values are 0.
  std::optional<double> adjusted_r() const {
    if (number_ < 2 || !(reals_squared_ > 0) || !(estimates_squared_ > 0))
      return std::nullopt;
    const auto n = static_cast<double>(number_);
    const double r_squared = products_ / reals_squared_ * (products_ / estimates_squared_);
    return 1 - (1 - r_squared) * n / (n - 1);
  }
  /// Sum of the absolute errors over the sum of the real values. Nothing where that sum is 0.
  std::optional<double> deviation() const {
    if (!(reals_ > 0))
      return std::nullopt;
    return errors_ / reals_;
  }

private:
  std::int64_t number_ = 0;
  double estimates_squared_ = 0, reals_squared_ = 0, products_ = 0, reals_ = 0, errors_ = 0;
};

} // namespace malha
