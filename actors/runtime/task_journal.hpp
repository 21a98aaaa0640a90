// SPDX-License-Identifier: MIT
#pragma once
#include "recorder.hpp"

#include <map>

namespace malha {

/// Writes what becomes of tasks on the resources of one site: the rows of tasks, of their attempts and of
/// outages. The journals of architectures use it.
class TaskJournal {
public:
  TaskJournal(Recorder& recorder, const std::string& workload, std::string site)
      : recorder_(recorder), workload_(workload), site_(std::move(site)) {}

  const std::string& workload() const { return workload_; }

  /// Makes the row of a task. The caller completes it with what else is known of the job.
  JobRow row(const Task& task, Seconds start, Seconds finish, const IndexSet& resources) const;
  /// Writes a row.
  void finished(JobRow&& row) { recorder_.finished(std::move(row)); }
  /// Writes an attempt of a task. The attempts of a task are numbered from 1. `work` is what it
  /// did on each resource.
  void attempted(const Task& task, int number, const IndexSet& resources, Seconds start, Seconds end,
                 const char* outcome, Flops work);

  void down(int resource, Seconds date) { outages_.emplace(resource, date); }
  void up(int resource, Seconds date);
  /// Writes the outages that have not ended. It is called once.
  void close() const;

private:
  Recorder& recorder_;
  const std::string& workload_;
  const std::string site_;
  std::map<int, Seconds> outages_; ///< date since when the resource is down, by resource
};

} // namespace malha
