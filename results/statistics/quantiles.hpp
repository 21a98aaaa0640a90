// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace malha {

/// Counts numbers that are at least 0, in bins whose width is 1/1024 of the power of 2 at which they begin (a
/// histogram with logarithmic and linear parts, as HdrHistogram has them). Its memory grows with the powers
/// of 2 between which numbers lie, and not with how many there are. The order of the numbers means nothing,
/// and two histograms add up.
class QuantileHistogram {
public:
  void add(double value);
  void add(const QuantileHistogram& other);
  std::int64_t count() const { return count_; }

  /// The number that so large a share of all numbers does not exceed (nearest rank), as the least number of
  /// its bin: never more than it, and less by at most a share of 1/1024. Whole numbers up to 2048 are exact.
  /// Nothing where there is no number.
  std::optional<double> quantile(double share) const;

private:
  static constexpr unsigned bits_of_bin = 10;
  using Bins = std::array<std::int64_t, 1U << bits_of_bin>; ///< of numbers between two powers of 2

  std::vector<std::unique_ptr<Bins>> powers_; ///< by the exponent of IEEE 754
  std::int64_t count_ = 0;
};

} // namespace malha
