// SPDX-License-Identifier: MIT
// A job is held back until carbon (or the price) is low: at most the quantile of the 24 hours that follow the
// first date at which the job may start, each value weighted by the time for which it holds. If it is not low
// within the delay, the job is released at its end. The walltime does not matter.
#include "rate.hpp"

#include <algorithm>

namespace malha::cluster {
namespace {

constexpr Seconds day = 86'400;

class WaitBelow : public WaitForRate {
public:
  explicit WaitBelow(const Parameters& parameters)
      : WaitForRate(parameters), quantile_(parameters.real("quantile")) {}

  Seconds release(const QueuedJob& job, const ReleaseView& view) override {
    const auto& series = rate_.of(view);
    const Seconds first = first_start(job, view.now), last = first + rate_.delay;
    const double low = quantile_of_day(series, first);
    Seconds date = first;
    while (date < last && series.value_at(date) > low)
      date = series.next_change(date);
    return std::min(date, last);
  }

private:
  /// The least value that the series does not exceed for that part of the day.
  double quantile_of_day(const StepSeries& series, Seconds first) const {
    std::vector<std::pair<double, Seconds>> values; ///< and for how long each holds
    for (Seconds date = first, next; date < first + day; date = next) {
      next = std::min(series.next_change(date), first + day);
      values.emplace_back(series.value_at(date), next - date);
    }
    std::sort(values.begin(), values.end());
    const Seconds wanted = quantile_ * day * (1 - 1e-12); // times of values are rounded
    Seconds time = 0;
    for (const auto& [value, length] : values)
      if ((time += length) >= wanted)
        return value;
    return values.back().first;
  }

  const double quantile_;
};

} // namespace

MALHA_POLICY(policy<WaitBelow>("cluster/wait_below",
                               "jobs are held back until carbon, or the price, is low for the day",
                               "textbook",
                               Rate::with_others({real("quantile", 0.25, between(0, 1), "1",
                                                       "part of the day in which carbon, or the price, is "
                                                       "low")})))

} // namespace malha::cluster
