// SPDX-License-Identifier: MIT
#include "journal.hpp"

#include "actors/cluster/model/requests.hpp"

#include <algorithm>

namespace malha::cluster {
namespace {

double number(std::size_t count) { return static_cast<double>(count); }

} // namespace

std::vector<MetricSpec> Journal::metrics() {
  return {
      {"mean_queue_length", "count", "jobs that wait, mean over time from the first submission to the end"},
      {"longest_queue", "count", "most jobs that waited at once"},
      {"utilisation", "1", "nodes that compute / all nodes, mean over the same time", false, false, true},
      {"utilisation_to_last_start", "1",
       "time of nodes that compute / (all nodes x time from the first submission to the last start); with "
       "to_last_start=on",
       true},
      {"restarts", "count", "jobs put back in the queue after they had started"},
      {"pushes", "count", "fragments whose reservation went to another machine", true},
      {"deallocations", "count", "reservations that queued jobs lost to another job", true},
      {"deadline_jobs", "count", "jobs submitted with a deadline", true},
      {"deadline_jobs_in_time", "count", "of those, completed by their deadline", true},
      {"mean_waiting_time_common", "s", "mean of start - submission of all jobs that ran without a deadline",
       true},
      {"checkpoints", "count", "checkpoints that jobs completed", true},
      {"checkpoint_node_time", "s", "time that nodes spent on them", true},
      {"restart_node_time", "s", "time that nodes spent on restarts of jobs", true},
      {"lost_node_time", "s", "time of nodes that jobs lost with a node, or when they were stopped", true}};
}

void Journal::submitted(const Job& job, Seconds now) {
  grid_.submitted(job.submitted < 0 ? job.submitted : now); // jobs of a real site may have waited before
  has_requests_ = has_requests_ || asks_for_more_than_size(job);
  deadline_jobs_ += job.deadline ? job.tasks.size() : 0;
}

void Journal::refused(const Job& job, const Task& task, Seconds now, const char* why) {
  if (explains())
    recorder_.decided({now, job.id, number_of(task), "reject", why, std::nullopt});
}

void Journal::rejected(const Job& job, const Task& task) {
  tasks_.never_runs(job, task, FinalState::rejected, job.submitted);
}

void Journal::never_ready(const Job& job, const Task& task, Seconds now) {
  tasks_.never_runs(job, task, FinalState::dependency_never_satisfied, now);
}

/// The resources of these nodes of a job. The job has at most one node of a resource that has several.
IndexSet Journal::resources_of(const IndexSet& nodes) const {
  IndexSet resources;
  for (const int node : nodes)
    resources.insert(IndexSet(node / nodes_of_resource_, 1));
  return resources;
}

JobRow Journal::row(const LiveJob& job, Seconds start, Seconds finish, const IndexSet& nodes) const {
  JobRow row = nodes_of_resource_ == 1 ? tasks_.row(job.task, start, finish, nodes)
                                       : tasks_.row(job.task, start, finish, resources_of(nodes));
  row.user = job.user;
  row.walltime = job.requested;
  row.queue = job.queue;
  row.metadata = job.metadata;
  row.restarts = job.restarts;
  row.wasted = job.wasted;
  return row;
}

void Journal::given_up(const LiveJob& job, Seconds now, const char* why) {
  reasons_.erase(job.task.id);
  if (explains())
    recorder_.decided({now, job.task.job, number_of(job.task), "drop", why, std::nullopt});
}

void Journal::dropped(const LiveJob& job, Seconds now) {
  grid_.ended(now);
  JobRow row = this->row(job, now, now, {});
  row.state = FinalState::rejected;
  tasks_.finished(std::move(row));
}

void Journal::started(const LiveJob& job, const Start&) {
  if (explains() && job.start > decided_)
    late_.insert(job.task.id);
}

void Journal::resized(const LiveJob& job, const SizeChange& change) {
  const int before = change.before.size();
  tasks_.resized(job.task, change.date, resources_of(job.nodes), change.pause);
  sizes_.resized(job.task.id, job.nodes.size(), change.date, change.pause,
                 change.wanted > 0 && (job.nodes.size() > before) == (change.wanted > before));
}

void Journal::began(const LiveJob& job) {
  if (job.sized != nullptr) {
    tasks_.resized(job.task, job.start, resources_of(job.nodes), 0);
    sizes_.started(job.task.id, job.sized->job->work, job.nodes.size(), job.start);
  }
  if (late_.erase(job.task.id) > 0)
    recorder_.decided(
        {job.start, job.task.job, number_of(job.task), "begin", "waited_for_machines", std::nullopt});
}

void Journal::ended(const LiveJob& job, Seconds start, Seconds end, FinalState state) {
  grid_.started(start);
  grid_.ended(end);
  if (job.sized != nullptr)
    sizes_.ended(job.task.id, end,
                 state == FinalState::completed ? SizeJournal::End::completed : SizeJournal::End::stopped);
  if (job.attempt)
    add_spent(job,
              state == FinalState::completed ? job.attempt->spent() : job.attempt->spent_until(end - start));
  JobRow row = this->row(job, start, end, job.nodes);
  row.state = state;
  const auto energy = metering_ != nullptr ? metering_->charge(job, row) : std::nullopt;
  if (job.restarts > 0)
    tasks_.attempted(job.task, job.restarts + 1, resources_of(job.nodes), start, end, text_of(state),
                     computed_work(job.task), energy);
  tasks_.finished(std::move(row));
  if (job.request && job.request->deadline < never) {
    in_time_ += state == FinalState::completed && end <= job.request->deadline;
  } else {
    ++common_ran_;
    common_waited_ += start - job.task.submitted;
  }
}

void Journal::part_left(const LiveJob& job, Seconds end) {
  if (end == never)
    return;
  grid_.ended(end);
  tasks_.part_ended(job.task, resources_of(job.nodes), job.start, end);
}

void Journal::cut_short(const LiveJob& job, Seconds now, const char* why) {
  recorder_.count("restarts");
  if (job.sized != nullptr)
    sizes_.ended(job.task.id, now, SizeJournal::End::cut_short);
  if (job.attempt)
    add_spent(job, job.attempt->spent_until(now - job.start));
  tasks_.attempted(job.task, job.restarts + 1, resources_of(job.nodes), job.start, now, why,
                   computed_work(job.task),
                   metering_ != nullptr ? metering_->charge_attempt(job, now) : std::nullopt);
}

void Journal::promises_are_void(Seconds now) { record_void(now, "nodes_or_estimates_changed"); }

void Journal::queue_is_reordered(Seconds now) { record_void(now, "queue_reordered"); }

void Journal::record_void(Seconds now, const char* why) {
  reasons_.clear(); // so that a promise that is made again is recorded again
  if (explains())
    recorder_.decided({now, std::nullopt, 0, "void", why, std::nullopt});
}

void Journal::record_reservations(const Decision& decision, const Book& book, Seconds now) {
  const auto write = [&](JobHandle handle, const char* what, const std::string& reason) {
    const auto& task = book[handle].task;
    if (explains())
      recorder_.decided({now, task.job, number_of(task), what, reason, std::nullopt});
  };
  for (const auto& move : decision.moved) {
    ++pushes_;
    write(move.job, "move",
          "fragment " + std::to_string(move.fragment) + " from " + book.nodes().machines().name(move.from) +
              " to " + book.nodes().machines().name(move.to));
  }
  for (const auto handle : decision.deallocated) {
    ++deallocations_;
    reasons_.erase(book[handle].task.id); // so that a promise that is made again is recorded again
    write(handle, "deallocate", "lost_reservation");
  }
}

void Journal::decided(const Decision& decision, const Book& book, Seconds now) {
  if (!decision.moved.empty() || !decision.deallocated.empty())
    record_reservations(decision, book, now);
  if (!explains())
    return;
  decided_ = now;
  std::map<JobHandle, const char*> becomes;
  for (const auto handle : decision.drop)
    becomes[handle] = "drop";
  for (const auto& start : decision.start)
    becomes[start.job] = "start";
  for (const auto& reason : decision.reasons) {
    const auto& task = book[reason.job].task;
    const std::pair said(std::string(reason.code), reason.date);
    auto& last = reasons_[task.id];
    if (last == said)
      continue;
    last = said;
    const auto change = becomes.find(reason.job);
    recorder_.decided({now, task.job, number_of(task), change == becomes.end() ? "wait" : change->second,
                       said.first, reason.date < never ? std::optional(reason.date) : std::nullopt});
  }
  for (const auto& [handle, what] : becomes)
    reasons_.erase(book[handle].task.id);
}

void Journal::round_is_over(const Book& book, Seconds now) {
  const auto before = std::exchange(waiting_, static_cast<std::int64_t>(book.waiting()));
  grid_.waiting(before, waiting_, now);
  if (!recorder_.has_series())
    return;
  const StateRow last = std::exchange(state_, book.state(now));
  grid_.changed(last, state_, recorder_);
}

void Journal::close_requests() {
  if (!has_requests_ && pushes_ == 0 && deallocations_ == 0)
    return;
  recorder_.count("pushes", number(pushes_));
  recorder_.count("deallocations", number(deallocations_));
  recorder_.count("deadline_jobs", number(deadline_jobs_));
  recorder_.count("deadline_jobs_in_time", number(in_time_));
  if (common_ran_ > 0)
    recorder_.count("mean_waiting_time_common", common_waited_ / number(common_ran_));
}

void Journal::add_spent(const LiveJob& job, const CheckpointedRun::Spent& spent) {
  const auto nodes = static_cast<double>(job.nodes.size());
  has_checkpoints_ = true;
  spent_.checkpoints += spent.checkpoints;
  spent_.saving += nodes * spent.saving;
  spent_.restarting += nodes * spent.restarting;
  spent_.lost += nodes * spent.lost;
}

void Journal::close_checkpoints() {
  if (!has_checkpoints_)
    return;
  recorder_.count("checkpoints", spent_.checkpoints);
  recorder_.count("checkpoint_node_time", spent_.saving);
  recorder_.count("restart_node_time", spent_.restarting);
  recorder_.count("lost_node_time", spent_.lost);
}

void Journal::close(const Book& book, Seconds now) {
  tasks_.close();
  close_requests();
  close_checkpoints();
  sizes_.close(recorder_);
  grid_.close(book.job_seconds_waited(), book.node_seconds_busy(), now, recorder_);
}

} // namespace malha::cluster
