// SPDX-License-Identifier: MIT
#pragma once
#include "actors/multicluster/model/dag_clusters.hpp"
#include "actors/multicluster/model/listener.hpp"
#include "actors/runtime/simgrid/job_intake.hpp"
#include "journal.hpp"

namespace malha::multicluster {

/// Passes on which jobs have ended, so that the tasks of DAGs and the jobs that wait for them may come, or
/// never will.
class DependentTasks : public Listener {
public:
  /// `date` is that of the meta-scheduler. `dags`: the clusters of DAGs, which forget what has ended.
  DependentTasks(JobIntake& intake, Journal& journal, DagClusters& dags, const Seconds& date)
      : intake_(intake), journal_(journal), dags_(dags), date_(date) {}

  void completed(TaskId job) override {
    dags_.ended(job);
    intake_.ended(job, date_);
  }
  void failed(TaskId job) override {
    dags_.ended(job);
    const auto lost = intake_.failed(job, date_);
    if (!lost)
      return;
    for (const auto& task : lost->tasks)
      dags_.ended(task.id);
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
  DagClusters& dags_;
  const Seconds& date_;
};

} // namespace malha::multicluster
