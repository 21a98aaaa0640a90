// SPDX-License-Identifier: MIT
// How much longer jobs took than they would have run alone, or than they did run; short run times count as
// `slowdown_threshold`.
#include "results/measures/metric.hpp"

namespace malha {
namespace {

std::optional<double> bounded_slowdown_mean(const RunTotals& totals) {
  return totals.counted > 0 ? std::optional(totals.classes->slowdown() / static_cast<double>(totals.counted))
                            : std::nullopt;
}

std::optional<double> slowdown_speed(const RunTotals& totals) {
  const auto speed = totals.classes->rule().speed;
  return speed > 0 && totals.counted > 0 ? std::optional(speed) : std::nullopt;
}

/// Where a core is shared, jobs run longer and this becomes less. On nodes of one speed that are dedicated it
/// is the bounded slowdown.
class MeanExecutionSlowdown : public MetricSum {
public:
  void measure_by(const SlowdownRule& rule) override { threshold_ = rule.threshold; }
  void ran(const JobRow& row, bool counts) override {
    sum_ += counts ? bounded_ratio(turnaround_time(row), execution_time(row), threshold_) : 0;
  }
  std::optional<double> value(const RunTotals& totals) const override {
    return totals.counted > 0 ? std::optional(sum_ / static_cast<double>(totals.counted)) : std::nullopt;
  }

private:
  Seconds threshold_ = SlowdownRule().threshold;
  double sum_ = 0;
};

MALHA_METRIC("mean_bounded_slowdown", "1",
             "mean of max(1, turnaround / max(run time alone, slowdown_threshold)); alone on a core of "
             "slowdown_speed",
             from_totals(bounded_slowdown_mean), 120, true, false, Better::less)
MALHA_METRIC(
    "mean_execution_slowdown", "1",
    "mean of max(1, turnaround / max(execution, slowdown_threshold)); all causes of a long run time count",
    summed_by<MeanExecutionSlowdown>(), 122, false, false, Better::less)
MALHA_METRIC("slowdown_speed", "flop/s",
             "speed of the core on which a job would run alone: the speed of the fastest resource, or as set",
             from_totals(slowdown_speed), 128)

} // namespace
} // namespace malha
