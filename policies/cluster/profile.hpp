// SPDX-License-Identifier: MIT
#pragma once
#include "queue.hpp"

namespace malha::cluster {

/// How many nodes are free from now on, as a step function of time: those that running jobs and reservations
/// leave.
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

  /// Adds nodes from one date to another, or takes them where `nodes` is below 0.
  void add(Seconds from, Seconds to, int nodes) {
    if (!(from < to))
      return;
    const auto first = cut(from), last = to < never ? cut(to) : steps_.size();
    for (auto i = first; i < last; ++i)
      steps_[i].free += nodes;
    join(last);
    join(first);
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

  /// The earliest date from which `size` nodes are free for the whole walltime; `never` when there is none.
  Seconds earliest(int size, Seconds walltime) const { return earliest_before(never, size, walltime); }

  /// The earliest such date before `limit` and before `last`; `limit` when there is none. Whatever is taken
  /// at or after `limit` does not count.
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

  /// The step that begins at `date`; it is made if it is not there. For a date before the first step it is
  /// the first one.
  std::size_t cut(Seconds date) {
    const auto next = after(date);
    if (next == steps_.begin())
      return 0;
    const auto here = std::prev(next);
    const auto index = static_cast<std::size_t>(next - steps_.begin());
    if (here->from == date)
      return index - 1;
    steps_.insert(next, {date, here->free});
    return index;
  }

  /// Makes one step of two where nothing changes at the second.
  void join(std::size_t second) {
    if (second > 0 && second < steps_.size() && steps_[second - 1].free == steps_[second].free)
      steps_.erase(steps_.begin() + static_cast<std::ptrdiff_t>(second));
  }

  std::vector<Step> steps_;
};

} // namespace malha::cluster
