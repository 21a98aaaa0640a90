// SPDX-License-Identifier: MIT
#pragma once
#include "end_batches.hpp"
#include "node_table.hpp"
#include "round.hpp"
#include "spot.hpp"

namespace malha::cluster::slurm {

/// What a pass plans for jobs that wait, as Slurm does: on named nodes. It lasts for one pass.
class NamedPlan {
public:
  NamedPlan(const Settings& settings, const Round& round, Horizon& horizon)
      : settings_(settings), choice_(round.choice()), now_(round.now()), horizon_(horizon),
        width_(width(round.view())), free_(bits_of(round.free(), width_)),
        table_(now_, now_ + settings.window, up(round.view(), width_)) {
    for (const auto& release : round.view().running)
      held_.push_back({release.expected_end, bits_of(*release.nodes, width_)});
    for (const auto& started : round.started())
      take(started.end, started.nodes);
  }

  /// A spot for the job. One that waits gets a reservation if it may have one.
  Spot place(const QueuedJob& job, bool may_reserve) {
    const auto size = static_cast<std::size_t>(job.size);
    for (Seconds from = now_; from < table_.end();) {
      const auto next = open_from(from, size, job.walltime);
      if (next.is_too_full) {
        from = next.date;
        continue;
      }
      const auto found = when(size, next.date < table_.end() ? next.date : never);
      if (!found) {
        from = next.date;
        continue;
      }
      const Seconds date = std::max(found->date, from);
      if (found->is_free && from <= now_)
        return {now_, true, false, found->nodes};
      const auto again = may_reserve ? reserve(date, job.walltime, found->nodes) : std::nullopt;
      if (!again)
        return {date, false, may_reserve && is_within(date)};
      from = *again;
    }
    return {};
  }

  /// Takes the nodes of a job that starts now.
  void start(const QueuedJob& job, const Spot& spot) {
    free_ -= bits_of(spot.nodes, width_);
    take(now_ + job.walltime, spot.nodes);
  }

private:
  struct Held {
    Seconds end;
    NodeBits nodes;
  };
  struct Found {
    Seconds date;
    bool is_free; ///< the nodes are free now
    IndexSet nodes;
  };

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
    auto bits = bits_of(view.free, width);
    for (const auto& release : view.running)
      add_to(bits, *release.nodes);
    return bits -= bits_of(view.down, width);
  }

  void take(Seconds end, const IndexSet& nodes) {
    const auto behind = std::upper_bound(held_.begin(), held_.end(), end,
                                         [](Seconds date, const Held& one) { return date < one.end; });
    held_.insert(behind, {end, bits_of(nodes, width_)});
  }

  /// The date from which to look again if a job finds no nodes.
  struct Next {
    Seconds date;
    bool is_too_full; ///< it finds none before
  };

  /// Sets `open_` to the nodes that nobody has reserved while the job would run from that date on, if these
  /// are enough.
  Next open_from(Seconds from, std::size_t size, Seconds limit) {
    const bool closed = settings_.resolution > 0; // a rounded date may be that of an earlier one
    const auto first = table_.at(from);
    const auto behind = std::max(first + 1, table_.untouched(from + limit, closed));
    if (const auto full = table_.obstacle(first, behind, size, open_))
      return note({table_.end_of(*full), true}, from);
    if (from <= now_) // a job that begins later touches more
      horizon_.note(table_.begin_of(behind) - limit);
    return note({table_.end_of(first), false}, from);
  }
  /// The end of the table moves with the date of the pass.
  Next note(const Next& next, Seconds from) {
    if (from <= now_ && next.date < table_.end())
      horizon_.note(next.date);
    return next;
  }

  /// When, and on which of the nodes in `open_`, could a job of that size run? Nothing: never, or later than
  /// `latest`.
  std::optional<Found> when(std::size_t size, Seconds latest) {
    left_ = free_;
    left_ &= open_;
    if (left_.count() >= size)
      return Found{now_, true, choice_.of(nodes_of(left_), static_cast<int>(size))};
    EndBatches batches(settings_.window_linear);
    for (std::size_t at = 0; at < held_.size();) {
      const auto last = take_batch(at, batches, latest);
      if (!last)
        return std::nullopt;
      if (left_.count() >= size)
        return Found{*last, false, choice_.of(nodes_of(left_), static_cast<int>(size))};
    }
    return std::nullopt;
  }

  /// Gives the nodes back to `left_` that the jobs of the next batch hold of `open_`. `at` is the job with
  /// which it begins, then the one behind it. Returns the last end of the batch; nothing: no job gives any
  /// back by `latest`.
  std::optional<Seconds> take_batch(std::size_t& at, EndBatches& batches, Seconds latest) {
    std::optional<Seconds> last;
    batches.go_on(held_[at].end);
    for (; at < held_.size() && held_[at].end < never; ++at) {
      const auto& [end, nodes] = held_[at];
      if (!nodes.intersects(open_))
        continue;
      if (!settings_.batches && last && end > *last)
        break;
      if (end > latest)
        return std::nullopt;
      last = end;
      gained_ = nodes;
      left_ |= gained_ &= open_;
      batches.begin(end);
      // Whether the next job counts here does not matter, and a job that does not count never ends a batch.
      if (settings_.batches && at + 1 < held_.size() && !batches.takes(held_[at + 1].end)) {
        ++at;
        break;
      }
    }
    if (last && *last <= now_) // it has outlived its expected end
      horizon_.note(now_);
    return last;
  }

  /// Reserves the nodes from about that date on, unless it lies beyond the window. Nothing: it is done;
  /// otherwise the date from which to look for another spot, because some of the nodes are reserved.
  std::optional<Seconds> reserve(Seconds date, Seconds limit, const IndexSet& nodes) {
    if (!is_within(date)) {
      horizon_.note(date - settings_.window);
      return std::nullopt;
    }
    const Slot slot(settings_, date, limit);
    const auto bits = bits_of(nodes, width_);
    horizon_.note(slot.to > table_.end() ? slot.to - settings_.window : never);
    if (const auto end = table_.conflict(slot.from, slot.to, bits))
      return end;
    table_.reserve(slot.from, slot.to, bits);
    return std::nullopt;
  }
  bool is_within(Seconds date) const { return date <= table_.end(); }

  const Settings& settings_;
  const NodeChoice& choice_;
  const Seconds now_;
  Horizon& horizon_;
  const std::size_t width_;
  NodeBits free_;
  NodeTable table_;
  std::vector<Held> held_;        ///< by end
  NodeBits open_, left_, gained_; ///< of the question that is being asked
};

} // namespace malha::cluster::slurm
