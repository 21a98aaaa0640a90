// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/job.hpp"

#include <map>

namespace malha {

/// Keeps jobs that wait for other jobs of their workload until their dependencies are met. A job is submitted
/// at max(its own date, the last date at which one was met + its think time). Of jobs that have ended it
/// keeps only those for which jobs wait that have not come yet.
class HeldJobs {
public:
  /// Takes a job that has preceding jobs. They may come later, when messages bring the jobs.
  void hold(Job job);
  /// The model gets this job. It is needed here if other jobs wait for it.
  void begin(Job& job);
  /// The task has started, for the first time or again.
  void started(TaskId task, Seconds date);
  /// The task has ended, well or not, or it will never run. A job has ended when all of its tasks have, and
  /// well if all of them have ended well.
  void ended(TaskId task, Seconds date, bool well);

  /// The date of the next job that waits no more; `never`: there is none now.
  Seconds next() const { return released_.empty() ? never : released_.begin()->first.first; }
  /// Takes that job. There must be one. It is submitted at its date, and `Job::never_ready` says whether it
  /// will never run. Of jobs of one date, the one with the lowest task comes first.
  Job take();
  /// Whether no job waits, and none is to be taken.
  bool empty() const { return held_.empty() && released_.empty(); }
  /// The number of jobs that wait for others.
  std::size_t held() const { return held_.size(); }
  /// The number of jobs of which the end is known or awaited.
  std::size_t awaited() const { return awaited_.size(); }

private:
  /// A job that waits.
  struct Held {
    Job job;
    std::vector<bool> decided; ///< by dependency: whether it is known if it is met
    std::size_t open = 0;      ///< dependencies that are not decided
    Seconds last_met = 0;      ///< date of those that are; of those that are not met, the end of the job
    bool has_met = false;      ///< at least one
    bool is_in_vain = false;   ///< it will never run
  };
  /// A job for which others wait.
  struct Awaited {
    std::optional<int> followers; ///< number of jobs that wait for it; nothing: it has not come yet
    int come = 0;                 ///< number of those that have come
    std::size_t open_tasks = 0;
    bool well = true; ///< so far
    std::optional<Seconds> start, end;
    std::vector<JobId> waiting;
  };
  /// The tasks of a job in the model, for which others wait.
  struct Tasks {
    std::size_t number;
    JobId job;
  };
  struct End {
    JobId job;
    Seconds date;
    bool well;
  };

  void job_ended(const End& end);
  void tell_followers(JobId job, std::vector<End>& ends);
  static bool decide(Held& held, std::size_t which, const Awaited& preceding);
  std::map<TaskId, Tasks>::iterator job_of(TaskId task);
  std::optional<End> release(JobId job);
  void forget(JobId job);

  std::map<JobId, Held> held_;
  std::map<JobId, Awaited> awaited_;
  std::map<TaskId, Tasks> tasks_;                      ///< by the first task of the job
  std::map<std::pair<Seconds, TaskId>, Job> released_; ///< by date and first task
};

} // namespace malha
