// SPDX-License-Identifier: MIT
// How long jobs waited for their start.
#include "results/measures/job_times.hpp"
#include "results/measures/metric.hpp"

namespace malha {

MALHA_METRIC("mean_waiting_time", "s", "mean of start - submission", mean_over_jobs(waiting_time), 90, true,
             false, Better::less)
MALHA_METRIC("max_waiting_time", "s", "largest start - submission", largest_of_jobs(waiting_time), 100, true,
             false, Better::less)

} // namespace malha
