// SPDX-License-Identifier: MIT
// How many jobs came to which end.
#include "results/measures/metric.hpp"

namespace malha {
namespace {

double count(std::int64_t number) { return static_cast<double>(number); }

std::optional<double> finished_jobs(const RunTotals& totals) { return count(totals.finished); }
std::optional<double> killed_jobs(const RunTotals& totals) { return count(totals.killed); }
std::optional<double> rejected_jobs(const RunTotals& totals) { return count(totals.rejected); }
std::optional<double> counted_jobs(const RunTotals& totals) { return count(totals.counted); }

} // namespace

MALHA_METRIC("jobs_finished", "count", "jobs that ran to their end or to their walltime",
             from_totals(finished_jobs), 10, true)
MALHA_METRIC("jobs_killed", "count", "finished jobs that were ended at their walltime or by their scheduler",
             from_totals(killed_jobs), 20, true, false, Better::less)
MALHA_METRIC("jobs_rejected", "count", "jobs that could never run", from_totals(rejected_jobs), 30, true,
             false, Better::less)
MALHA_METRIC("jobs_counted", "count",
             "jobs in means and maxima: submitted from warm_up on and before cool_down",
             from_totals(counted_jobs), 40)

} // namespace malha
