// SPDX-License-Identifier: MIT
#include "run_clock.hpp"

#include "actors/model/sleep_dates.hpp"

#include <simgrid/s4u.hpp>

namespace malha {

namespace {

Seconds date_of_simgrid() { return simgrid::s4u::Engine::get_clock(); }

} // namespace

RunClock run_clock;

Seconds RunClock::now() const { return date_while(date_of_simgrid()); }

Seconds RunClock::date_while(Seconds simgrid) const { return simgrid == left_at_ ? ahead_ : simgrid; }

void RunClock::look_ahead(Seconds date) {
  const Seconds simgrid = date_of_simgrid();
  if (const Seconds from = date_while(simgrid); date > from)
    go_ahead(simgrid, from, sleep_dates::planned_end(from, date));
}

void RunClock::look_ahead_to_end(Seconds end) {
  const Seconds simgrid = date_of_simgrid();
  go_ahead(simgrid, date_while(simgrid), end);
}

void RunClock::go_ahead(Seconds simgrid, Seconds from, Seconds end) {
  ahead_ = sleep_dates::reached(from, end);
  left_at_ = simgrid;
}

void RunClock::catch_up() {
  using simgrid::s4u::this_actor::sleep_for;
  const Seconds date = now(), from = date_of_simgrid(), behind = date - from;
  if (!(behind > 0))
    return;
  // The difference of two dates is exact if the later one is at most twice the earlier one. So the second of
  // these sleeps ends at that very date, which one sleep alone might miss in the last digit.
  if (0 < from && from < behind && sleep_dates::precision < behind / 4)
    sleep_for(behind * 3 / 4);
  sleep_for(date - date_of_simgrid());
  left_at_ = date_of_simgrid();
}

} // namespace malha
