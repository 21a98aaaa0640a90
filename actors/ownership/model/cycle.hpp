// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/quantities.hpp"

#include <algorithm>
#include <cmath>

namespace malha {

/// The fixed dates of a periodic action, first + k * period for k = 0, 1, …. A date without news is skipped,
/// and costs nothing.
class Cycle {
public:
  /// Both in seconds; the period is above 0.
  Cycle(Seconds first, Seconds period) : first_(first), period_(period) {}

  /// There is news: the action is due at the first unused date from `since` on.
  void has_news(Seconds since) { next_ = std::min(next_, std::max(number_from(since), used_ + 1)); }
  /// Skips all dates before this one, even if there is news.
  void skip_until(Seconds date) {
    used_ = std::max(used_, number_from(date) - 1);
    next_ = std::max(next_, used_ + 1);
  }
  /// The date at which the action is due; `never` without news.
  Seconds next() const { return next_ == none ? never : date_of(next_); }
  /// Whether the action is due at this date. It then counts as done.
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
  /// The number of the first date from `since` on.
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
