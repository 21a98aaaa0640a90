// SPDX-License-Identifier: MIT
#include "trace_jobs.hpp"

#include "swf.hpp"

#include <cmath>

namespace malha {
namespace {

constexpr std::int64_t day_of_dates = 86400'000'000; // in microseconds

/// Slurm's NO_VAL and INFINITE.
bool is_no_limit(Seconds requested) {
  for (const double number : {4294967294.0, 4294967295.0})
    if (requested == number || requested == 60 * number)
      return true;
  return false;
}

} // namespace

TraceDate relative_date(Seconds seconds) { return {std::llround(seconds * 1e6), false, false}; }

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

void move_to(Job& job, Seconds submitted) {
  const Seconds later = submitted - job.submitted;
  if (job.deadline)
    *job.deadline += later;
  for (auto* date : {&job.dates.begin, &job.dates.held_until})
    if (*date > 0)
      *date = std::max<Seconds>(0, *date + later);
  job.submitted = submitted;
}

TraceEstimates::TraceEstimates(const WorkloadInput& input)
    : estimates_(input.parameters.text("estimates"), input.random),
      by_user_(input.parameters.text("estimates") == "user") {}

Seconds TraceEstimates::of(Seconds run_time, Seconds requested) {
  const bool is_requested = requested > 0 && !is_no_limit(requested);
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

void TraceDates::begin(const TraceDate& first) {
  have_begun_ = true;
  if (first.is_of_calendar || first.microseconds >= day_of_dates)
    from_ = first;
}

Seconds TraceDates::of(Seconds seconds) { return from_ ? of(relative_date(seconds)) : seconds; }

Seconds TraceDates::of(const TraceDate& date) {
  moved_ += from_.has_value();
  return other(date);
}

Seconds TraceDates::other(const TraceDate& date) const {
  return in_seconds(date.microseconds - (from_ ? from_->microseconds : 0));
}

void TraceDates::add_to(std::vector<WorkloadNote>& notes) const {
  if (moved_ == 0)
    return;
  std::string first;
  if (from_->is_of_calendar)
    first = iso_text(*from_);
  else
    swf::append_number(first, in_seconds(from_->microseconds));
  notes.push_back(
      {"dates count from the first submission, " + first + (from_->is_of_calendar ? "" : " s"), moved_});
}

} // namespace malha
