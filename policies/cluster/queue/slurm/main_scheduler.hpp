// SPDX-License-Identifier: MIT
#pragma once
#include "preemption.hpp"

namespace malha::cluster::slurm {

/// The first whole multiple of the interval that is not before the date; without an interval the date.
inline Seconds multiple_from(Seconds date, Seconds interval) {
  if (interval <= 0 || !(date < never))
    return date;
  const Seconds before = std::floor(date / interval) * interval;
  return before < date ? before + interval : before;
}
inline Seconds multiple_after(Seconds date, Seconds interval) {
  const Seconds next = multiple_from(date, interval);
  return next > date ? next : next + interval;
}

/// The main scheduler starts jobs in order. The first job of a partition that does not fit closes its
/// partition, and all nodes of the partition also for jobs of others; a job of a window closes its window
/// only. A job that may not reserve closes nothing. At whole multiples of `sched_interval` it looks at all
/// jobs, otherwise at the first ones.
class MainScheduler {
public:
  MainScheduler(const Settings& settings, const KnownJobs& known, Preemption& preemption, Round& round)
      : settings_(settings), known_(known), preemption_(preemption), round_(round) {}

  /// Returns the date at which it has to look at all jobs; `never`: it has.
  Seconds run() {
    const Seconds now = round_.now();
    const bool looks_at_all =
        settings_.queue_depth == 0 || multiple_from(now, settings_.sched_interval) <= now;
    Settings::Count looked_at = 0;
    Seconds next = never;
    round_.order.for_each([&](const QueuedJob& job) {
      if (looks_at_all || looked_at++ < settings_.queue_depth)
        return goes_on_behind(job);
      next = multiple_after(now, settings_.sched_interval);
      return false;
    });
    return next;
  }

private:
  bool goes_on_behind(const QueuedJob& job) {
    if (is_closed(job) || starts(job))
      return true;
    is_first_ = false;
    if (settings_.lets_reserve(job, round_.now()))
      close(job);
    return !all_closed_;
  }

  bool is_closed(const QueuedJob& job) const {
    const int window = window_of(job);
    return window != Request::none ? windows_.count(window) > 0
                                   : partitions_.count(round_.terms_of(job).partition) > 0;
  }

  bool starts(const QueuedJob& job) {
    const char* const why = is_first_ ? "head" : "fits";
    const auto usable = [&](const IndexSet& nodes) { return without(round_.usable(nodes, job), nodes_); };
    if (job.size > round_.free().size() || (is_bound(job) && job.size > usable(round_.free()).size()))
      return preemption_.starts(job, round_, usable);
    if (is_bound(job))
      round_.start(job, usable(round_.free()), why);
    else
      round_.start(job, round_.free(), why);
    return true;
  }
  /// Whether it may not use all nodes.
  bool is_bound(const QueuedJob& job) const { return round_.is_bound(job) || !nodes_.empty(); }

  void close(const QueuedJob& job) {
    if (window_of(job) != Request::none) {
      windows_.insert(window_of(job));
      return;
    }
    const int partition = round_.terms_of(job).partition;
    partitions_.insert(partition);
    if (const auto* const nodes = known_.nodes_of(partition); nodes != nullptr)
      add_missing(nodes_, *nodes);
    else
      all_closed_ = true;
  }

  const Settings& settings_;
  const KnownJobs& known_;
  Preemption& preemption_;
  Round& round_;
  bool is_first_ = true;
  boost::container::flat_set<int> partitions_, windows_; ///< that are closed
  IndexSet nodes_;                                       ///< likewise
  bool all_closed_ = false;                              ///< likewise: all nodes
};

} // namespace malha::cluster::slurm
