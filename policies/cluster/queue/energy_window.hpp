// SPDX-License-Identifier: MIT
#pragma once
#include "power_plan.hpp"

namespace malha::cluster {

/// A budget of energy for a window of time, under the plan of a cluster. What the budget gives for each
/// second is a cap on the power; what the machines draw less is saved.
class EnergyWindow {
public:
  EnergyWindow(Joules budget, Seconds from, Seconds until)
      : budget_(budget), from_(from), until_(until), cap_(budget / (until - from)),
        series_(steps(from, until, cap_), std::nullopt) {}

  Seconds from() const { return from_; }
  Seconds until() const { return until_; }
  Watts cap() const { return cap_; }
  const StepSeries& series() const { return series_; }
  bool holds(Seconds date) const { return date >= from_ && date < until_; }
  /// Notes the energy of all machines since the start of the run. It must be called at the begin of the
  /// window, and dates never decrease. The plans of the others are of that date.
  void measure(Seconds now, Joules energy) {
    since_ = std::max(now, from_);
    if (now <= from_)
      before_ = energy;
    used_ = energy - before_;
  }

  /// What all machines will take between now and that date, within the window.
  Joules planned(const PowerPlan& plan, Seconds date, const PowerPlan::Load* also = nullptr) const {
    return plan.integral(
        since_, std::min(date, until_), [](Watts watts) { return watts; }, also);
  }
  /// What the cap gives between now and that date, within the window.
  Joules given(Seconds date) const { return cap_ * inside(since_, date); }
  /// What will have been saved up to that date, from the begin on. It is negative if more was used.
  Joules saved(const PowerPlan& plan, Seconds date, const PowerPlan::Load* also = nullptr) const {
    return cap_ * (since_ - from_) - used_ + given(date) - planned(plan, date, also);
  }
  /// What a job that starts at that date takes above the cap.
  Joules excess(const PowerPlan& plan, Seconds date, const PowerPlan::Load& load,
                const PowerPlan::Load* also = nullptr) const {
    const Watts power = plan.power_at(std::max(date, from_), also) + load.extra;
    return std::max(0.0, power - cap_) * inside(date, load.end);
  }
  /// Whether that is saved, beside what the jobs that run take above the cap from then on.
  bool has_saved(const PowerPlan& plan, Seconds date, const PowerPlan::Load& load,
                 const PowerPlan::Load* also) const {
    const auto above = [this](Watts watts) { return std::max(0.0, watts - cap_); };
    return excess(plan, date, load, also) <=
           saved(plan, date, also) - plan.integral(std::max(date, from_), until_, above, also) + rounding();
  }
  /// Whether the budget is kept if the job starts at that date, and nothing else does.
  bool is_kept(const PowerPlan& plan, Seconds date, const PowerPlan::Load& load,
               const PowerPlan::Load* also = nullptr) const {
    const Joules more = load.extra * inside(date, load.end) + load.kept * inside(load.end, until_);
    return date >= until_ || more <= saved(plan, until_, also) + rounding();
  }

private:
  static std::vector<StepSeries::Step> steps(Seconds from, Seconds until, Watts cap) {
    constexpr Watts none = 1e300;
    if (from > 0)
      return {{0, none}, {from, cap}, {until, none}};
    return {{0, cap}, {until, none}};
  }
  Seconds inside(Seconds start, Seconds end) const {
    return std::max(0.0, std::min(end, until_) - std::max(start, from_));
  }
  Joules rounding() const { return 1e-10 * budget_; }

  Joules budget_;
  Seconds from_, until_;
  Watts cap_;
  StepSeries series_; ///< the cap over time
  Seconds since_ = 0;
  Joules before_ = 0, used_ = 0;
};

} // namespace malha::cluster
