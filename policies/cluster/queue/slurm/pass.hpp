// SPDX-License-Identifier: MIT
#pragma once
#include "named_plan.hpp"
#include "numbered_plan.hpp"
#include "tested_jobs.hpp"

namespace malha::cluster::slurm {

/// Why a job that a pass has looked at goes on waiting.
struct Plan {
  TaskId job;
  const char* code;
  Seconds date; ///< of its reservation; `never`: it has none
};

/// One pass of the backfill scheduler: each job starts, or reserves the nodes and dates at which it is
/// planned to start, which no later job may use. All reservations are forgotten at the end.
class Pass {
public:
  Pass(const Settings& settings, Round& round) : settings_(settings), round_(round) {}

  void run() {
    const TestedJobs jobs(settings_, round_);
    if (settings_.names_nodes)
      run<NamedPlan>(jobs);
    else
      run<NumberedPlan>(jobs);
  }

  /// The first date at which a pass may find something else to do, if nothing happens before.
  Seconds horizon() const { return starts_ > 0 ? round_.now() : horizon_.date(); }
  /// Of the jobs that it has looked at and that wait. Not kept unless reasons are wanted.
  const std::vector<Plan>& plans() const { return plans_; }

private:
  template <class Tables>
  void run(const TestedJobs& jobs) {
    std::optional<Tables> tables;  // they are not needed while no job could start
    auto startable = jobs.begin(); // the first job from here on that could start
    for (auto here = jobs.begin(); here != jobs.end(); ++here) {
      startable = std::max(startable, here);
      while (startable != jobs.end() && !lets_start(tables, **startable))
        ++startable;
      if (startable == jobs.end() && !round_.view().explain)
        return leave_out(tables, here, jobs.end());
      if (!tables)
        tables.emplace(settings_, round_, horizon_);
      const auto& job = **here;
      const bool may_reserve = settings_.lets_reserve(job, round_.now()) &&
                               (settings_.most_reserve == 0 || waiting_ < settings_.most_reserve);
      const Spot spot = tables->place(job, may_reserve);
      if (!spot.is_now) {
        wait(job, spot, may_reserve);
        continue;
      }
      round_.start(job, spot.nodes, "delays_no_reservation");
      tables->start(job, spot);
      if (++starts_ == settings_.most_started)
        return;
    }
  }

  template <class Tables>
  bool lets_start(const std::optional<Tables>& tables, const QueuedJob& job) const {
    return job.size <= round_.free().size() && (!tables || tables->lets_start(job));
  }
  /// None of the jobs from here on could start, so that the tables need not have places for them.
  template <class Tables>
  void leave_out(std::optional<Tables>& tables, TestedJobs::Place here, TestedJobs::Place end) {
    for (; tables && here != end; ++here)
      tables->leave_out(**here);
  }

  void wait(const QueuedJob& job, const Spot& spot, bool may_reserve) {
    if (job.submitted + settings_.min_age > round_.now())
      horizon_.note(job.submitted + settings_.min_age);
    waiting_ += may_reserve;
    if (round_.view().explain)
      plans_.push_back({job.id,
                        spot.reserved                     ? "reserved"
                        : job.size > round_.free().size() ? "too_few_nodes"
                                                          : "would_delay_reservation",
                        spot.reserved ? spot.date : never});
  }

  const Settings& settings_;
  Round& round_;
  Horizon horizon_;
  Settings::Count starts_ = 0;
  Settings::Count waiting_ = 0; ///< jobs that wait and that might reserve
  std::vector<Plan> plans_;
};

} // namespace malha::cluster::slurm
