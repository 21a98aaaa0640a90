// SPDX-License-Identifier: MIT
// The waits and slowdowns that half of the jobs, 95 % or 99 % of them do not exceed; less than 0.1 % too
// small.
#include "results/measures/metric.hpp"

namespace malha {
namespace {

template <int percent>
std::optional<double> waiting_quantile(const RunTotals& totals) {
  return totals.classes->waiting_quantile(percent / 100.0);
}

template <int percent>
std::optional<double> slowdown_quantile(const RunTotals& totals) {
  return totals.classes->slowdown_quantile(percent / 100.0);
}

MALHA_METRIC("p50_waiting_time", "s", "waiting time that half of the jobs do not exceed",
             from_totals(waiting_quantile<50>), 92, false, false, Better::less)
MALHA_METRIC("p95_waiting_time", "s", "waiting time that 95 % of the jobs do not exceed",
             from_totals(waiting_quantile<95>), 94, true, false, Better::less)
MALHA_METRIC("p99_waiting_time", "s", "waiting time that 99 % of the jobs do not exceed",
             from_totals(waiting_quantile<99>), 96, false, false, Better::less)
MALHA_METRIC("p50_bounded_slowdown", "1", "bounded slowdown that half of the jobs do not exceed",
             from_totals(slowdown_quantile<50>), 124, false, false, Better::less)
MALHA_METRIC("p95_bounded_slowdown", "1", "bounded slowdown that 95 % of the jobs do not exceed",
             from_totals(slowdown_quantile<95>), 125, true, false, Better::less)
MALHA_METRIC("p99_bounded_slowdown", "1", "bounded slowdown that 99 % of the jobs do not exceed",
             from_totals(slowdown_quantile<99>), 126, false, false, Better::less)

} // namespace
} // namespace malha
