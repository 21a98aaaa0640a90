// SPDX-License-Identifier: MIT
#include "meta_journal.hpp"

namespace malha::multicluster {

std::vector<MetricSpec> MetaJournal::metrics() {
  return {{"mean_upper_waiting_time", "s",
           "mean of hand-over - submission of all jobs that the meta-scheduler handed to a cluster", true},
          {"mean_cluster_turnaround_time", "s",
           "mean of end - hand-over of all jobs that ran (M-CISNE, section 4.3.3: turnaround)", true}};
}

void MetaJournal::rejected(const Job& job) {
  const auto& task = job.tasks.front();
  JobRow row = tasks_.row(task, task.submitted, task.submitted, {});
  row.user = job.user;
  row.walltime = job.walltime;
  row.state = FinalState::rejected;
  row.queue = job.queue;
  row.metadata = job.metadata;
  tasks_.finished(std::move(row));
}

void MetaJournal::handed_over(const Job& job, int, const Prediction*, Seconds now) {
  ++handed_over_;
  waited_ += now - job.tasks.front().submitted;
}

void MetaJournal::left(TaskId, Seconds handed_over, Seconds start, Seconds end) {
  if (start == never)
    return;
  ++ran_;
  turnaround_ += end - handed_over;
}

void MetaJournal::queue_is(const StateRow& state) {
  const StateRow before = std::exchange(state_, state);
  grid_.waiting(before.queued_jobs, state_.queued_jobs, state_.time);
  if (recorder_.has_series())
    grid_.changed(before, state_, recorder_);
}

void MetaJournal::close(double job_seconds_waited, Seconds end) {
  tasks_.close();
  if (handed_over_ > 0)
    recorder_.count("mean_upper_waiting_time", waited_ / static_cast<double>(handed_over_));
  if (ran_ > 0)
    recorder_.count("mean_cluster_turnaround_time", turnaround_ / static_cast<double>(ran_));
  grid_.close(job_seconds_waited, 0, end, recorder_);
}

} // namespace malha::multicluster
