// SPDX-License-Identifier: MIT
#include "speed_profile.hpp"

#include <algorithm>
#include <cmath>

namespace malha {
namespace {

/// Dates do not tell more periods apart: what is left of the last one is nothing.
constexpr double most_periods = 1e15;

} // namespace

SpeedProfile::SpeedProfile(double before, std::vector<Change> changes, std::optional<Seconds> period)
    : before_(before), changes_(std::move(changes)), period_(changes_.empty() ? std::nullopt : period) {
  for (std::size_t i = 0; period_ && i < changes_.size(); ++i) {
    const Step step{0, i};
    in_a_period_ += speed_in(step) * (end_of(step) - changes_[i].date);
  }
}

TaskRun SpeedProfile::run(Seconds start, double amount) const {
  Seconds date = start;
  for (Step step = step_at(start); amount > 0; date = begin_of(step)) {
    const double speed = speed_in(step);
    const Seconds until = end_of(step), left = amount / speed;
    if (left <= until - date)
      return {date - start + left, date + left};
    amount -= speed * (until - date);
    step = after(step);
    if (!begins_period(step))
      continue;
    const double whole = std::max(0.0, std::floor(amount / in_a_period_) - 1);
    amount -= whole * in_a_period_;
    step.period += whole;
    if (step.period > most_periods)
      amount = 0;
  }
  return {date - start, date};
}

double SpeedProfile::computed(Seconds start, Seconds end) const {
  double amount = 0;
  Seconds date = start;
  for (Step step = step_at(start); date < end; date = begin_of(step)) {
    amount += speed_in(step) * (std::min(end, end_of(step)) - date);
    if (end <= end_of(step))
      break;
    step = after(step);
    if (!begins_period(step))
      continue;
    const double whole = std::max(0.0, std::floor((end - begin_of(step)) / *period_) - 1);
    amount += whole * in_a_period_;
    step.period += whole;
    if (step.period > most_periods)
      break;
  }
  return amount;
}

SpeedProfile SpeedProfile::times(FlopsPerSecond nominal) const {
  auto changes = changes_;
  for (auto& change : changes)
    change.speed *= nominal;
  return {before_ * nominal, std::move(changes), period_};
}

SpeedProfile::Step SpeedProfile::step_at(Seconds date) const {
  if (changes_.empty() || date < changes_.front().date)
    return {0, changes_.size()};
  Step step{0, 0};
  if (period_) { // it may be the one before or behind, by rounding
    step.period = std::floor((date - changes_.front().date) / *period_);
    if (begin_of(step) > date)
      --step.period;
    else if (begin_of({step.period + 1, 0}) <= date)
      ++step.period;
  }
  const auto is_before = [&](Seconds at, const Change& change) {
    return at < change.date + step.period * period_.value_or(0);
  };
  const auto next = std::upper_bound(changes_.begin() + 1, changes_.end(), date, is_before);
  step.change = static_cast<std::size_t>(next - changes_.begin()) - 1;
  return step;
}

SpeedProfile::Step SpeedProfile::after(Step step) const {
  if (step.change == changes_.size())
    return {0, 0};
  return step.change + 1 < changes_.size() ? Step{step.period, step.change + 1} : Step{step.period + 1, 0};
}

Seconds SpeedProfile::begin_of(Step step) const {
  return changes_[step.change].date + step.period * period_.value_or(0);
}

Seconds SpeedProfile::end_of(Step step) const {
  const bool is_last = step.change + 1 == changes_.size();
  if (changes_.empty() || (is_last && !period_))
    return never;
  return begin_of(after(step));
}

double SpeedProfile::speed_in(Step step) const {
  return step.change == changes_.size() ? before_ : changes_[step.change].speed;
}

} // namespace malha
