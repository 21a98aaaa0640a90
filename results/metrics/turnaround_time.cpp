// SPDX-License-Identifier: MIT
// How long jobs took from their submission to their end.
#include "results/job_times.hpp"
#include "results/metric.hpp"

namespace malha {

MALHA_METRIC("mean_turnaround_time", "s", "mean of finish - submission", mean_over_jobs(turnaround_time), 110,
             true, false, Better::less)

} // namespace malha
