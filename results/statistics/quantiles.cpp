// SPDX-License-Identifier: MIT
#include "quantiles.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace malha {
namespace {

constexpr unsigned bits_of_mantissa = 52;

std::uint64_t bits_of(double value) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

double number_of(std::uint64_t bits) {
  double value = 0;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

} // namespace

/// The bits of numbers of at least 0 are in the order of the numbers: exponent first, then mantissa.
void QuantileHistogram::add(double value) {
  const auto bin = bits_of(value > 0 ? value : 0) >> (bits_of_mantissa - bits_of_bin);
  const auto power = static_cast<std::size_t>(bin >> bits_of_bin);
  if (power >= powers_.size())
    powers_.resize(power + 1);
  auto& bins = powers_[power];
  if (!bins)
    bins = std::make_unique<Bins>();
  ++(*bins)[bin % bins->size()];
  ++count_;
}

void QuantileHistogram::add(const QuantileHistogram& other) {
  powers_.resize(std::max(powers_.size(), other.powers_.size()));
  for (std::size_t power = 0; power < other.powers_.size(); ++power) {
    if (!other.powers_[power])
      continue;
    if (!powers_[power])
      powers_[power] = std::make_unique<Bins>();
    for (std::size_t i = 0; i < powers_[power]->size(); ++i)
      (*powers_[power])[i] += (*other.powers_[power])[i];
  }
  count_ += other.count_;
}

std::optional<double> QuantileHistogram::quantile(double share) const {
  constexpr double below_one = 1 - 1e-12; // 0.55 * 100 is a little more than 55
  const auto rank = static_cast<std::int64_t>(std::ceil(share * static_cast<double>(count_) * below_one));
  std::int64_t up_to = 0;
  for (std::size_t power = 0; power < powers_.size(); ++power)
    for (std::size_t i = 0; powers_[power] && i < powers_[power]->size(); ++i) {
      up_to += (*powers_[power])[i];
      if (up_to > 0 && up_to >= rank)
        return number_of(((power << bits_of_bin) + i) << (bits_of_mantissa - bits_of_bin));
    }
  return std::nullopt;
}

} // namespace malha
