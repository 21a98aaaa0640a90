// SPDX-License-Identifier: MIT
#include "trace_jobs.hpp"

namespace malha {

Job rigid_job(JobId id, Seconds submitted, Seconds run_time, int resources, FlopsPerSecond speed) {
  Job job;
  job.id = id;
  job.submitted = submitted;
  Task task;
  task.number = id;
  task.length = run_time;
  task.reference_speed = speed;
  task.work = run_time * speed;
  task.resources = resources;
  job.tasks.push_back(task);
  return job;
}

TraceEstimates::TraceEstimates(const WorkloadInput& input)
    : estimates_(input.parameters.text("estimates"), input.random),
      by_user_(input.parameters.text("estimates") == "user") {}

Seconds TraceEstimates::of(Seconds run_time, Seconds requested) {
  const bool is_requested = requested > 0;
  const auto estimate =
      estimates_.of(run_time, is_requested ? std::optional<Seconds>(requested) : std::nullopt);
  from_run_time_ += by_user_ && !is_requested;
  above_estimate_ += run_time > estimate;
  return estimate;
}

void TraceEstimates::add_to(std::vector<WorkloadNote>& notes) const {
  if (from_run_time_ > 0)
    notes.push_back({"estimate from run time", from_run_time_});
  if (above_estimate_ > 0)
    notes.push_back({"run time above the estimate", above_estimate_});
}

} // namespace malha
