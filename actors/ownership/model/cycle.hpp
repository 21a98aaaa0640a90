// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/quantities.hpp"

#include <algorithm>
#include <cmath>

namespace malha {

/// Something that is done at fixed dates, first + k * period for k = 0, 1, …, and only when there is news. A
/// date without news costs nothing.
class Cycle {
public:
  /// In seconds; the period is above 0.
  Cycle(Seconds first, Seconds period) : first_(first), period_(period) {}

  /// There is something to do at the first date from `since` on that has not been used.
  void has_news(Seconds since) { next_ = std::min(next_, std::max(number_from(since), used_ + 1)); }
  /// Dates before this one pass unused, whatever there is to do.
  void skip_until(Seconds date) {
    used_ = std::max(used_, number_from(date) - 1);
    next_ = std::max(next_, used_ + 1);
  }
  /// The date at which something is to be done; `never` without news.
  Seconds next() const { return next_ == none ? never : date_of(next_); }
  /// Whether there is something to do at this date. It is taken as done.
  bool take(Seconds now) {
    if (next() > now)
      return false;
    used_ = next_;
    next_ = none;
    return true;
  }

private:
  static constexpr double none = never;

  Seconds date_of(double number) const { return first_ + number * period_; }
  /// Of the first date from `since` on.
  double number_from(Seconds since) const {
    double number = std::max(0.0, std::ceil((since - first_) / period_));
    while (number > 0 && date_of(number - 1) >= since) // the division may have been rounded up
      --number;
    while (date_of(number) < since)
      ++number;
    return number;
  }

  const Seconds first_, period_;
  double next_ = none; ///< whole numbers
  double used_ = -1;
};

} // namespace malha
