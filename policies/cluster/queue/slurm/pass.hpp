// SPDX-License-Identifier: MIT
#pragma once
#include "named_plan.hpp"
#include "numbered_plan.hpp"
#include "preemption.hpp"
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
  Pass(const Settings& settings, Preemption& preemption, Round& round)
      : settings_(settings), preemption_(preemption), round_(round) {}

  void run() {
    const TestedJobs jobs(settings_, round_);
    if (settings_.names_nodes)
      run<NamedPlan>(jobs);
    else
      run<NumberedPlan>(jobs);
    horizon_.note(preemption_.next_end_of_exemption(round_));
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
      while (startable != jobs.end() && !could_start(tables, **startable))
        ++startable;
      if (startable == jobs.end() && !round_.view().explain)
        return leave_out(tables, here, jobs.end());
      if (!tables)
        tables.emplace(settings_, round_, horizon_);
      if (starts_by_preempting(*tables, **here))
        startable = here; // it may leave nodes to others
      else if (!starts(*tables, **here))
        continue;
      if (++starts_ == settings_.most_started)
        return;
    }
  }

  template <class Tables>
  bool could_start(std::optional<Tables>& tables, const QueuedJob& job) const {
    if (job.size <= round_.free().size() && (!tables || tables->lets_start(job)))
      return true;
    if (!preemption_.is_on())
      return false;
    const auto nodes = preemption_.nodes_for(job, round_);
    return job.size <= nodes.size() && (!tables || job.size <= tables->usable(nodes, job).size());
  }
  /// None of the jobs from here on could start, so that the tables need not have places for them.
  template <class Tables>
  void leave_out(std::optional<Tables>& tables, TestedJobs::Place here, TestedJobs::Place end) {
    for (; tables && here != end; ++here)
      tables->leave_out(**here);
  }

  template <class Tables>
  bool starts_by_preempting(Tables& tables, const QueuedJob& job) {
    if (!preemption_.is_on() || tables.lets_start(job))
      return false;
    auto stopped = round_.stopped().size(), to_come = round_.stops_to_come().size();
    const bool starts =
        preemption_.starts(job, round_, [&](const IndexSet& nodes) { return tables.usable(nodes, job); });
    for (; stopped < round_.stopped().size(); ++stopped)
      tables.stop(round_.stopped()[stopped].job);
    for (; to_come < round_.stops_to_come().size(); ++to_come)
      tables.will_stop(round_.stops_to_come()[to_come].job, round_.stops_to_come()[to_come].date);
    if (starts)
      tables.start(job, round_.started().back().nodes);
    return starts;
  }

  /// Starts the job on free nodes, or plans it for later. Returns whether it starts.
  template <class Tables>
  bool starts(Tables& tables, const QueuedJob& job) {
    const auto& terms = round_.terms_of(job);
    auto& waiting = waiting_[terms.partition];
    const bool may_reserve = settings_.lets_reserve(job, round_.now()) && terms.reserves() &&
                             (settings_.most_reserve == 0 || waiting < settings_.most_reserve);
    const Spot spot = tables.place(job, may_reserve);
    if (spot.is_now) {
      round_.start_on(job, spot.nodes, "delays_no_reservation");
      tables.start(job, spot.nodes);
      return true;
    }
    if (job.submitted + settings_.min_age > round_.now())
      horizon_.note(job.submitted + settings_.min_age);
    waiting += may_reserve;
    if (round_.view().explain)
      plans_.push_back({job.id, why_it_waits(job, spot), spot.reserved ? spot.date : never});
    return false;
  }

  const char* why_it_waits(const QueuedJob& job, const Spot& spot) const {
    const char* const why = round_.why_it_has_no_nodes(job);
    if (spot.reserved && (why == nullptr || why == Round::too_few_nodes))
      return "reserved";
    return why != nullptr ? why : "would_delay_reservation";
  }

  const Settings& settings_;
  Preemption& preemption_;
  Round& round_;
  Horizon horizon_;
  Settings::Count starts_ = 0;
  std::map<int, Settings::Count> waiting_; ///< by partition: jobs that wait and that might reserve
  std::vector<Plan> plans_;
};

} // namespace malha::cluster::slurm
