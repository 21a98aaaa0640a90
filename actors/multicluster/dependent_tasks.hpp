// SPDX-License-Identifier: MIT
#pragma once
#include "actors/multicluster/model/listener.hpp"
#include "actors/runtime/simgrid/job_intake.hpp"
#include "journal.hpp"

namespace malha::multicluster {

/// Passes on which jobs have ended, so that the tasks of DAGs that wait for them may come, or never will.
class DependentTasks : public Listener {
public:
  /// `date` is that of the meta-scheduler.
  DependentTasks(JobIntake& intake, Journal& journal, const Seconds& date)
      : intake_(intake), journal_(journal), date_(date) {}

  void completed(TaskId job) override { intake_.ended(job, date_); }
  void failed(TaskId job) override {
    if (const auto lost = intake_.failed(job))
      journal_.never_ready(*lost, date_);
  }

private:
  JobIntake& intake_;
  Journal& journal_;
  const Seconds& date_;
};

} // namespace malha::multicluster
