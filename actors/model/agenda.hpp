// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/quantities.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <queue>
#include <tuple>
#include <utility>
#include <vector>

namespace malha {

/// The longest time that a scheduler waits for an event: 30 years.
inline constexpr Seconds patience = 1e9;

/// An event that is planned, or that was seen and is not processed yet. The kinds are in the order in which a
/// round processes the events of one date. The policy decides after all of them.
struct Event {
  enum Kind : std::uint8_t {
    machine_switch, ///< a machine that is switched off or on is asleep, or on
    begin,          ///< a job begins, whose last node is on now
    end,            ///< a task ends
    end_by_limit,   ///< a job ends at its walltime
    point,          ///< a job that runs is at a point, where its number of nodes may change
    outlived,       ///< a job still runs at its expected end
    submission,     ///< a job arrives; such events are never in an agenda, because `Arrivals` has the jobs
    host_switch,    ///< a host failed, or recovered
    detection       ///< the broker detects that a host is down
  };

  Seconds date;
  Kind kind;
  bool is_on = false;      ///< for a host switch: whether the host is up afterwards
  std::uint32_t place = 0; ///< the handle of a job, or the number of a resource
  /// Order among events of one kind at one date: the task, or the number of the switch.
  std::int64_t order = 0;
  /// The attempt that ends; the event does not concern another attempt at the same place.
  std::int64_t attempt = 0;

  bool operator<(const Event& other) const { // the earliest on top of the heap
    return std::tie(date, kind, order, place) > std::tie(other.date, other.kind, other.order, other.place);
  }
};

/// The events that a model has planned, the earliest first.
class Agenda {
public:
  void push(const Event& event) { heap_.push(event); }
  /// Adds a failure or a recovery of a host. Those of one date are processed in the order of places, not in
  /// the order in which they were seen: SimGrid orders the events of one date by addresses in memory.
  /// Those of one place keep their order.
  void push_switch(std::uint32_t place, bool is_on, Seconds date) {
    push({date, Event::host_switch, is_on, place, (std::int64_t{place} << 32) + ++switches_});
  }
  /// Sets the date at which the policy is asked again if there is no event before. It replaces the last such
  /// date.
  void wake_at(Seconds date) { wake_ = date; }
  Seconds next() const { return heap_.empty() ? wake_ : std::min(wake_, heap_.top().date); }

  /// Takes the first event if its date has come and its kind does not come after `last`.
  std::optional<Event> take(Seconds now, Event::Kind last) {
    if (heap_.empty() || heap_.top().date > now || heap_.top().kind > last)
      return std::nullopt;
    const Event event = heap_.top();
    heap_.pop();
    return event;
  }

  /// Removes events from the front while `is_stale(event)`.
  template <class IsStale>
  void drop(IsStale is_stale) {
    while (!heap_.empty() && is_stale(heap_.top()))
      heap_.pop();
  }

private:
  std::priority_queue<Event> heap_;
  std::int64_t switches_ = 0;
  Seconds wake_ = never;
};

} // namespace malha
