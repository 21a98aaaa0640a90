// SPDX-License-Identifier: MIT
#pragma once
#include "quantities.hpp"

#include <optional>
#include <vector>

namespace malha {

/// A number that is constant from one date to the next: the price of energy, grams of CO2 a kWh, a power cap.
/// Before the first date it is what it is there. The last value holds for ever or, with a period, all values
/// come again one period later, and so on. Unlike a SpeedProfile it may be 0 or less.
class StepSeries {
public:
  /// The value from this date on.
  struct Step {
    Seconds date;
    double value;
  };

  /// There is at least one step, dates rise, and all numbers are finite. A period is longer than the time
  /// from the first date to the last.
  StepSeries(std::vector<Step> steps, std::optional<Seconds> period);

  double value_at(Seconds date) const;
  /// The sum of value x time between two finite dates. It takes as long for many steps as for few, and what
  /// is rounded is no more than a sum of a few numbers would be. 0 where `to` is not behind `from`.
  double integral(Seconds from, Seconds to) const;
  /// The first date after this one at which the value is another; `never`: it stays.
  Seconds next_change(Seconds after) const;

  /// Without those that have the value of the step before.
  const std::vector<Step>& steps() const { return steps_; }
  const std::optional<Seconds>& period() const { return period_; }

private:
  /// A sum whose rounding error is kept beside it.
  struct Sum {
    double high = 0, low = 0;
    void add(double number);
    void add(const Sum& other, double times);
  };
  /// A step in one of the periods.
  struct Place {
    double period;    ///< number of the period from 0, a whole number
    std::size_t step; ///< index in `steps_`
  };

  bool is_before_all(Seconds date) const { return date < steps_.front().date; }
  Place place_of(Seconds date) const; ///< of a date that is not before all
  Place after(Place place) const;
  Seconds begin_of(Place place) const;
  void add_step(Sum& sum, std::size_t step, Seconds length) const;

  std::vector<Step> steps_;
  std::optional<Seconds> period_;
  std::vector<Sum> before_; ///< by step: the integral over all steps before it; with a period, also over all
};

} // namespace malha
