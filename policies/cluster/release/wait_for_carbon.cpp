// SPDX-License-Identifier: MIT
// A job is held back to the start, within a delay, from which it would take the least carbon (or price) if it
// ran to its walltime and drew the same power throughout: the start with the least integral of the series
// over the walltime (wiesner2021, temporal shifting of workloads that cannot be interrupted, with a perfect
// forecast). Of several such starts the earliest.
//
// The integral is linear in the start but where a step of the series enters or leaves the run. So it is least
// at a step, a walltime before a step, or at either end of the delay.
#include "rate.hpp"

#include <algorithm>
#include <cmath>

namespace malha::cluster {
namespace {

class WaitForCarbon : public WaitForRate {
public:
  explicit WaitForCarbon(const Parameters& parameters) : WaitForRate(parameters) {}

  Seconds release(const QueuedJob& job, const ReleaseView& view) override {
    const auto& series = rate_.of(view);
    const Seconds first = first_start(job, view.now);
    std::vector<double> integrals;
    const auto starts = candidates(series, first, first + rate_.delay, job.walltime);
    for (const Seconds start : starts)
      integrals.push_back(series.integral(start, start + job.walltime));
    const double least = *std::min_element(integrals.begin(), integrals.end());
    const double slack = rounding(series, std::abs(first) + rate_.delay + job.walltime);
    const auto found = std::find_if(integrals.begin(), integrals.end(),
                                    [&](double integral) { return integral <= least + slack; });
    return starts[static_cast<std::size_t>(found - integrals.begin())];
  }
  bool needs_walltimes() const override { return true; }

private:
  /// Sorted.
  static std::vector<Seconds> candidates(const StepSeries& series, Seconds first, Seconds last,
                                         Seconds walltime) {
    std::vector<Seconds> starts{first, last};
    for (Seconds date = series.next_change(first); date < last; date = series.next_change(date))
      starts.push_back(date);
    for (Seconds date = series.next_change(first + walltime); date - walltime < last;
         date = series.next_change(date))
      starts.push_back(std::max(first, date - walltime));
    std::sort(starts.begin(), starts.end());
    return starts;
  }

  /// What the integrals of equal starts may differ by, since dates and sums are rounded.
  static double rounding(const StepSeries& series, Seconds longest) {
    double largest = 0;
    for (const auto& step : series.steps())
      largest = std::max(largest, std::abs(step.value));
    return 1e-14 * largest * longest;
  }
};

} // namespace

MALHA_POLICY(policy<WaitForCarbon>("cluster/wait_for_carbon",
                                   "jobs are held back to the start that costs the least carbon, or price",
                                   "wiesner2021", Rate::with_others({})))

} // namespace malha::cluster
