// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace malha {

/// Counts numbers that are at least 0, in bins whose width is 1/1024 of the power of 2 at which they begin (a
/// histogram with logarithmic and linear parts, like HdrHistogram). Its memory grows with the powers of 2
/// between which numbers lie, and not with their number. The order of the numbers has no effect, and two
/// histograms can be added.
class QuantileHistogram {
public:
  void add(double value);
  void add(const QuantileHistogram& other);
  std::int64_t count() const { return count_; }

  /// The number that a share of all numbers does not exceed (nearest rank), rounded down to the least number
  /// of its bin: by at most a share of 1/1024. Whole numbers up to 2048 are exact. None if there is no
  /// number.
  std::optional<double> quantile(double share) const;

private:
  static constexpr unsigned bits_of_bin = 10;
  using Bins = std::array<std::int64_t, 1U << bits_of_bin>; ///< of numbers between two powers of 2

  std::vector<std::unique_ptr<Bins>> powers_; ///< by the exponent of IEEE 754
  std::int64_t count_ = 0;
};

} // namespace malha
