// SPDX-License-Identifier: MIT
#pragma once
#include "policies/cluster/queue.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

/// Slurm's two schedulers on named nodes, slow and plain, to compare cluster/slurm with. It makes every pass,
/// and shares no code with the policy.
namespace malha::testing {

struct PlainSlurmSettings {
  double interval = 30, resolution = 60, window = 86400, linear = 0, min_age = 0;
  std::size_t most_reserve = 1000000, most_tested = 500, most_started = 1000000;
  bool batches = true;
};

class PlainSlurm : public cluster::Queue {
public:
  explicit PlainSlurm(const PlainSlurmSettings& settings) : settings_(settings) {}

  cluster::Decision decide(const cluster::QueueView& view) override {
    begin(view);
    waiting_.clear();
    bool closed = false;
    for (const auto& job : view.queue)
      if (!closed && static_cast<std::size_t>(job.size) <= free_.size())
        start(job, chosen(free_, job.size));
      else {
        closed = closed || !is_young(job);
        waiting_.push_back(job);
      }
    if (settings_.interval <= 0 || std::fmod(now_, settings_.interval) <= 0)
      pass();
    if (settings_.interval > 0 && decision_.start.size() < view.queue.size())
      decision_.wake = (std::floor(now_ / settings_.interval) + 1) * settings_.interval;
    return decision_;
  }

private:
  using Nodes = std::set<int>;
  struct Held {
    double end;
    Nodes nodes;
  };
  struct Piece {
    double from, to;
    Nodes open;
  };
  struct Found {
    bool any = false, is_free = false;
    double date = 0;
    Nodes nodes;
  };

  static Nodes both(const Nodes& a, const Nodes& b) {
    Nodes common;
    std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::inserter(common, common.end()));
    return common;
  }

  /// The smallest run that holds the job, the first of equal ones; without one the largest run, and what is
  /// left of the job by the same rule.
  static Nodes chosen(Nodes from, int size) {
    std::vector<std::vector<int>> runs;
    for (const int node : from)
      if (runs.empty() || runs.back().back() + 1 != node)
        runs.push_back({node});
      else
        runs.back().push_back(node);
    std::stable_sort(runs.begin(), runs.end(),
                     [](const auto& a, const auto& b) { return a.size() < b.size(); });
    for (const auto& run : runs)
      if (run.size() >= static_cast<std::size_t>(size))
        return Nodes(run.begin(), run.begin() + size);
    const auto largest = std::find_if(runs.begin(), runs.end(),
                                      [&](const auto& run) { return run.size() == runs.back().size(); });
    Nodes taken(largest->begin(), largest->end());
    for (const int node : taken)
      from.erase(node);
    const auto rest = chosen(from, size - static_cast<int>(taken.size()));
    taken.insert(rest.begin(), rest.end());
    return taken;
  }

  void begin(const cluster::QueueView& view) {
    now_ = view.now;
    decision_ = {};
    free_ = Nodes(view.free.begin(), view.free.end());
    up_ = free_;
    held_.clear();
    for (const auto& release : view.running) {
      held_.push_back({release.expected_end, Nodes(release.nodes->begin(), release.nodes->end())});
      up_.insert(held_.back().nodes.begin(), held_.back().nodes.end());
    }
  }

  bool is_young(const cluster::QueuedJob& job) const { return now_ - job.submitted < settings_.min_age; }

  void start(const cluster::QueuedJob& job, const Nodes& nodes) {
    IndexSet set;
    for (const int node : nodes) {
      set.insert(IndexSet(node, 1));
      free_.erase(node);
    }
    decision_.start.push_back({job.handle, set});
    held_.push_back({now_ + job.walltime, nodes});
    std::stable_sort(held_.begin(), held_.end(), [](const Held& a, const Held& b) { return a.end < b.end; });
  }

