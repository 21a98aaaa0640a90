// SPDX-License-Identifier: MIT
#include "run_clock.hpp"

#include "actors/model/sleep_dates.hpp"

#include <simgrid/s4u.hpp>

namespace malha {

namespace {

Seconds date_of_simgrid() { return simgrid::s4u::Engine::get_clock(); }

} // namespace

RunClock run_clock;

Seconds RunClock::now() const {
  const Seconds date = date_of_simgrid();
  return date == left_at_ ? ahead_ : date;
}

void RunClock::look_ahead(Seconds date) {
  if (const Seconds from = now(); date > from)
    look_ahead_to_end(sleep_dates::planned_end(from, date));
}

void RunClock::look_ahead_to_end(Seconds end) {
  ahead_ = sleep_dates::reached(now(), end);
  left_at_ = date_of_simgrid();
}

void RunClock::catch_up() {
  if (const Seconds behind = now() - date_of_simgrid(); behind > 0) {
    simgrid::s4u::this_actor::sleep_for(behind);
    left_at_ = date_of_simgrid();
  }
}

} // namespace malha
