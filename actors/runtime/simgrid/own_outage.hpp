// SPDX-License-Identifier: MIT
#pragma once
#include "stage.hpp"

#include <simgrid/s4u.hpp>

namespace malha {

/// Works around an abort of SimGrid 3.32, if an actor stops waiting exactly when its own host fails: returns
/// a later time if the host fails at `date`, else `date`. The actor fails with its host, and does not wake at
/// the later time.
inline Seconds past_own_outage(const Stage& simulation, const simgrid::s4u::Host& host, Seconds date) {
  constexpr Seconds later = 1;
  return simulation.states().fails_at(host.get_name(), date) ? date + later : date;
}

} // namespace malha
