// SPDX-License-Identifier: MIT
#pragma once
#include "end_batches.hpp"
#include "policies/cluster/queue/profile.hpp"
#include "round.hpp"
#include "spot.hpp"

namespace malha::cluster::slurm {

/// The plan of a textbook: reservations are of a number of nodes, whichever. What ends at a date is free
/// then. It lasts for one pass.
class NumberedPlan {
public:
  NumberedPlan(const Settings& settings, const Round& round, Horizon& horizon)
      : settings_(settings), round_(round), now_(round.now()), horizon_(horizon) {
    auto releases = round.view().running;
    for (const auto& started : round.started())
      releases.push_back({started.end, 0, started.job, started.nodes.size()});
    std::stable_sort(releases.begin(), releases.end(),
                     [](const auto& a, const auto& b) { return a.expected_end < b.expected_end; });
    if (settings.batches)
      put_off(releases);
    left_.reset(now_, round.free().size(), releases);
  }

  /// A spot for the job. One that waits gets a reservation if it may have one.
  Spot place(const QueuedJob& job, bool may_reserve) {
    const bool has_room = job.size <= round_.free().size();
    if (has_room && left_.holds_now(job.size, job.walltime))
      return {now_, true, false, selected(job.size)};
    if (left_.steps().size() > 1)
      horizon_.note(left_.steps()[1].from);
    if (!may_reserve && !round_.view().explain)
      return {};
    const Seconds date = left_.earliest(job.size, job.walltime);
    if (date <= now_) // because of a job that has outlived its expected end
      horizon_.note(now_);
    const bool is_within = date <= now_ + settings_.window && date < never;
    if (may_reserve && is_within) {
      const Slot slot(settings_, date, job.walltime);
      left_.add(std::max(slot.from, now_), slot.to, -job.size);
    } else if (may_reserve) {
      horizon_.note(date - settings_.window);
    }
    return {date, false, may_reserve && is_within};
  }

  /// Takes the nodes of a job that starts now.
  void start(const QueuedJob& job, const IndexSet&) { left_.add(now_, now_ + job.walltime, -job.size); }

  /// Whether the job could start now.
  bool lets_start(const QueuedJob& job) const {
    return job.size <= round_.free().size() && left_.holds_now(job.size, job.walltime);
  }
  /// Notes when a job that could not start now might do so, if it gets no place in the plan.
  void leave_out(const QueuedJob& job) {
    if (job.size <= round_.free().size() && left_.steps().size() > 1)
      horizon_.note(left_.steps()[1].from);
  }

  // Nobody is preempted under it, since nobody knows whose nodes a reservation has.
  void stop(JobHandle) const {}
  void will_stop(JobHandle, Seconds) const {}
  IndexSet usable(const IndexSet&, const QueuedJob&) const { return {}; }

private:
  /// Puts the ends of jobs off to the last end of their batch.
  void put_off(std::vector<Release>& releases) const {
    EndBatches batches(settings_.window_linear);
    for (auto first = releases.begin(); first != releases.end() && first->expected_end < never;) {
      batches.go_on(first->expected_end);
      batches.begin(first->expected_end);
      auto behind = first;
      while (behind != releases.end() && batches.takes(behind->expected_end))
        ++behind;
      for (const Seconds last = std::prev(behind)->expected_end; first != behind; ++first)
        first->expected_end = last;
    }
  }
  IndexSet selected(int size) const { return round_.choose(round_.free(), size); }

  const Settings& settings_;
  const Round& round_;
  const Seconds now_;
  Horizon& horizon_;
  Profile left_;
};

} // namespace malha::cluster::slurm
