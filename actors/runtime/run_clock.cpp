// SPDX-License-Identifier: MIT
#include "run_clock.hpp"

#include <simgrid/s4u.hpp>

#include <algorithm>

namespace malha {

namespace {

constexpr Seconds shortest_sleep = 1e-9; // surf/precision, see make_engine

Seconds date_of_simgrid() { return simgrid::s4u::Engine::get_clock(); }

} // namespace

RunClock run_clock;

Seconds RunClock::now() const {
  const Seconds date = date_of_simgrid();
  return date == left_at_ ? ahead_ : date;
}

void RunClock::look_ahead(Seconds date) {
  const Seconds from = now();
  left_at_ = date_of_simgrid();
  ahead_ = from;
  if (date <= from)
    return;
  const Seconds end = from + std::max(date - from, shortest_sleep); // where SimGrid plans the end of a sleep
  ahead_ = from + (end - from);                                     // how far it then moves its clock
}

void RunClock::catch_up() {
  if (const Seconds behind = now() - date_of_simgrid(); behind > 0) {
    simgrid::s4u::this_actor::sleep_for(behind);
    left_at_ = date_of_simgrid();
  }
}

} // namespace malha
