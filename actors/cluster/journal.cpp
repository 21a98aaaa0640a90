// SPDX-License-Identifier: MIT
#include "journal.hpp"

#include <algorithm>

namespace malha::cluster {
namespace {

constexpr const char* site = "cluster";

const char* profile_of(const Task& task) { return task.resources > 1 ? "rigid" : "bag_of_tasks"; }

} // namespace

std::vector<MetricSpec> Journal::metrics() {
  return {
      {"mean_queue_length", "count", "jobs that wait, mean over time from the first submission to the end"},
      {"longest_queue", "count", "most jobs that waited at once"},
      {"utilisation", "1", "nodes that compute / all nodes, mean over the same time"},
      {"restarts", "count", "jobs put back in the queue after they had started"}};
}

void Journal::rejected(const Job& job, const Task& task) {
  recorder_.finished({task,
                      workload_,
                      profile_of(task),
                      job.user,
                      site,
                      job.walltime,
                      task.submitted,
                      task.submitted,
                      {},
                      FinalState::rejected,
                      job.queue,
                      job.metadata});
}

void Journal::ended(const LiveJob& job, Seconds start, Seconds end, FinalState state) {
  if (job.restarts > 0)
    recorder_.attempted(
        {job.task.id, job.task.job, job.restarts + 1, job.nodes, start, end, text_of(state), job.task.work});
  recorder_.finished({job.task, workload_, profile_of(job.task), job.user, site, job.requested, start, end,
                      job.nodes, state, job.queue, job.metadata, job.restarts, job.wasted});
}

void Journal::cut_short(const LiveJob& job, Seconds now, const char* why) {
  recorder_.count("restarts");
  recorder_.attempted(
      {job.task.id, job.task.job, job.restarts + 1, job.nodes, job.start, now, why, job.task.work});
}

void Journal::node_up(int node, Seconds now) {
  if (const auto outage = outages_.extract(node))
    recorder_.was_down({node, outage.mapped(), now});
}

void Journal::promises_are_void(Seconds now) {
  reasons_.clear(); // what is promised again is written again
  if (explains())
    recorder_.decided({now, std::nullopt, 0, "void", "nodes_or_estimates_changed", std::nullopt});
}

void Journal::decided(const Decision& decision, const Book& book, Seconds now) {
  if (!explains())
    return;
  for (const auto& reason : decision.reasons) {
    book.check(reason.job, LiveJob::State::waits, "explains");
    const auto& task = book[reason.job].task;
    const std::pair said(std::string(reason.code), reason.date);
    auto& last = reasons_[task.id];
    if (last == said)
      continue;
    last = said;
    const bool starts = std::any_of(decision.start.begin(), decision.start.end(),
                                    [&](const Start& start) { return start.job == reason.job; });
    recorder_.decided({now, task.job, task.id, starts ? "start" : "wait", said.first,
                       reason.date < never ? std::optional(reason.date) : std::nullopt});
  }
  for (const auto& start : decision.start) {
    book.check(start.job, LiveJob::State::waits, "starts");
    reasons_.erase(book[start.job].task.id);
  }
}

void Journal::state(const Book& book, Seconds now) {
  longest_queue_ = std::max(longest_queue_, book.queue().size());
  if (!recorder_.has_series())
    return;
  if (state_ && state_->time < now)
    recorder_.state(*state_);
  state_ = book.state(now);
}

void Journal::close(const Book& book, Seconds now) {
  for (const auto& [node, since] : outages_)
    recorder_.was_down({node, since, std::nullopt});
  if (state_)
    recorder_.state(*state_);
  recorder_.count("longest_queue", static_cast<double>(longest_queue_));
  const Seconds window = now - first_submission_;
  if (!(window > 0))
    return;
  recorder_.count("mean_queue_length", book.job_seconds_waited() / window);
  recorder_.count("utilisation", book.node_seconds_busy() / (window * book.nodes()));
}

} // namespace malha::cluster
