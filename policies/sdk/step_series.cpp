// SPDX-License-Identifier: MIT
#include "step_series.hpp"

#include <algorithm>
#include <cmath>

namespace malha {

StepSeries::StepSeries(std::vector<Step> steps, std::optional<Seconds> period)
    : steps_(std::move(steps)), period_(period) {
  const auto is_same = [](const Step& one, const Step& next) { return one.value == next.value; };
  steps_.erase(std::unique(steps_.begin(), steps_.end(), is_same), steps_.end());
  before_.resize(1);
  for (std::size_t next = 1; next < steps_.size() + (period_ ? 1 : 0); ++next) {
    const bool is_last = next == steps_.size();
    const Seconds end = is_last ? steps_.front().date + *period_ : steps_[next].date;
    before_.push_back(before_.back());
    add_step(before_.back(), next - 1, end - steps_[next - 1].date);
  }
}

double StepSeries::value_at(Seconds date) const {
  return steps_[is_before_all(date) ? 0 : place_of(date).step].value;
}

double StepSeries::integral(Seconds from, Seconds to) const {
  Sum sum;
  if (!(to > from))
    return 0;
  if (is_before_all(from)) {
    add_step(sum, 0, std::min(to, steps_.front().date) - from);
    from = steps_.front().date;
    if (to <= from)
      return sum.high;
  }
  const auto first = place_of(from), last = place_of(to);
  if (first.period == last.period && first.step == last.step) {
    add_step(sum, first.step, to - from);
    return sum.high + sum.low;
  }
  add_step(sum, first.step, begin_of(after(first)) - from);
  add_step(sum, last.step, to - begin_of(last));
  sum.add(before_[last.step], 1);
  sum.add(before_[first.step + 1], -1);
  if (period_) // whole periods, of which the first lacks what is before `first`
    sum.add(before_.back(), last.period - first.period);
  return sum.high + sum.low;
}

Seconds StepSeries::next_change(Seconds date) const {
  if (steps_.size() == 1)
    return never;
  auto next = is_before_all(date) ? Place{0, 1} : after(place_of(date));
  if (next.step == steps_.size())
    return never;
  if (next.step == 0 && steps_.front().value == steps_.back().value)
    next = after(next);
  return begin_of(next);
}

StepSeries::Place StepSeries::place_of(Seconds date) const {
  Place place{0, 0};
  if (period_) { // it may be the one before or behind, by rounding
    place.period = std::floor((date - steps_.front().date) / *period_);
    if (begin_of(place) > date)
      --place.period;
    else if (begin_of({place.period + 1, 0}) <= date)
      ++place.period;
  }
  const auto is_before = [&](Seconds at, const Step& step) {
    return at < step.date + place.period * period_.value_or(0);
  };
  const auto next = std::upper_bound(steps_.begin() + 1, steps_.end(), date, is_before);
  place.step = static_cast<std::size_t>(next - steps_.begin()) - 1;
  return place;
}

/// Without a period there is nothing behind the last step: its place has no begin.
StepSeries::Place StepSeries::after(Place place) const {
  return place.step + 1 < steps_.size() || !period_ ? Place{place.period, place.step + 1}
                                                    : Place{place.period + 1, 0};
}

Seconds StepSeries::begin_of(Place place) const {
  return steps_[place.step].date + place.period * period_.value_or(0);
}

void StepSeries::add_step(Sum& sum, std::size_t step, Seconds length) const {
  const double product = steps_[step].value * length;
  sum.add(product);
  sum.low += std::fma(steps_[step].value, length, -product);
}

/// The sum of two numbers and its exact error (Knuth, The Art of Computer Programming 2, section 4.2.2).
void StepSeries::Sum::add(double number) {
  const double sum = high + number, part = sum - high;
  low += (high - (sum - part)) + (number - part);
  high = sum;
}

void StepSeries::Sum::add(const Sum& other, double times) {
  const double product = other.high * times;
  add(product);
  low += std::fma(other.high, times, -product) + other.low * times;
}

} // namespace malha