  void pass() {
    table_ = {{now_, now_ + settings_.window, up_}};
    std::size_t tested = 0, reserving = 0, starts = 0;
    for (const auto& job : waiting_) {
      if (tested++ == settings_.most_tested || starts == settings_.most_started)
        return;
      const bool may_reserve = !is_young(job) && reserving < settings_.most_reserve;
      const auto before = decision_.start.size();
      plan(job, may_reserve);
      starts += decision_.start.size() - before;
      reserving += decision_.start.size() == before && may_reserve ? 1 : 0;
    }
  }

  void plan(const cluster::QueuedJob& job, bool may_reserve) {
    for (double t = now_; t < now_ + settings_.window;) {
      double next = 0;
      const auto open = open_during(t, t + job.walltime, next);
      const bool is_last = next >= now_ + settings_.window;
      const auto found = when(open, job.size);
      if (!found.any || (found.date > next && !is_last)) {
        t = next;
        continue;
      }
      if (found.is_free && t <= now_)
        return start(job, found.nodes);
      const double date = std::max(found.date, t);
      if (!may_reserve || date > now_ + settings_.window)
        return;
      const double from = rounded(date);
      const double to = std::max(rounded(date + job.walltime), from + settings_.resolution);
      if (const double end = conflict(from, to, found.nodes); end > 0)
        t = end;
      else
        return reserve(from, to, found.nodes);
    }
  }

  double rounded(double date) const {
    return settings_.resolution > 0 && date < never
               ? std::floor(date / settings_.resolution) * settings_.resolution
               : date;
  }

  Nodes open_during(double from, double to, double& next) const {
    Nodes open = up_;
    next = 0;
    for (const auto& piece : table_) {
      if (piece.to <= from)
        continue;
      if (!(next > 0))
        next = piece.to;
      if (piece.from <= from || piece.from < to || (piece.from <= to && settings_.resolution > 0))
        open = both(open, piece.open);
    }
    return open;
  }

  Found when(const Nodes& open, int size) const {
    Nodes left = both(free_, open);
    const auto enough = [&] { return left.size() >= static_cast<std::size_t>(size); };
    if (enough())
      return {true, true, now_, chosen(left, size)};
    double begin = -1, reach = 30;
    for (std::size_t i = 0; i < held_.size() && held_[i].end < never;) {
      double last = -1;
      while (i < held_.size() && held_[i].end < never) {
        const Held& held = held_[i];
        const auto gained = both(held.nodes, open);
        if (!settings_.batches && last >= 0 && held.end > last && !gained.empty())
          break;
        ++i;
        if (gained.empty())
          continue;
        left.insert(gained.begin(), gained.end());
        last = held.end;
        begin = begin < 0 ? 30 * (std::floor(held.end / 30) + 1) : begin;
        if (settings_.batches && i < held_.size() && held_[i].end > begin + reach)
          break;
      }
      if (last < 0)
        break;
      if (enough())
        return {true, false, last, chosen(left, size)};
      if (i < held_.size() && held_[i].end < never)
        do
          reach += settings_.linear > 0 ? settings_.linear : reach;
        while (begin + reach < held_[i].end);
    }
    return {};
  }

  /// The end of the first piece in which one of the nodes is reserved; 0: none.
  double conflict(double from, double to, const Nodes& nodes) const {
    for (const auto& piece : table_)
      if (piece.from < to && piece.to > from && both(piece.open, nodes).size() < nodes.size())
        return piece.to;
    return 0;
  }

  void reserve(double from, double to, const Nodes& nodes) {
    for (const double date : {from, to})
      for (std::size_t i = 0; i < table_.size(); ++i)
        if (table_[i].from < date && date < table_[i].to) {
          const Piece later{date, table_[i].to, table_[i].open};
          table_[i].to = date;
          table_.insert(table_.begin() + static_cast<std::ptrdiff_t>(i) + 1, later);
          break;
        }
    for (auto& piece : table_)
      if (piece.from < to && piece.to > from)
        for (const int node : nodes)
          piece.open.erase(node);
  }

  PlainSlurmSettings settings_;
  double now_ = 0;
  Nodes free_, up_;
  std::vector<Held> held_; ///< by end
  std::vector<Piece> table_;
  std::vector<cluster::QueuedJob> waiting_;
  cluster::Decision decision_;
};

} // namespace malha::testing
