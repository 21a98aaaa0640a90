// SPDX-License-Identifier: MIT
#include "journal.hpp"

namespace malha::multicluster {

std::vector<MetricSpec> Journal::metrics() {
  std::vector<MetricSpec> metrics{
      {"mean_upper_waiting_time", "s",
       "mean of hand-over - submission of all jobs that the meta-scheduler handed to a cluster", true},
      {"mean_cluster_turnaround_time", "s",
       "mean of end - hand-over of all jobs that ran (M-CISNE, section 4.3.3: turnaround)", true},
      {"estimate_steps", "count", "steps of the estimates that decided, mean over jobs", true},
      {"coallocated_jobs", "count", "jobs that got nodes of several clusters at once", true},
      {"communication_slowdown", "1",
       "mean of SC over those, as predicted: greatest use of a channel that the job uses, over its capacity",
       true},
      {"solver_nodes", "count", "steps of all searches for such nodes", true},
      {"solver_gave_up", "count", "searches that ended at their limit", true}};
  for (const std::string what : {"wait", "execution", "turnaround"}) {
    metrics.push_back({what + "_slope", "1",
                       "slope of estimated over real " + what + " times, a line through the origin", true});
    metrics.push_back(
        {what + "_adjusted_r", "1", "how well that line fits: 1 if all points lie on it", true});
    metrics.push_back({what + "_deviation", "1",
                       "sum of |estimated - real| over the sum of real " + what + " times", true});
  }
  return metrics;
}

void Journal::rejected(const Job& job) {
  tasks_.never_runs(job, job.tasks.front(), FinalState::rejected, job.submitted);
}

void Journal::never_ready(const Job& job, Seconds now) {
  for (const auto& task : job.tasks)
    tasks_.never_runs(job, task, FinalState::dependency_never_satisfied, now);
}

void Journal::handed_over(const Job& job, const Decided& decided, Seconds now) {
  const auto& task = job.tasks.front();
  ++handed_over_;
  waited_ += now - task.submitted;
  if (!decided.estimate)
    return;
  const auto& estimate = *decided.estimate;
  recorder_.predicted({number_of(task), sites_[static_cast<std::size_t>(decided.cluster)].name, decided.date,
                       estimate.waiting_time, estimate.execution_time, estimate.local_nodes});
  if (ran_ < learning_)
    return;
  steps_ += estimate.steps;
  ++estimates_;
  decided_.emplace(task.id, decided);
}

void Journal::left(TaskId job, Seconds handed_over, Seconds start, Seconds end) {
  const auto decided = decided_.extract(job);
  if (start == never)
    return;
  ++ran_;
  in_cluster_ += end - handed_over;
  if (!decided)
    return;
  const auto& [cluster, date, estimate, also] = decided.mapped();
  waiting_.add(estimate->waiting_time, start - date);
  execution_.add(estimate->execution_time, end - start);
  turnaround_.add(estimate->turnaround_time(), end - date);
}

std::string Journal::sites_of(const Coallocated& parts) const {
  std::string sites;
  for (const auto& part : parts.parts)
    sites += (sites.empty() ? "" : "+") + sites_[static_cast<std::size_t>(part.cluster)].name;
  return sites;
}

void Journal::coallocated(const Job& job, const Coallocated& parts, bool was_handed_over) {
  const auto& task = job.tasks.front();
  ++coallocated_;
  communication_slowdown_ += parts.communication_slowdown;
  if (!was_handed_over) {
    ++handed_over_;
    waited_ += parts.start - task.submitted;
  }
  recorder_.predicted(
      {number_of(task), sites_of(parts), parts.start, 0, parts.execution_time, parts.local_nodes});
  decided_.erase(task.id);
  if (ran_ >= learning_)
    learned_.insert(task.id);
}

void Journal::coallocated_left(const Job& job, const Coallocated& parts, Seconds handed_over, Seconds end) {
  const auto& task = job.tasks.front();
  grid_.ended(end);
  ++ran_;
  in_cluster_ += end - handed_over;
  if (learned_.erase(task.id) > 0) {
    waiting_.add(0, 0);
    execution_.add(parts.execution_time, end - parts.start);
    turnaround_.add(parts.execution_time, end - parts.start);
  }
  IndexSet resources;
  for (const auto& [cluster, nodes] : parts.parts)
    for (const int node : nodes)
      resources.insert(IndexSet(sites_[static_cast<std::size_t>(cluster)].first_resource + node, 1));
  JobRow row = tasks_.row(task, parts.start, end, resources);
  row.site = sites_of(parts);
  row.user = job.user;
  row.walltime = job.walltime;
  row.queue = job.queue;
  row.metadata = job.metadata;
  tasks_.finished(std::move(row));
}

void Journal::searched(std::int64_t steps, std::int64_t times_given_up) {
  recorder_.count("coallocated_jobs", static_cast<double>(coallocated_));
  recorder_.count("solver_nodes", static_cast<double>(steps));
  recorder_.count("solver_gave_up", static_cast<double>(times_given_up));
  if (coallocated_ > 0)
    recorder_.count("communication_slowdown", communication_slowdown_ / static_cast<double>(coallocated_));
}

/// The upper queue may have changed.
void Journal::queue_is_asked(const UpperQueueView& view, std::int64_t nodes) {
  upper_.queued_jobs = static_cast<std::int64_t>(view.waiting.size());
  upper_.queued_resources = nodes;
  queue_changed(view.now);
}

/// The clusters count each copy as a job that waits.
void Journal::copies_wait(const CopiesBeyondFirst& copies, Seconds date) {
  copy_seconds_ += (date - std::exchange(copies_since_, date)) * static_cast<double>(copies_.jobs);
  copies_ = copies;
  queue_changed(date);
}

void Journal::queue_changed(Seconds date) {
  const StateRow now{
      date, upper_.queued_jobs - copies_.jobs, upper_.queued_resources - copies_.nodes, 0, 0, 0, 0};
  const StateRow before = std::exchange(state_, now);
  grid_.waiting(before.queued_jobs, state_.queued_jobs, state_.time);
  if (recorder_.has_series())
    grid_.changed(before, state_, recorder_);
}

void Journal::close(double job_seconds_waited, Seconds end) {
  tasks_.close();
  if (handed_over_ > 0)
    recorder_.count("mean_upper_waiting_time", waited_ / static_cast<double>(handed_over_));
  if (ran_ > 0)
    recorder_.count("mean_cluster_turnaround_time", in_cluster_ / static_cast<double>(ran_));
  if (estimates_ > 0)
    recorder_.count("estimate_steps", static_cast<double>(steps_) / static_cast<double>(estimates_));
  close("wait", waiting_);
  close("execution", execution_);
  close("turnaround", turnaround_);
  const double copies = copy_seconds_ + (end - copies_since_) * static_cast<double>(copies_.jobs);
  grid_.close(job_seconds_waited - copies, 0, end, recorder_);
}

void Journal::close(const std::string& what, const Regression& regression) {
  const auto count = [&](const char* metric, std::optional<double> value) {
    if (value)
      recorder_.count(what + metric, *value);
  };
  count("_slope", regression.slope());
  count("_adjusted_r", regression.adjusted_r());
  count("_deviation", regression.deviation());
}

} // namespace malha::multicluster
