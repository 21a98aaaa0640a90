// SPDX-License-Identifier: MIT
// Waits and slowdowns of short and long, narrow and wide jobs. A class without jobs has no values.
#include "results/measures/metric.hpp"

namespace malha {
namespace {

template <JobClass which>
std::optional<double> mean_waiting_time(const RunTotals& totals) {
  const auto& jobs = totals.classes->of(which);
  const auto number = static_cast<double>(jobs.waits.count());
  return number > 0 ? std::optional(jobs.waiting / number) : std::nullopt;
}

template <JobClass which>
std::optional<double> late_waiting_time(const RunTotals& totals) {
  return totals.classes->of(which).waits.quantile(0.95);
}

template <JobClass which>
std::optional<double> mean_slowdown(const RunTotals& totals) {
  const auto& jobs = totals.classes->of(which);
  const auto number = static_cast<double>(jobs.slowdowns.count());
  return number > 0 ? std::optional(jobs.slowdown / number) : std::nullopt;
}

template <JobClass which>
std::optional<double> late_slowdown(const RunTotals& totals) {
  return totals.classes->of(which).slowdowns.quantile(0.95);
}

/// The four metrics of one class, from a place on.
#define MALHA_CLASS_METRICS(NAME, PLACE)                                                                     \
  MALHA_METRIC("mean_waiting_time_" #NAME, "s", "mean_waiting_time of " #NAME " jobs",                       \
               from_totals(mean_waiting_time<JobClass::NAME>), (PLACE), false, false, Better::less)          \
  MALHA_METRIC("p95_waiting_time_" #NAME, "s", "p95_waiting_time of " #NAME " jobs",                         \
               from_totals(late_waiting_time<JobClass::NAME>), (PLACE) + 1, false, false, Better::less)      \
  MALHA_METRIC("mean_bounded_slowdown_" #NAME, "1", "mean_bounded_slowdown of " #NAME " jobs",               \
               from_totals(mean_slowdown<JobClass::NAME>), (PLACE) + 2, false, false, Better::less)          \
  MALHA_METRIC("p95_bounded_slowdown_" #NAME, "1", "p95_bounded_slowdown of " #NAME " jobs",                 \
               from_totals(late_slowdown<JobClass::NAME>), (PLACE) + 3, false, false, Better::less)

MALHA_CLASS_METRICS(short_narrow, 180)
MALHA_CLASS_METRICS(short_wide, 184)
MALHA_CLASS_METRICS(long_narrow, 188)
MALHA_CLASS_METRICS(long_wide, 192)

#undef MALHA_CLASS_METRICS

} // namespace
} // namespace malha
