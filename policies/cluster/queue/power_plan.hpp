// SPDX-License-Identifier: MIT
#pragma once
#include "policies/cluster/queue.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace malha::cluster {

/// The nodes and the power of a cluster from now on, if nothing starts but what is added, and jobs run to
/// their walltimes. Jobs get the lowest nodes that are free. Without a power cap only nodes count.
class PowerPlan {
public:
  explicit PowerPlan(const QueueView& view) : view_(view), free_(view.free) {
    for (const auto& job : view.running)
      running_.push_back({job.expected_end, extra_of(*job.nodes), *job.nodes});
  }

  /// The nodes on which a job would start now.
  IndexSet nodes_for(const QueuedJob& job) const { return free_.lowest(job.size); }
  /// Whether it may start now, as far as nodes and power go.
  bool fits_now(const QueuedJob& job) const {
    return job.size <= free_.size() && fits(view_.now, extra_of(nodes_for(job)), job.walltime);
  }
  /// Lets a job start now, and take it back. The last one that was started is taken back.
  void start(const QueuedJob& job) {
    const IndexSet nodes = nodes_for(job);
    free_.remove(nodes);
    running_.push_back({view_.now + job.walltime, extra_of(nodes), nodes});
  }
  void take_back() {
    free_.insert(running_.back().nodes);
    running_.pop_back();
  }
  /// The earliest date from now on at which the job fits: an end, or a change of the cap; `never`: there is
  /// none.
  Seconds shadow_time(const QueuedJob& job) const {
    for (const Seconds date : dates()) {
      IndexSet free = free_;
      for (const auto& one : running_)
        if (one.end <= date)
          free.insert(one.nodes);
      if (job.size <= free.size() && fits(date, extra_of(free.lowest(job.size)), job.walltime))
        return date;
    }
    return never;
  }

private:
  struct Running {
    Seconds end;
    Watts extra;
    IndexSet nodes;
  };

  bool has_cap() const { return view_.power != nullptr && view_.power->cap != nullptr; }
  /// What the nodes draw more while a job computes on them.
  Watts extra_of(const IndexSet& nodes) const {
    Watts sum = 0;
    if (has_cap())
      for (const int node : nodes)
        sum += view_.power->extra[static_cast<std::size_t>(node)];
    return sum;
  }
  Watts power_at(Seconds date) const {
    Watts sum = view_.power->idle;
    for (const auto& one : running_)
      if (one.end > date)
        sum += one.extra;
    return sum;
  }
  /// Whether so much more stays below the cap from `start` on for that time. Between the changes of the cap
  /// the power only falls.
  bool fits(Seconds start, Watts extra, Seconds time) const {
    if (!has_cap())
      return true;
    const Seconds until = std::min(start + time, horizon(start));
    for (Seconds date = start; date < until || date == start; date = view_.power->cap->next_change(date)) {
      // Sums of powers differ from those of the scheduler in the last digits.
      constexpr double rounding = 1e-12;
      const Watts cap = view_.power->cap->value_at(date);
      if (power_at(date) + extra > cap + rounding * std::abs(cap))
        return false;
    }
    return true;
  }
  /// From then on nothing new comes: all jobs have ended, and the cap has had all of its values.
  Seconds horizon(Seconds from) const {
    const auto& cap = *view_.power->cap;
    for (const auto& one : running_)
      if (one.end < never)
        from = std::max(from, one.end);
    return cap.period() ? std::max(from, cap.steps().front().date) + *cap.period()
                        : std::nextafter(std::max(from, cap.steps().back().date), never);
  }
  /// The dates at which a job may come to fit, from now on.
  std::vector<Seconds> dates() const {
    std::vector<Seconds> dates{view_.now};
    for (const auto& one : running_)
      if (one.end < never)
        dates.push_back(std::max(view_.now, one.end));
    if (has_cap())
      for (Seconds date = view_.power->cap->next_change(view_.now); date < horizon(view_.now);
           date = view_.power->cap->next_change(date))
        dates.push_back(date);
    std::sort(dates.begin(), dates.end());
    dates.erase(std::unique(dates.begin(), dates.end()), dates.end());
    return dates;
  }

  const QueueView& view_;
  IndexSet free_;
  std::vector<Running> running_;
};

} // namespace malha::cluster
