// SPDX-License-Identifier: MIT
// How long jobs took from their submission to their end.
#include "results/measures/job_times.hpp"
#include "results/measures/metric.hpp"

namespace malha {

MALHA_METRIC("mean_turnaround_time", "s", "mean of finish - submission", mean_over_jobs(turnaround_time), 110,
             true, false, Better::less)

} // namespace malha
