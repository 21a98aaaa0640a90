// SPDX-License-Identifier: MIT
// A metric of one file.
#include "results/measures/metric.hpp"

namespace malha {
namespace {

double size_of_job(const JobRow& row) { return row.task.resources; }

} // namespace

MALHA_METRIC("mean_cpus", "count", "mean of requested_number_of_resources", mean_over_jobs(size_of_job))

} // namespace malha
