// SPDX-License-Identifier: MIT
#pragma once
#include "actors/multicluster/model/listener.hpp"
#include "actors/runtime/simgrid/job_intake.hpp"
#include "journal.hpp"

namespace malha::multicluster {

/// Passes on which jobs have ended, so that the tasks of DAGs and the jobs that wait for them may come, or
/// never will.
class DependentTasks : public Listener {
public:
  /// `date` is that of the meta-scheduler.
  DependentTasks(JobIntake& intake, Journal& journal, const Seconds& date)
      : intake_(intake), journal_(journal), date_(date) {}

  void completed(TaskId job) override { intake_.ended(job, date_); }
  void failed(TaskId job) override {
    if (const auto lost = intake_.failed(job, date_))
      journal_.never_ready(*lost, date_);
  }

  /// Records a job that will never run, because one that it waits for has not ended well. Returns whether it
  /// is one.
  bool never_runs(const Job& job) {
    if (job.never_ready)
      journal_.never_ready(job, date_);
    return job.never_ready;
  }

private:
  JobIntake& intake_;
  Journal& journal_;
  const Seconds& date_;
};

} // namespace malha::multicluster
