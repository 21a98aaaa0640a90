// SPDX-License-Identifier: MIT
#pragma once
#include "policies/cluster/queue.hpp"

#include <queue>
#include <tuple>

namespace malha::cluster {

/// What the scheduler has planned: at one date ends come first, then jobs that outlive their walltime, ties
/// by id.
struct Event {
  enum Kind { end, end_by_limit, outlived } kind;
  Seconds date;
  TaskId id = 0;
  JobHandle handle = 0;
  std::uint32_t run = 0; ///< of the handle; another run under it has nothing to do with this one

  bool operator<(const Event& other) const { // the earliest on top of the heap
    return std::tie(date, kind, id) > std::tie(other.date, other.kind, other.id);
  }
};

class Events {
public:
  void push(const Event& event) { heap_.push(event); }
  /// When the policy wants to be asked again if nothing comes before; replaces the last wish.
  void wake_at(Seconds date) { wake_ = date; }
  Seconds next() const { return heap_.empty() ? wake_ : std::min(wake_, heap_.top().date); }
  /// Takes the first event, if its date has come.
  std::optional<Event> take(Seconds now) {
    if (heap_.empty() || heap_.top().date > now)
      return std::nullopt;
    const Event event = heap_.top();
    heap_.pop();
    return event;
  }

  /// Forgets those in front that are of no use any more.
  template <class IsStale>
  void drop(IsStale is_stale) {
    while (!heap_.empty() && is_stale(heap_.top()))
      heap_.pop();
  }

private:
  std::priority_queue<Event> heap_;
  Seconds wake_ = never;
};

} // namespace malha::cluster
