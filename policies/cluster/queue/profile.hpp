// SPDX-License-Identifier: MIT
#pragma once
#include "policies/cluster/queue.hpp"

#include <array>

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

  /// Puts forward what takes `nodes` from `old` on for the walltime. It is to begin at the date at which step
  /// `first` does, before `old`.
  void put_forward(std::size_t first, Seconds old, Seconds walltime, int nodes) {
    const Seconds start = steps_[first].from, new_end = start + walltime, end = old + walltime;
    const Seconds taken_to = std::min(old, new_end), given_from = std::max(old, new_end);
    if (start < taken_to && taken_to < given_from && given_from < end && end < never) {
      swap_nodes(first, taken_to, given_from, end, nodes);
    } else {
      add(given_from, end, nodes);
      add(start, taken_to, -nodes);
    }
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

  /// The first step from step `begin` on that begins at the date or later.
  std::size_t at_or_after(Seconds date, std::size_t begin = 0) const {
    const auto step = std::lower_bound(steps_.begin() + static_cast<std::ptrdiff_t>(begin), steps_.end(),
                                       date, [](const Step& one, Seconds value) { return one.from < value; });
    return static_cast<std::size_t>(step - steps_.begin());
  }

  /// Takes nodes from step `first` on to one date, and gives as many from a later date to another one. Only
  /// the steps that do not keep their places move in the memory.
  void swap_nodes(std::size_t first, Seconds taken_to, Seconds given_from, Seconds given_to, int nodes) {
    const auto size = steps_.size();
    const auto begins = [&](std::size_t step, Seconds date) {
      return step < size && steps_[step].from == date;
    };
    auto second = first;
    for (; second < size && steps_[second].from < taken_to; ++second)
      steps_[second].free -= nodes;
    const int taken = steps_[second - 1].free;
    const auto third = at_or_after(given_from, second);
    const int before = third > second ? steps_[third - 1].free : taken + nodes;
    auto fourth = third;
    for (; fourth < size && steps_[fourth].from < given_to; ++fourth)
      steps_[fourth].free += nodes;
    const int given = fourth > third ? steps_[fourth - 1].free : before + nodes;

    const int at_first = first > 0 && steps_[first].free == steps_[first - 1].free ? -1 : 0;
    const int at_second = !begins(second, taken_to) ? 1 : steps_[second].free == taken ? -1 : 0;
    const int at_third = !begins(third, given_from) ? 1 : steps_[third].free == before ? -1 : 0;
    const int at_fourth = !begins(fourth, given_to) ? 1 : steps_[fourth].free == given ? -1 : 0;
    const std::array<Part, 4> parts{{{first, second, at_first, at_first},
                                     {second, third, at_second, at_first + at_second},
                                     {third, fourth, at_third, at_first + at_second + at_third},
                                     {fourth, size, at_fourth, at_first + at_second + at_third + at_fourth}}};
    shift(parts);
    if (at_second > 0)
      steps_[moved(second, parts[0].by)] = {taken_to, taken + nodes};
    if (at_third > 0)
      steps_[moved(third, parts[1].by)] = {given_from, before + nodes};
    if (at_fourth > 0)
      steps_[moved(fourth, parts[2].by)] = {given_to, given - nodes};
  }

  /// Steps that move to other places. `change` is -1 if the first of them is removed, and 1 if a new one
  /// comes before it.
  struct Part {
    std::size_t begin, end;
    int change, by;
  };

  static std::size_t moved(std::size_t step, int by) {
    return step + static_cast<std::size_t>(static_cast<std::ptrdiff_t>(by)); // modulo 2^n: by may be below 0
  }

  void shift(const std::array<Part, 4>& parts) {
    const auto size = moved(steps_.size(), parts.back().by);
    if (size > steps_.size())
      steps_.resize(size);
    const auto at = [this](std::size_t step) { return steps_.begin() + static_cast<std::ptrdiff_t>(step); };
    for (auto part = parts.rbegin(); part != parts.rend(); ++part)
      if (part->by > 0)
        std::move_backward(at(part->begin + (part->change < 0)), at(part->end),
                           at(moved(part->end, part->by)));
    for (const auto& part : parts)
      if (part.by < 0) {
        const auto kept = part.begin + (part.change < 0);
        std::move(at(kept), at(part.end), at(moved(kept, part.by)));
      }
    steps_.resize(size);
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
