// SPDX-License-Identifier: MIT
#pragma once
#include "policies/cluster/queue.hpp"

namespace malha::cluster {

/// The number of nodes that are free from now on, as a step function of time: those that running jobs and
/// reservations leave.
class Profile {
public:
  struct Step {
    Seconds from; ///< to the next step, which is excluded
    int free;
  };

  /// Starts from the nodes that the running jobs leave, if each runs to its expected end.
  void reset(Seconds now, int free, const std::vector<Release>& running) {
    steps_.reserve(2 * running.size() + 8);
    steps_.assign(1, {now, free});
    for (const auto& release : running)
      if (release.expected_end < never)
        give_back(release);
  }

  /// Forgets what is before `now`.
  void trim(Seconds now) {
    const auto here = std::prev(after(now));
    if (here != steps_.begin())
      steps_.erase(steps_.begin(), here);
    steps_.front().from = now;
  }

  /// Adds nodes from one date to another, or takes them if `nodes` is below 0.
  void add(Seconds from, Seconds to, int nodes) {
    if (!(from < to) || nodes == 0)
      return;
    const auto first = at_or_after(from);
    auto last = first;
    for (; last < steps_.size() && steps_[last].from < to; ++last)
      steps_[last].free += nodes;
    const int before = first > 0 ? steps_[first - 1].free : 0;
    const int inside = last > first ? steps_[last - 1].free : before + nodes;
    Edge begin = Edge::stays, end = Edge::stays;
    if (first > 0 && (first == steps_.size() || steps_[first].from != from))
      begin = Edge::is_new;
    else if (first > 0 && steps_[first].free == before)
      begin = Edge::goes;
    if (to < never && (last == steps_.size() || steps_[last].from != to))
      end = Edge::is_new;
    else if (last < steps_.size() && steps_[last].free == inside)
      end = Edge::goes;
    change(first, begin, {from, before + nodes}, last, end, {to, inside - nodes});
  }

  /// The fewest nodes that are free at any time from `from` to `to`, which is excluded.
  int least(Seconds from, Seconds to) const {
    const auto next = after(from);
    auto step = next == steps_.begin() ? next : std::prev(next);
    int least = step->free;
    for (++step; step != steps_.end() && step->from < to; ++step)
      least = std::min(least, step->free);
    return least;
  }

  /// Whether `size` nodes are free from now on for the whole walltime.
  bool holds_now(int size, Seconds walltime) const {
    const Seconds end = steps_.front().from + walltime;
    for (const auto& step : steps_) {
      if (step.from >= end && &step != &steps_.front())
        return true;
      if (step.free < size)
        return false;
    }
    return true;
  }

  /// The earliest date from which `size` nodes are free for the whole walltime; `never` if there is none.
  Seconds earliest(int size, Seconds walltime) const { return earliest_before(never, size, walltime); }

  /// The earliest such date before `limit` and before `last`; `limit` if there is none. Nodes that are taken
  /// at or after `limit` do not count.
  Seconds earliest_before(Seconds limit, int size, Seconds walltime, Seconds last = never) const {
    for (std::size_t i = 0; i < steps_.size() && steps_[i].from < std::min(limit, last); ++i) {
      if (steps_[i].free < size)
        continue;
      const Seconds start = steps_[i].from, end = std::min(start + walltime, limit);
      auto next = i + 1;
      while (next < steps_.size() && steps_[next].from < end && steps_[next].free >= size)
        ++next;
      if (next == steps_.size() || steps_[next].from >= end)
        return start;
      i = next; // too narrow: whatever starts before it ends is, too
    }
    return limit;
  }

  const std::vector<Step>& steps() const { return steps_; }

private:
  void give_back(const Release& release) {
    if (release.expected_end > steps_.back().from)
      steps_.push_back({release.expected_end, steps_.back().free});
    steps_.back().free += release.size;
  }

  std::vector<Step>::const_iterator after(Seconds date) const {
    return std::upper_bound(steps_.begin(), steps_.end(), date,
                            [](Seconds value, const Step& step) { return value < step.from; });
  }

  /// The first step that begins at the date or later.
  std::size_t at_or_after(Seconds date) const {
    const auto step = std::lower_bound(steps_.begin(), steps_.end(), date,
                                       [](const Step& one, Seconds value) { return one.from < value; });
    return static_cast<std::size_t>(step - steps_.begin());
  }

  /// The step at one end of a change: it is removed if nothing changes at its date.
  enum class Edge { stays, is_new, goes };

  /// Makes new steps, and removes old ones. If one comes and one is removed, only the steps between them
  /// move in the memory.
  void change(std::size_t first, Edge begin, const Step& from, std::size_t last, Edge end, const Step& to) {
    const auto at = [this](std::size_t step) { return steps_.begin() + static_cast<std::ptrdiff_t>(step); };
    if (begin == Edge::is_new && end == Edge::goes) {
      std::move_backward(at(first), at(last), at(last + 1));
      steps_[first] = from;
    } else if (begin == Edge::goes && end == Edge::is_new) {
      std::move(at(first + 1), at(last), at(first));
      steps_[last - 1] = to;
    } else {
      if (end == Edge::is_new)
        steps_.insert(at(last), to);
      else if (end == Edge::goes)
        steps_.erase(at(last));
      if (begin == Edge::is_new)
        steps_.insert(at(first), from);
      else if (begin == Edge::goes)
        steps_.erase(at(first));
    }
  }

  std::vector<Step> steps_;
};

} // namespace malha::cluster
