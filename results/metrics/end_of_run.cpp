// SPDX-License-Identifier: MIT
// When the jobs had run, and when the run was over.
#include "results/measures/metric.hpp"

namespace malha {
namespace {

std::optional<double> simulated_time(const RunTotals& totals) { return totals.simulated_time; }

std::optional<double> makespan(const RunTotals& totals) { return totals.makespan(); }

std::optional<double> shutdown_time(const RunTotals& totals) {
  return totals.finished > 0 ? std::optional(totals.simulated_time - totals.last_finish) : std::nullopt;
}

std::optional<double> shutdown_ratio(const RunTotals& totals) {
  const auto makespan = totals.makespan();
  return makespan && *makespan > 0 ? std::optional(totals.simulated_time / *makespan) : std::nullopt;
}

} // namespace

MALHA_METRIC("simulated_time", "s", "date at which the last manager or scheduler finished",
             from_totals(simulated_time), 50)
MALHA_METRIC("makespan", "s", "last finish - first submission, rejected jobs included", from_totals(makespan),
             60, true, false, Better::less)
MALHA_METRIC("shutdown_time", "s", "simulated_time - last finish", from_totals(shutdown_time), 70)
MALHA_METRIC("shutdown_ratio", "1", "simulated_time / makespan", from_totals(shutdown_ratio), 80)

} // namespace malha
