// SPDX-License-Identifier: MIT
#pragma once
#include "actors/model/sleep_dates.hpp"
#include "requests.hpp"

#include <algorithm>
#include <deque>
#include <optional>

namespace malha::tuple_space {

/// Events of resources at known dates, and the sleep of the actor that waits for the next of them: crashes,
/// or their detections.
class PlannedEvents {
public:
  struct Event {
    Seconds date;
    ClientId resource;
  };

  /// Adds an event. Its date is not before the dates of the events that were added before.
  void add(Seconds date, ClientId resource) { events_.push_back({date, resource}); }
  /// Begins the sleep until the next event.
  void sleep(Seconds now) {
    if (events_.empty())
      wake_ = never;
    else
      wake_ = events_.front().date <= now ? now : sleep_dates::planned_end(now, events_.front().date);
  }
  /// The planned end of the sleep; `never`: no event is to come.
  Seconds wake() const { return wake_; }
  /// Whether the sleep is over.
  bool is_due(Seconds now) const { return sleep_dates::is_over(wake_, now); }
  /// The date until which events have happened when the sleep is over. The next event has, even if the clock
  /// is before its date in the last digits.
  Seconds happened_until(Seconds now) const { return std::max(now, events_.front().date); }
  /// Takes the next event out if it is not after that date.
  std::optional<Event> take(Seconds until) {
    if (events_.empty() || events_.front().date > until)
      return std::nullopt;
    const Event next = events_.front();
    events_.pop_front();
    return next;
  }

private:
  std::deque<Event> events_;
  Seconds wake_ = never;
};

} // namespace malha::tuple_space
