// SPDX-License-Identifier: MIT
#pragma once
#include "end_batches.hpp"
#include "node_bits.hpp"
#include "settings.hpp"

#include <vector>

namespace malha::cluster::slurm {

/// The nodes that are free, and those that jobs hold until their expected ends. It says when a job that waits
/// could run, as far as these jobs are concerned.
class HeldNodes {
public:
  HeldNodes(const Settings& settings, const IndexSet& free, std::size_t width)
      : settings_(settings), width_(width), free_(free.size()), gone_{NodeBits(free, width)} {}

  /// Adds a job that holds nodes. Jobs of equal ends are kept in the order in which they come.
  void add(JobHandle job, Seconds end, const IndexSet& nodes) {
    add_up(add({job, end, NodeBits(nodes, width_)}));
  }
  /// Adds a job that starts on nodes that are free.
  void start(JobHandle job, Seconds end, const IndexSet& nodes) {
    free_ -= nodes.size();
    for (auto& set : gone_)
      set.remove(nodes);
    add(job, end, nodes);
  }
  /// Gives the nodes of a running job back.
  void stop(JobHandle job) {
    const auto nodes = take_out(job).nodes;
    gone_.front() |= nodes;
    free_ += nodes.count();
    add_up(0);
  }
  /// A running job ends at that date, if it would not end before.
  void end_by(JobHandle job, Seconds date) {
    auto held = take_out(job);
    held.end = std::min(held.end, date);
    add(std::move(held));
    add_up(0);
  }

  int free_count() const { return free_; }
  const NodeBits& free() const { return gone_.front(); }
  /// The nodes that are free at that date, as far as it is known now; `never`: at any date.
  const NodeBits& free_by(Seconds date) const {
    if (!(date < never))
      return gone_[with_an_end_];
    const auto behind = std::upper_bound(held_.begin(), held_.end(), date, ends_before);
    return gone_[static_cast<std::size_t>(behind - held_.begin())];
  }

  struct Found {
    Seconds date;   ///< of nodes that are free now it means nothing
    bool is_free;   ///< the nodes are free now
    NodeBits nodes; ///< from which the job may choose
  };
  /// When could a job of that size run on these nodes? Nothing: never, or later than `latest`.
  std::optional<Found> when(const NodeBits& open, int size, Seconds latest) const {
    if (free().count_in(open) >= size)
      return Found{0, true, both(free(), open)};
    if (free_by(latest).count_in(open) < size)
      return std::nullopt;
    EndBatches batches(settings_.window_linear);
    for (std::size_t at = 0; at < with_an_end_;) {
      const auto last = last_of_batch(at, batches, open, latest);
      if (!last)
        return std::nullopt;
      if (gone_[at].count_in(open) >= size)
        return Found{*last, false, both(gone_[at], open)};
    }
    return std::nullopt;
  }

private:
  struct Held {
    JobHandle job;
    Seconds end;
    NodeBits nodes;
  };

  static bool ends_before(Seconds date, const Held& one) { return date < one.end; }
  /// Returns its place. `gone_` must be brought up to date from there on.
  std::size_t add(Held held) {
    const auto place = std::upper_bound(held_.begin(), held_.end(), held.end, ends_before);
    const auto number = static_cast<std::size_t>(place - held_.begin());
    with_an_end_ += held.end < never;
    held_.insert(place, std::move(held));
    gone_.emplace_back();
    return number;
  }
  Held take_out(JobHandle job) {
    const auto found =
        std::find_if(held_.begin(), held_.end(), [job](const Held& one) { return one.job == job; });
    auto held = std::move(*found);
    with_an_end_ -= held.end < never;
    held_.erase(found);
    gone_.pop_back();
    return held;
  }
  /// Brings `gone_` up to date behind that many jobs.
  void add_up(std::size_t at) {
    for (; at < held_.size(); ++at)
      (gone_[at + 1] = gone_[at]) |= held_[at].nodes;
  }
  static NodeBits both(NodeBits one, const NodeBits& other) { return one &= other; }

  /// The last end of the next batch of jobs that hold some of the nodes. `at` is the job with which it
  /// begins, then the one behind it. Nothing: no job gives any back by `latest`.
  std::optional<Seconds> last_of_batch(std::size_t& at, EndBatches& batches, const NodeBits& open,
                                       Seconds latest) const {
    std::optional<Seconds> last;
    batches.go_on(held_[at].end);
    for (; at < with_an_end_; ++at) {
      const auto& [job, end, nodes] = held_[at];
      if (!nodes.intersects(open))
        continue;
      if (!settings_.batches && last && end > *last)
        break;
      if (end > latest)
        return std::nullopt;
      last = end;
      batches.begin(end);
      // Whether the next job counts here does not matter, and a job that does not count never ends a batch.
      if (settings_.batches && at + 1 < held_.size() && !batches.takes(held_[at + 1].end)) {
        ++at;
        break;
      }
    }
    return last;
  }

  const Settings& settings_;
  const std::size_t width_;
  int free_;                    ///< number of nodes
  std::vector<Held> held_;      ///< by end
  std::size_t with_an_end_ = 0; ///< number of jobs of which anybody knows when they end
  std::vector<NodeBits> gone_;  ///< by number of jobs: the nodes that are free once the first ones have ended
};

} // namespace malha::cluster::slurm
