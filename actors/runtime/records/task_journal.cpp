// SPDX-License-Identifier: MIT
#include "task_journal.hpp"

namespace malha {

JobRow TaskJournal::row(const Task& task, Seconds start, Seconds finish, const IndexSet& resources) const {
  const auto& profile = task.is_in_dag ? dag_ : task.resources > 1 ? rigid_ : bag_of_tasks_;
  return {task, workload_, profile, {}, site_, {}, start, finish, resources.shifted(first_resource_)};
}

void TaskJournal::never_runs(const Job& job, const Task& task, FinalState state, Seconds date) {
  JobRow row = this->row(task, date, date, {});
  row.user = job.user;
  row.walltime = job.walltime;
  row.state = state;
  row.queue = job.queue;
  row.metadata = job.metadata;
  finished(std::move(row));
}

void TaskJournal::attempted(const Task& task, int number, const IndexSet& resources, Seconds start,
                            Seconds end, const char* outcome, Flops work, std::optional<double> energy) {
  AttemptRow row;
  row.task = number_of(task);
  row.job = task.job;
  row.attempt = number;
  row.resources = resources.shifted(first_resource_);
  row.start = start;
  row.end = end;
  row.outcome = outcome;
  row.work = work;
  row.energy = energy;
  recorder_.attempted(row);
}

void TaskJournal::up(int resource, Seconds date) {
  if (const auto outage = outages_.extract(first_resource_ + resource))
    recorder_.was_down({outage.key(), outage.mapped(), date});
}

void TaskJournal::close() const {
  for (const auto& [resource, since] : outages_)
    recorder_.was_down({resource, since, std::nullopt});
}

} // namespace malha
