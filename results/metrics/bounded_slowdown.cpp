// SPDX-License-Identifier: MIT
// How much longer jobs took than they ran; short jobs count as jobs of 10 s.
#include "results/job_times.hpp"
#include "results/metric.hpp"

namespace malha {

MALHA_METRIC("mean_bounded_slowdown", "1", "mean of max(1, turnaround / max(execution, 10 s))",
             mean_over_jobs(bounded_slowdown), 120, true, false, Better::less)

} // namespace malha
