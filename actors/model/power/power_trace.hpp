// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/job.hpp"
#include "policies/sdk/power_profile.hpp"

#include <cstdint>
#include <functional>

namespace malha {

/// The power of all hosts over time. Powers are added up as whole numbers of nanowatts, so that the sum does
/// not depend on the order of the changes, and has no rounding of its own.
class PowerTrace {
public:
  /// Is called for each interval in which the power is constant: its begin, its end and the power.
  using Step = std::function<void(Seconds from, Seconds to, Watts power)>;

  explicit PowerTrace(Step step) : step_(std::move(step)) {}

  /// The power of a host changes. Dates never decrease; changes at one date are one change.
  void changed(std::int64_t before, std::int64_t after, Seconds date) {
    close(date);
    nanowatts_ += after - before;
  }
  /// Ends the present interval at this date.
  void close(Seconds date) {
    if (!(date > date_))
      return;
    step_(date_, date, power());
    date_ = date;
  }
  /// The date of the last change or `close`.
  Seconds date() const { return date_; }
  /// The power from the last date on.
  Watts power() const { return static_cast<double>(nanowatts_) / 1e9; }

private:
  Step step_;
  Seconds date_ = 0;
  std::int64_t nanowatts_ = 0;
};

} // namespace malha
