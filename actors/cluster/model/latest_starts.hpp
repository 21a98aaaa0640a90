// SPDX-License-Identifier: MIT
#pragma once
#include "book.hpp"

#include <set>
#include <utility>

namespace malha::cluster {

/// Knows until when jobs with deadlines can start: jobs of class common, which run to their walltimes at
/// most. What becomes of qos and emergency jobs is up to policies (Slurm 22.05 documentation, sbatch
/// --deadline: "remove the job if no ending is possible before this deadline").
class LatestStarts {
public:
  /// Why a job does not run that can no longer end by its deadline. The word is Slurm's.
  static constexpr const char* reason = "DeadLine";

  /// The last date at which the job can start; `never`: there is none.
  static Seconds of(const LiveJob& job) {
    const bool has_any = job.request != nullptr && job.request->service == ServiceClass::common;
    return has_any ? job.request->deadline - job.limit : never;
  }

  /// Adds a job that waits.
  void add(const LiveJob& job) {
    if (const Seconds date = of(job); date < never)
      dates_.emplace(date, std::pair(job.task.id, job.queued.handle));
  }
  /// The first of the dates at which a job can start for the last time, of jobs that wait; `never`: none.
  Seconds next(const Book& book) {
    while (!dates_.empty() && !waits(*dates_.begin(), book))
      dates_.erase(dates_.begin());
    return dates_.empty() ? never : dates_.begin()->first;
  }
  /// Takes a job that waits and whose last date is over. `is_over(date)` says whether a date is.
  template <class IsOver>
  std::optional<JobHandle> take(const Book& book, IsOver is_over) {
    if (next(book) == never || !is_over(dates_.begin()->first))
      return std::nullopt;
    const JobHandle handle = dates_.begin()->second.second;
    dates_.erase(dates_.begin());
    return handle;
  }

private:
  using Entry = std::pair<Seconds, std::pair<TaskId, JobHandle>>;

  /// Handles are used again. A job that is put back in the queue is added again.
  static bool waits(const Entry& entry, const Book& book) {
    const auto& [task, handle] = entry.second;
    const auto& job = book[handle];
    const bool is_waiting = job.state == LiveJob::State::waits || job.state == LiveJob::State::held_back;
    return is_waiting && job.task.id == task;
  }

  std::set<Entry> dates_;
};

} // namespace malha::cluster
