// SPDX-License-Identifier: MIT
#pragma once
#include "bounds.hpp"
#include "node_table.hpp"
#include "round.hpp"

namespace malha::cluster::slurm {

/// What a pass plans for jobs that wait, as Slurm does: on named nodes. It lasts for one pass.
class NamedPlan {
public:
  NamedPlan(const Settings& settings, const Round& round, Horizon& horizon)
      : settings_(settings), round_(round), now_(round.now()), horizon_(horizon), width_(width(round.view())),
        held_(held(settings, round, width_)),
        table_(now_, now_ + settings.window, up(round.view(), width_), held_),
        bounds_(round.windows, width_) {
    for (std::size_t number = 0; number < round.windows.size(); ++number) { // other nodes may be used there
      table_.split(round.windows[number].from);
      table_.split(round.windows[number].until);
    }
  }

  /// A spot for the job. One that waits gets a reservation if it may have one.
  Spot place(const QueuedJob& job, bool may_reserve) {
    for (Seconds from = now_; from < table_.end();) {
      const auto next = open_from(from, job);
      if (next.is_too_full) {
        from = next.date;
        continue;
      }
      const auto found = held_.when(open_, job.size, next.date < table_.end() ? next.date : never);
      if (!found) {
        from = next.date;
        continue;
      }
      const bool is_now = found->is_free && from <= now_;
      const auto nodes = round_.choose(found->nodes.nodes(), job.size);
      if (is_now)
        return {now_, true, false, nodes};
      const Seconds date = std::max(found->is_free ? now_ : found->date, from);
      if (date <= now_) // because of a job that has outlived its expected end
        horizon_.note(now_);
      const auto again = may_reserve ? reserve(date, job, nodes) : std::nullopt;
      if (!again)
        return {date, false, may_reserve && is_within(date)};
      from = *again;
    }
    return {};
  }

  /// Takes the nodes of a job that starts now.
  void start(const QueuedJob& job, const IndexSet& nodes) {
    held_.start(job.handle, now_ + job.walltime, nodes);
    table_.count_again();
  }
  /// Gives the nodes of a running job back that is stopped.
  void stop(JobHandle job) {
    held_.stop(job);
    table_.count_again();
  }
  /// A running job will be stopped at that date.
  void will_stop(JobHandle job, Seconds date) {
    held_.end_by(job, date);
    table_.count_again();
  }

  /// Whether the job could start now on free nodes.
  bool lets_start(const QueuedJob& job) {
    if (job.size > held_.free_count() || obstacle_now(job, held_.free()))
      return false;
    bounds_.keep_outside_of_windows(open_, job, now_);
    return !bounds_.has_windows() || open_.count() >= job.size;
  }
  /// Those of the nodes, free or not, that the job could use now, as far as reservations and windows go.
  IndexSet usable(const IndexSet& nodes, const QueuedJob& job) {
    obstacle_now(job, NodeBits(nodes, width_));
    bounds_.keep_outside_of_windows(open_, job, now_);
    return open_.nodes();
  }
  /// Notes when a job that could not start now might do so, if it gets no place in the plan.
  void leave_out(const QueuedJob& job) {
    if (job.size > held_.free_count())
      return;
    if (const auto full = obstacle_now(job, held_.free()); full && table_.end_of(*full) < table_.end())
      horizon_.note(table_.end_of(*full));
  }

private:
  /// One more than the highest number of a node that is in use.
  static std::size_t width(const QueueView& view) {
    int in_use = 0;
    const auto see = [&](const IndexSet& nodes) {
      in_use = nodes.empty() ? in_use : std::max(in_use, nodes.intervals().back().last + 1);
    };
    see(view.free);
    see(view.down);
    for (const auto& release : view.running)
      see(*release.nodes);
    return static_cast<std::size_t>(in_use);
  }
  static NodeBits up(const QueueView& view, std::size_t width) {
    NodeBits bits(view.free, width);
    for (const auto& release : view.running)
      bits.add(*release.nodes);
    bits.remove(view.down);
    return bits;
  }
  static HeldNodes held(const Settings& settings, const Round& round, std::size_t width) {
    HeldNodes held(settings, round.free(), width);
    for (const auto& release : round.view().running)
      if (!round.stops(release.handle))
        held.add(release.handle, round.end_of(release), *release.nodes);
    for (const auto& started : round.started())
      held.add(started.job, started.end, started.nodes);
    return held;
  }

  /// The date from which to look again if a job finds no nodes.
  struct Next {
    Seconds date;
    bool is_too_full; ///< it finds none before
  };

  /// Sets `open_` to the nodes that nobody has reserved while the job would run, from that date on or, if it
  /// returns a later one, from there.
  Next open_from(Seconds& from, const QueuedJob& job) {
    from = bounds_.earliest(job, from);
    const auto range = table_.enough(from, job.walltime, job.size, is_closed());
    if (!range)
      return {table_.end(), true};
    if (const Seconds begin = table_.begin_of(range->first); begin > from) {
      note({begin, true}, from);
      from = begin;
    }
    open_ = table_.open_in(range->behind - 1);
    bounds_.keep_allowed(open_, job);
    if (const auto full = table_.obstacle(*range, job.size, open_))
      return note({table_.end_of(*full), true}, from);
    bounds_.keep_outside_of_windows(open_, job, from);
    if (from <= now_) { // a job that begins later touches more
      horizon_.note(table_.begin_of(range->behind) - job.walltime);
      bounds_.note_changes(horizon_, job, now_);
    }
    return note({table_.end_of(range->first), false}, from);
  }
  /// The end of the table moves with the date of the pass.
  Next note(const Next& next, Seconds from) {
    if (from <= now_ && next.date < table_.end())
      horizon_.note(next.date);
    return next;
  }
  /// A rounded date may be that of an earlier one.
  bool is_closed() const { return settings_.resolution > 0; }

  /// Sets `open_` to those of the nodes that the job may use and nobody has reserved while it would run from
  /// now on. If there are too few, it returns the last piece that is the reason.
  std::optional<std::size_t> obstacle_now(const QueuedJob& job, const NodeBits& nodes) {
    const auto behind = table_.untouched(now_ + job.walltime, is_closed());
    open_ = nodes;
    bounds_.keep_allowed(open_, job);
    return table_.obstacle({0, std::max<std::size_t>(1, behind)}, job.size, open_);
  }

  /// Reserves the nodes from about that date on, unless it lies beyond the window. Nothing: it is done;
  /// otherwise the date from which to look for another spot, because some of the nodes are reserved.
  std::optional<Seconds> reserve(Seconds date, const QueuedJob& job, const IndexSet& nodes) {
    if (!is_within(date)) {
      horizon_.note(date - settings_.window);
      return std::nullopt;
    }
    const Slot slot(settings_, date, job.walltime);
    const NodeBits bits(nodes, width_);
    if (const auto end = bounds_.conflict(bits, job, date))
      return end;
    if (slot.to >= table_.end()) // later on more of it lies in the table
      horizon_.note((slot.from >= table_.end() ? slot.from : slot.to) - settings_.window);
    if (const auto end = table_.conflict(slot.from, slot.to, bits))
      return end;
    table_.reserve(slot.from, slot.to, bits);
    return std::nullopt;
  }
  bool is_within(Seconds date) const { return date <= table_.end(); }

  const Settings& settings_;
  const Round& round_;
  const Seconds now_;
  Horizon& horizon_;
  const std::size_t width_;
  HeldNodes held_; ///< the table refers to it
  NodeTable table_;
  Bounds bounds_;
  NodeBits open_; ///< of the question that is being asked
};

} // namespace malha::cluster::slurm
