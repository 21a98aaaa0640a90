// SPDX-License-Identifier: MIT
#pragma once
#include "policies/cluster/queue.hpp"
#include "policies/cluster/site_rules.hpp"

#include <cmath>

namespace malha::cluster::slurm {

/// Whose jobs may preempt whose (PreemptType).
enum class PreemptBy {
  none,
  partition, ///< those of a partition with a larger PriorityTier those of one with a smaller (partition_prio)
  qos        ///< those of a QOS those of the QOSes in its list (qos)
};

/// What slurm.conf says about the two schedulers, and where the model may be told to leave Slurm. A number of
/// jobs that is 0 is no limit, unless it says otherwise.
struct Settings {
  using Count = std::int64_t;

  bool backfills = true;       ///< sched/backfill; false: sched/builtin, which is the main scheduler alone
  Seconds sched_interval = 60; ///< between two looks of the main scheduler at the whole queue
  Count queue_depth = 100;     ///< jobs that the main scheduler looks at when something happens
  Seconds interval = 30;       ///< between two passes; 0: there is one whenever something happens
  Seconds resolution = 60;     ///< to which dates of reservations are rounded down; 0: exact dates
  Seconds window = 86400;      ///< how far ahead passes look
  Seconds window_linear = 0;   ///< by which the reach of a batch grows; 0: it doubles
  Seconds min_age = 0;         ///< younger jobs reserve nothing
  double min_priority = 0;     ///< jobs of less reserve nothing
  Count most_reserve = 0;      ///< of the jobs that wait, so many from the first on reserve
  Count most_tested = 500;     ///< jobs that a pass looks at
  Count most_started = 0;      ///< in a pass
  Count most_of_part = 0, most_of_user = 0, most_of_user_part = 0, most_of_assoc = 0; ///< in a pass
  bool names_nodes = true; ///< reservations are of named nodes, not of a number of nodes
  PreemptBy preempt_by = PreemptBy::none;
  PreemptMode preempt_mode = PreemptMode::requeue; ///< of the cluster; partitions and QOSes may have others
  Seconds exempt_time = 0;     ///< shortest run before a job may be preempted; a QOS may have another one
  bool youngest_first = false; ///< of those that may be preempted; otherwise the smallest first
  Count reorders = 1;          ///< how often the choice of those to be preempted is made again
  bool batches = true;         ///< running jobs are taken away in batches, not by one date after the other

  /// Whether the job may reserve, as far as its age and its priority say.
  bool lets_reserve(const QueuedJob& job, Seconds now) const {
    const bool has_priority = job.priority < 0 || job.priority > 0;
    return now - job.submitted >= min_age && (!has_priority || job.priority >= min_priority);
  }
  /// The date to which a date of a reservation is rounded.
  Seconds rounded(Seconds date) const {
    return resolution > 0 && date < never ? std::floor(date / resolution) * resolution : date;
  }
};

/// The interval that a reservation takes in the tables of a pass.
struct Slot {
  Seconds from, to; ///< `to` does not belong to it

  Slot(const Settings& settings, Seconds start, Seconds limit)
      : from(settings.rounded(start)),
        to(std::max(settings.rounded(start + limit), from + settings.resolution)) {}
};

} // namespace malha::cluster::slurm
