// SPDX-License-Identifier: MIT
#pragma once
#include "recorder.hpp"

#include <map>

namespace malha {

/// Records the tasks on the resources of one site: writes the rows of tasks, of their attempts and of
/// outages. The journals of architectures use it. Resources are given by their numbers in the site.
class TaskJournal {
public:
  /// The resources of the site were announced one behind the other, from the index `first_resource` on.
  TaskJournal(Recorder& recorder, const std::string& workload, const std::string& site,
              int first_resource = 0)
      : recorder_(recorder), workload_(workload), site_(site), first_resource_(first_resource) {}

  const std::string& workload() const { return workload_; }

  /// Makes the row of a task. The caller completes it with the other facts of the job.
  JobRow row(const Task& task, Seconds start, Seconds finish, const IndexSet& resources) const;
  /// Writes the row of a task that will never run, as is known since that date.
  void never_runs(const Job& job, const Task& task, FinalState state, Seconds date);
  /// Writes a row.
  void finished(JobRow&& row) { recorder_.finished(std::move(row)); }
  /// Writes an attempt of a task. The attempts of a task are numbered from 1. `work` is what it
  /// did on each resource, `energy` what it took, if that is modelled.
  void attempted(const Task& task, int number, const IndexSet& resources, Seconds start, Seconds end,
                 const char* outcome, Flops work, std::optional<double> energy = {});

  /// Writes what the site ran of a job that several sites ran at once.
  void part_ended(const Task& task, const IndexSet& resources, Seconds start, Seconds end) {
    recorder_.part_ended({number_of(task), site_, start, end, resources.shifted(first_resource_)});
  }

  /// Writes the resources of a job from that date on, at its start or when they change.
  void resized(const Task& task, Seconds time, const IndexSet& resources, Seconds pause) {
    recorder_.resized({number_of(task), time, resources.shifted(first_resource_), pause});
  }

  void down(int resource, Seconds date) { outages_.emplace(first_resource_ + resource, date); }
  void up(int resource, Seconds date);
  /// Writes the outages that have not ended. It is called once.
  void close() const;

private:
  Recorder& recorder_;
  const SharedText workload_, site_;
  const SharedText rigid_ = "rigid", bag_of_tasks_ = "bag_of_tasks", dag_ = "dag"; ///< profiles
  const int first_resource_;
  std::map<int, Seconds> outages_; ///< date since when the resource is down, by index
};

} // namespace malha
