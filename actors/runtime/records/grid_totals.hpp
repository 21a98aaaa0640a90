// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/simgrid/stage.hpp"

#include <algorithm>
#include <optional>

namespace malha {

/// Sums that all batch schedulers of a run count together, since metrics over time are those of the whole
/// grid. A meta-scheduler above them counts its queue here, too.
class GridTotals {
public:
  static GridTotals& of(Stage& simulation) { return simulation.shared<GridTotals>("cluster/grid_totals"); }

  void add_nodes(int nodes) { nodes_ += nodes; }
  void submitted(Seconds date) { first_submission_ = std::min(first_submission_, date); }
  /// Notes that a job ended, or was dropped.
  void ended(Seconds date) { last_end_ = std::max(last_end_, date); }
  /// Notes the start of a job that ended.
  void started(Seconds date) { last_start_ = std::max(last_start_, date); }
  /// Counts `utilisation_to_last_start`, too.
  void counts_to_last_start() { counts_to_last_start_ = true; }
  /// Notes that there is a meta-scheduler. Jobs change from its queue to others at one date, so that only at
  /// the end of a date it is known how many wait.
  void has_upper_queue() { has_upper_queue_ = true; }
  /// Notes that the number of waiting jobs of one scheduler has changed.
  void waiting(std::int64_t before, std::int64_t after, Seconds date) {
    if (date > date_ || !has_upper_queue_)
      longest_queue_ = std::max(longest_queue_, waiting_);
    date_ = std::max(date_, date);
    waiting_ += after - before;
  }
  /// Notes that the state of one scheduler has changed. The state of the grid is written when its date is
  /// over.
  void changed(const StateRow& before, const StateRow& after, Recorder& recorder);

  /// The date to which sums over time go, for a scheduler that has come to `date`. While jobs are left it is
  /// the last date of the run. Otherwise it is the last end: what is rejected later makes the schedule no
  /// longer.
  Seconds end_of_sums(Seconds date, bool goes_on) const {
    const Seconds last = std::max(date_, date);
    return goes_on ? last : std::min(last, last_end_);
  }
  /// Counts what one scheduler adds to the metrics of the grid at its end, the date `now`. The arguments are
  /// the sums over time of its waiting jobs, and of its nodes that compute.
  void close(double job_seconds_waited, double node_seconds_busy, Seconds now, Recorder& recorder);

private:
  Seconds first_submission_ = never, last_start_ = 0, last_end_ = 0, date_ = 0;
  int nodes_ = 0;
  std::int64_t waiting_ = 0, longest_queue_ = 0;
  StateRow state_{};
  bool has_state_ = false, has_upper_queue_ = false, is_closed_ = false;
  bool counts_to_last_start_ = false;
};

} // namespace malha
