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

/// After so long nothing comes any more that a scheduler waits for: 30 years.
inline constexpr Seconds patience = 1e9;

/// Something that is planned, or that was seen and is still to be dealt with. The kinds are in the order in
/// which a round takes what happens at one date. The policy decides after all of it.
struct Event {
  enum Kind : std::uint8_t {
    end,          ///< of a task
    end_by_limit, ///< of a job at its walltime
    outlived,     ///< a job still runs at its expected end
    submission,   ///< never in an agenda: jobs come from `Arrivals`, at this place
    host_switch,  ///< a host went down, or came back
    detection     ///< it becomes known that a host is down
  };

  Seconds date;
  Kind kind;
  bool is_on = false;       ///< after a switch
  std::uint32_t place = 0;  ///< the handle of a job, or the number of a resource
  std::int64_t order = 0;   ///< among those of a kind at one date: the task, or the number of the switch
  std::int64_t attempt = 0; ///< of what ends; another attempt at its place has nothing to do with the event

  bool operator<(const Event& other) const { // the earliest on top of the heap
    return std::tie(date, kind, order, place) > std::tie(other.date, other.kind, other.order, other.place);
  }
};

/// What a model has planned, the earliest first.
class Agenda {
public:
  void push(const Event& event) { heap_.push(event); }
  /// A host was switched. Switches at one date keep the order in which they were seen.
  void push_switch(std::uint32_t place, bool is_on, Seconds date) {
    push({date, Event::host_switch, is_on, place, ++switches_});
  }
  /// When the policy wants to be asked again if nothing comes before; replaces the last wish.
  void wake_at(Seconds date) { wake_ = date; }
  Seconds next() const { return heap_.empty() ? wake_ : std::min(wake_, heap_.top().date); }

  /// Takes the first event if its date has come and its kind is not behind `last`.
  std::optional<Event> take(Seconds now, Event::Kind last) {
    if (heap_.empty() || heap_.top().date > now || heap_.top().kind > last)
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
  std::int64_t switches_ = 0;
  Seconds wake_ = never;
};

} // namespace malha
